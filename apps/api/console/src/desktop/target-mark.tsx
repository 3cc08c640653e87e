import { type RefObject, useEffect, useState } from "react";

/** Where an action went: device pixels of the desktop. */
export interface Target {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly tone: string;
}

const SHOWN_MS = 2_500;

/** A ring on the picture where an action went, for a moment. */
export function TargetMark({ target, screen }: { target: Target; screen: RefObject<HTMLDivElement | null> }) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const canvas = screen.current?.querySelector("canvas");
    const stage = screen.current?.getBoundingClientRect();
    if (!canvas || !stage || canvas.width === 0) return;
    const shown = canvas.getBoundingClientRect();
    setPlace({
      left: shown.left - stage.left + (target.x * shown.width) / canvas.width,
      top: shown.top - stage.top + (target.y * shown.height) / canvas.height,
    });
    const timer = setTimeout(() => setPlace(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [target, screen]);
  if (place === null) return null;
  return (
    <span className="target" data-tone={target.tone} style={place} aria-hidden="true">
      <span>{target.label}</span>
    </span>
  );
}
