const DEADLOCK_DETECTED = "40P01";
const TRIES_MAX = 5;

/**
 * Does it again when Postgres ended it to resolve a deadlock: nothing of it was done then, and the others go on meanwhile. For
 * DROP and TRUNCATE of tables in use: they lock table after table, in another order than the statements of BullMQ.
 */
export async function afterDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK_DETECTED || number === TRIES_MAX) throw error;
    }
  }
}
