import { readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import type pg from "pg";
import { hostsOf } from "./hosts.ts";

/** How far what may wait stands behind: a processor that others want gives it a thirtieth of theirs. */
const behind = 15;

/** The kernel takes so many requests of one person at most, and more a little later. */
const askedAgain = { times: 20, ms: 150 };

const name = (processId: number): string => {
  try {
    return readFileSync(`/proc/${processId}/comm`, "utf8").trim();
  } catch {
    return "";
  }
};

/** Where the kernel weighs sessions, not processes, the weight of a process's session (Linux, sched(7)). */
const weighSession = (processId: number, left = askedAgain.times): void => {
  try {
    writeFileSync(`/proc/${processId}/autogroup`, String(behind));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || left === 0) return;
    setTimeout(() => weighSession(processId, left - 1), askedAgain.ms).unref();
  }
};

/**
 * What this connection runs takes the processor behind everything else, where its database runs on this
 * machine and this process may say so; elsewhere nothing happens.
 */
export const standBehind = (client: pg.Client, url: string): void => {
  const { processID } = client as unknown as { processID: number | null };
  if (hostsOf(url).length > 1) return;
  const { hostname } = new URL(url);
  const here = hostname === "" || hostname === "localhost" || hostname === "127.0.0.1";
  if (!processID || !here || name(processID) !== "postgres") return;
  try {
    setPriority(processID, behind);
  } catch {
    return;
  }
  weighSession(processID);
};
