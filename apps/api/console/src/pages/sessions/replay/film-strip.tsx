import { urlOf } from "../../../client/http.ts";
import { lookAt, type Picture } from "./picture.ts";
import { slotsOf, type TimeScale } from "./time-scale.ts";

interface FilmStripProps {
  readonly pictures: readonly Picture[];
  readonly scale: TimeScale;
  readonly view: { readonly left: number; readonly width: number };
}

/** As in replay.css. */
const SLOT_PX = 90;

/** The screen along the time line: in each place the frame that was there by its end. Only places in sight ask for their picture. */
export function FilmStrip({ pictures, scale, view }: FilmStripProps) {
  if (!pictures.some(({ path }) => path !== null)) return null;
  const shown = view.width === 0 ? [] : slotsOf(scale, SLOT_PX, view);
  return (
    <div className="film" aria-hidden="true">
      {shown.map(({ index, left, atMs }) => {
        const picture = pictures[lookAt(pictures, atMs)];
        const isKept = picture !== undefined && picture.path !== null;
        return (
          <span
            key={index}
            style={{ left, width: Math.min(SLOT_PX, scale.width - left) }}
            data-status={picture?.status}
          >
            {isKept && <img src={urlOf(picture.path ?? "")} alt="" draggable={false} />}
          </span>
        );
      })}
    </div>
  );
}
