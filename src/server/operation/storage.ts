/** Since when this process gets no answer from object storage, what it heard, and when it asks again. */
type Trouble = { since: Date; said: string; againMs: number };
let met: Trouble | null = null;
let waitMs = 0;

const leastMs = 500;
const mostMs = 5_000;

/** Notes that the storage of files did not answer; it is left alone twice as long each time, to five seconds. */
export const noteStorageAway = (at: Date, said: string): void => {
  waitMs = Math.min(mostMs, Math.max(leastMs, waitMs * 2));
  met = { since: met?.since ?? at, said, againMs: performance.now() + waitMs };
};

export const noteStorageAnswer = (): void => {
  met = null;
  waitMs = 0;
};

/** The trouble that this process has with the storage of files now, or null. */
export const storageTrouble = (): Readonly<Pick<Trouble, "since" | "said">> | null => met;

/** Whether it may be asked: it answered last time, or was left alone for long enough. */
export const mayAskStorage = (): boolean => met === null || performance.now() >= met.againMs;

export const storageAlarm = (name: string, said: string): string =>
  `The server ${name} gets no answer from the storage of files (LEVEE_FILES): ${said} Files cannot be read or sent meanwhile; nothing is lost, and what waits goes on by itself. Look at the storage, its address and its keys.`;
