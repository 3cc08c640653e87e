import type { SessionFrame } from "@deskfleet/contracts";
import { type CSSProperties, useState } from "react";
import type { Target } from "./target-mark.tsx";

interface Size {
  readonly width: number;
  readonly height: number;
}
interface StillFrameProps {
  readonly src: string;
  readonly alt: string;
  /** Pixels of the picture; 0: as it says when it is loaded. */
  readonly size: Size;
  /** What gate 8 filled, in the picture's pixels. */
  readonly masked: SessionFrame["masked"];
  /** Where an action goes, in pixels of `screen`; null: to no place. */
  readonly target: Omit<Target, "id"> | null;
  /** Default: the picture's. */
  readonly screen?: Size | null;
}

/** Share of the height from which on a label below its target would leave the picture. */
const LOW = 0.88;
const UNKNOWN: Size = { width: 16, height: 10 };

/** A picture of a desktop that does not move, with what was masked in it outlined and the place of an action marked. */
export function StillFrame({ src, alt, size, masked, target, screen = null }: StillFrameProps) {
  const [natural, setNatural] = useState<Size | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const shown = size.width > 0 ? size : (natural ?? UNKNOWN);
  const ground = screen ?? shown;
  const isKnown = size.width > 0 || natural !== null;
  const ratio = { aspectRatio: `${shown.width} / ${shown.height}`, "--ratio": shown.width / shown.height };
  return (
    <div className="still" style={ratio as CSSProperties}>
      {lost === src ? (
        <p className="still-lost">This picture is not kept any more.</p>
      ) : (
        <img
          src={src}
          alt={alt}
          draggable={false}
          onError={() => setLost(src)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setLost(null);
            setNatural({ width, height });
          }}
        />
      )}
      {masked.map(({ kind, ...place }) => (
        <span key={`${kind} ${place.x} ${place.y}`} className="mask" style={placed(place, shown)}>
          <span>{kind.replaceAll("_", " ")}</span>
        </span>
      ))}
      {isKnown && target !== null && <StillTarget target={target} ground={ground} />}
    </div>
  );
}

function StillTarget({ target, ground }: { target: Omit<Target, "id">; ground: Size }) {
  const { x, y, width, height, to, tone, label } = target;
  const isControl = width > 1 || height > 1;
  const isLow = y + height > LOW * ground.height;
  return (
    <>
      {to !== null && (
        <svg
          className="target-path"
          data-tone={tone}
          viewBox={`0 0 ${ground.width} ${ground.height}`}
          aria-hidden="true"
        >
          <line x1={x} y1={y} x2={to.x} y2={to.y} />
          <circle cx={to.x} cy={to.y} r={6} />
        </svg>
      )}
      <span
        className="target"
        data-shape={isControl ? "control" : "point"}
        data-tone={tone}
        data-label={isLow ? "above" : "below"}
        style={isControl ? placed({ x, y, width, height }, ground) : spot({ x, y }, ground)}
      >
        <span>{label}</span>
      </span>
    </>
  );
}

const share = (part: number, whole: number) => `${(100 * part) / Math.max(1, whole)}%`;
const spot = ({ x, y }: { x: number; y: number }, { width, height }: Size) => ({
  left: share(x, width),
  top: share(y, height),
});
const placed = (place: { x: number; y: number } & Size, ground: Size) => ({
  ...spot(place, ground),
  width: share(place.width, ground.width),
  height: share(place.height, ground.height),
});
