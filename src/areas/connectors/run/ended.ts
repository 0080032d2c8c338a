import type { ImportRun } from "#server/import/import.tables.ts";
import type { RunOutcome } from "../connector/connector.labels.ts";

/** Rows of a run: read, and what became of them. */
type Tally = {
  read: number;
  created: number;
  updated: number;
  skipped: number;
  rejected: number;
};

/** How a run ended, and what it was about. */
export type Ended = {
  outcome: Exclude<RunOutcome, "running">;
  message: string | null;
  /** Seconds that the source asks for. */
  retryAfter?: number | undefined;
  import?: ImportRun | undefined;
  /** Of what goes by no import: a file that is taken whole, a list that went out. */
  tally?: Tally | undefined;
  sha256?: string | undefined;
};
