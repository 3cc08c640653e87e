import { Button } from "../../../ui/button.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { offsetText } from "./offset-text.ts";
import type { Point } from "./points.ts";
import { type Player, SPEEDS } from "./use-player.ts";
import type { Recording } from "./use-recording.ts";

interface ReplayBarProps {
  readonly recording: Recording;
  readonly player: Player;
  readonly point: Point;
}

/** The keys of the replay as buttons, and where it stands. */
export function ReplayBar({ recording, player, point }: ReplayBarProps) {
  const { startMs, endMs, moments, pictures } = recording;
  const { isPlaying, speed } = player;
  return (
    <div className="replay-bar">
      <Button size="small" kind="primary" className="replay-play" onClick={() => player.play(!isPlaying)}>
        {isPlaying ? "Pause" : "Play"} <kbd>Space</kbd>
      </Button>
      <fieldset className="segments">
        <legend className="visually-hidden">Speed</legend>
        {SPEEDS.map((each) => (
          <Button key={each} size="small" aria-pressed={speed === each} onClick={() => player.setSpeed(each)}>
            {each}×
          </Button>
        ))}
      </fieldset>
      <Stepper noun="action" keys={["←", "→"]} onStep={(direction) => player.move("record", direction)} />
      <Stepper
        noun="frame"
        keys={["⇧←", "⇧→"]}
        isDisabled={pictures.length === 0}
        onStep={(direction) => player.move("frame", direction)}
      />
      <span className="replay-count" role="status">
        <span className="muted">{point.kind === "record" ? "action" : "frame"}</span>{" "}
        <span>
          {point.index + 1} of {point.kind === "record" ? moments.length : pictures.length}
        </span>
      </span>
      <span className="replay-clock mono">
        {offsetText(point.atMs - startMs)} <span className="muted">/ {offsetText(endMs - startMs)}</span>
      </span>
      <CopyLink />
    </div>
  );
}

interface StepperProps {
  readonly noun: string;
  readonly keys: readonly [string, string];
  readonly isDisabled?: boolean;
  onStep(direction: 1 | -1): void;
}

function Stepper({ noun, keys: [back, on], isDisabled = false, onStep }: StepperProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">By {noun}</legend>
      <Button size="small" disabled={isDisabled} aria-label={`Previous ${noun}`} onClick={() => onStep(-1)}>
        <kbd>{back}</kbd>
      </Button>
      <Button size="small" disabled={isDisabled} aria-label={`Next ${noun}`} onClick={() => onStep(1)}>
        {noun} <kbd>{on}</kbd>
      </Button>
    </fieldset>
  );
}

function CopyLink() {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      toast({ tone: "none", text: "Copied a link to this moment" });
    } catch {
      // Without https a browser keeps its clipboard to itself: the address bar has the same link.
      toast({ tone: "none", text: location.href });
    }
  };
  return (
    <Button size="small" kind="quiet" onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
