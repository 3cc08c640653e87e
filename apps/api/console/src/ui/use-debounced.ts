import { useEffect, useState } from "react";

const QUIET_MS = 250;

/** The value once it has not changed for a moment: typing asks the API once. */
export function useDebounced<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
