/**
 * What `work` comes to, or `late` after so many milliseconds. It goes on then, and whatever it comes to is nobody's.
 * @throws what `work` throws in time
 */
export async function within<T, L>(work: Promise<T>, ms: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<L>((resolve) => {
    // Timers count whole milliseconds, and come up to one too soon.
    timer = setTimeout(resolve, Math.ceil(Math.max(0, ms)) + 1, late);
  });
  work.catch(() => undefined); // its failure is the race's, or comes too late
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
