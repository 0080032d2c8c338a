import { setTimeout } from "node:timers/promises";
import { FilesAway } from "./away.ts";
import type { Place } from "./place.ts";

/** So long work waits for a storage of files that is away, in milliseconds, and asks so often. */
const [mostMs, everyMs] = [30 * 60 * 1000, 3_000];

/**
 * Does work that bears being begun anew. Where the storage of files goes away under it, waits until the
 * storage answers, half an hour at most, and begins it again; `beat` is asked meanwhile and ends the
 * waiting by throwing. @throws FilesAway where it stays away
 */
export const outlastStorage = async <T>(
  place: Pick<Place, "ping">,
  work: () => Promise<T>,
  beat: () => Promise<unknown>,
  every = everyMs,
): Promise<T> => {
  const answers = () =>
    place.ping().then(
      () => true,
      () => false,
    );
  for (let waited = 0; ;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FilesAway) || waited >= mostMs) throw error;
    }
    do {
      await setTimeout(every);
      waited += every;
      await beat();
    } while (!(await answers()) && waited < mostMs);
  }
};
