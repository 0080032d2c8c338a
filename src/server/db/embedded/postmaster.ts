import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const isThere = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
/** A process that has ended and that nobody has reaped is there, and does not live. */
export const isAlive = (pid: number): boolean => {
  if (!isThere(pid)) return false;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
};

type Postmaster = { pid: number; port: number };
/** The server that runs on this data folder, by its own note; null without one. */
export const postmasterOf = (data: string): Postmaster | null => {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (lines[1]?.trim() === data && isAlive(pid) && Number(lines[3]))
    return { pid, port: Number(lines[3]) };
  // PostgreSQL clears away what a dead one left, but takes one that nobody has reaped for a living
  // one. Anything else is left to it: another instance may be writing this file just now.
  if (isThere(pid) && !isAlive(pid)) rmSync(file, { force: true });
  return null;
};
