/** Since the beginning, as a clock with tenths: `0:04.2`, `12:31.0`, `1:02:03.5`. */
export function offsetText(milliseconds: number): string {
  const tenths = Math.max(0, Math.floor(milliseconds / 100));
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = `${String(seconds % 60).padStart(2, "0")}.${tenths % 10}`;
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, "0")}:${tail}`;
}
