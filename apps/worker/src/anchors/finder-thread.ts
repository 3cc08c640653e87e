import { AnchorFault, findImage } from "@deskfleet/anchors";
import type { ImageJob } from "./anchor-engine.ts";
import { serve } from "./serve.ts";

/** Entry of the thread that looks for pictures in frames: a tenth of a second of arithmetic each. */
serve(
  ({ frame, picture, threshold }: ImageJob) => findImage(frame, picture, threshold),
  (error) => (error instanceof AnchorFault ? error.message : null),
);
