import { type RefObject, useEffect, useState } from "react";

/** Where an action went: device pixels of the desktop. 0 by 0 is a point, else it is a control; `to`: where a drag ended. */
export interface Target {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly to: { readonly x: number; readonly y: number } | null;
  readonly label: string;
  readonly tone: string;
}

const SHOWN_MS = 2_500;
interface Shown {
  readonly target: Target;
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** A ring on the picture where an action went, for a moment. */
export function TargetMark({ target: latest, screen }: { target: Target; screen: RefObject<HTMLDivElement | null> }) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const canvas = screen.current?.querySelector("canvas");
    const stage = screen.current?.getBoundingClientRect();
    if (!canvas || !stage || canvas.width === 0) return;
    const drawn = canvas.getBoundingClientRect();
    setShown({
      target: latest,
      left: drawn.left - stage.left,
      top: drawn.top - stage.top,
      scale: drawn.width / canvas.width,
    });
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [latest, screen]);
  if (shown === null) return null;
  const { target, left, top, scale } = shown;
  const at = ({ x, y }: { x: number; y: number }) => ({ left: left + x * scale, top: top + y * scale });
  const isControl = target.width > 0;
  const size = isControl ? { width: target.width * scale, height: target.height * scale } : {};
  return (
    <>
      <span
        className="target"
        data-shape={isControl ? "control" : "point"}
        data-tone={target.tone}
        style={{ ...at(target), ...size }}
        aria-hidden="true"
      >
        <span>{target.label}</span>
      </span>
      {target.to !== null && (
        <span className="target" data-shape="point" data-tone={target.tone} style={at(target.to)} aria-hidden="true" />
      )}
    </>
  );
}
