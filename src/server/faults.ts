import { logFault } from "./telemetry/log.ts";

/** What those who run the server must look at, by what has failed. */
export type Fault = "file_missing" | "file_unreadable" | "file_reader" | "unhandled";

const counts = new Map<Fault, number>();

/**
 * Tells whoever runs the server that something of theirs has failed: a line of the log with the
 * moment, and one more of its kind in `/metrics`. `what` names no person and no record.
 */
export const reportFault = (kind: Fault, what: string, error?: unknown): void => {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  logFault(`fault ${kind}: ${what}`, error);
};

/** How often each kind was reported since this process began. */
export const faultCounts = (): readonly (readonly [Fault, number])[] => [...counts];
