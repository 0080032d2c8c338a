import type { ImportRun } from "#server/import/import.tables.ts";
import type { RunOutcome } from "../connector/connector.labels.ts";

/** How a run ended, and what it was about. */
export type Ended = {
  outcome: Exclude<RunOutcome, "running">;
  message: string | null;
  /** Seconds that the source asks for. */
  retryAfter?: number | undefined;
  import?: ImportRun | undefined;
};
