/** Since when this process gets no answer from the virus scanner, and when it asks again. */
type Trouble = { since: Date; againMs: number };
let met: Trouble | null = null;
let waitMs = 0;

const leastMs = 2_000;
const mostMs = 60_000;

/** Notes that the scanner did not answer; every time it is left alone twice as long, to a minute. */
export const noteScannerAway = (at: Date): void => {
  waitMs = Math.min(mostMs, Math.max(leastMs, waitMs * 2));
  met = { since: met?.since ?? at, againMs: performance.now() + waitMs };
};

export const noteScannerAnswer = (): void => {
  met = null;
  waitMs = 0;
};

/** The trouble that this process has with the scanner now, or null. */
export const scannerTrouble = (): Readonly<Pick<Trouble, "since">> | null => met;

/** Whether the scanner may be asked: it answered last time, or was left alone for long enough. */
export const mayAskScanner = (): boolean => met === null || performance.now() >= met.againMs;

export const scannerAlarm = (name: string): string =>
  `The server ${name} gets no answer from the virus scanner (LEVEE_CLAMD): nobody gets the files that were sent since. Start the scanner; they are looked at by themselves then.`;
