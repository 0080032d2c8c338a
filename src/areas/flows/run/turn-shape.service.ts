import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import type { WaitsFor } from "./run.labels.ts";
import type { RunRecord } from "./run.noun.ts";
import type { AgencyTime } from "./time.model.ts";

/** One step of a run, in one transaction. */
export type Turn = {
  tx: Tx;
  /** The machine: it holds no permission. */
  machine: Actor;
  run: RunRecord;
  flow: FlowVersion;
  /** Milliseconds of the database's clock. */
  now: number;
  time: AgencyTime;
};

/** What a step came to: on to another one, a wait, or the end of the run. */
export type Outcome = {
  told: string;
  detail?: Record<string, unknown>;
  /** What the run knows from now on. */
  facts?: Readonly<Record<string, unknown>>;
  parties?: readonly string[];
} & (
  | { to: string }
  | {
      wait: {
        for: WaitsFor;
        ids: readonly string[];
        people: readonly string[];
        dueAt: Instant | null;
        until: Instant | null;
      };
    }
  | { end: string }
);
