import { AsyncLocalStorage } from "node:async_hooks";

const kept = new AsyncLocalStorage<string>();

/**
 * Runs work that tells nobody: letters that it writes stay in the queue, held with this reason, and
 * it makes no notices and no events for other systems. What it marks as told stays marked.
 */
export const quietly = <T>(why: string, work: () => Promise<T>): Promise<T> => kept.run(why, work);

/** Why what goes on now tells nobody; null where it does. */
export const quietReason = (): string | null => kept.getStore() ?? null;
