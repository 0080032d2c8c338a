import { extensionPoint } from "#server/area.ts";
import type { Actor } from "#kernel/access.ts";
import type { LedgerEntry } from "#server/audit/ledger.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Choice } from "./record.service.ts";

/** What a step of another area is begun with. */
type StepOrder = {
  runId: string;
  runNumber: string;
  /** The record of the run. */
  objectType: string | null;
  objectId: string | null;
  /** What the step is about, of its `targets`. */
  target: string;
  facts: Readonly<Record<string, unknown>>;
  /** The step, once for each time that a run comes to it. */
  stepKey: string;
  /** Whoever published the version, with what they may do now; null where they are no member. */
  publisher: Actor | null;
  /** Where whoever began it gets mail; null where that is not known. */
  starterEmail: string | null;
  /** Whom it asks. */
  people: readonly string[];
};

/**
 * A step that another area brings: a form to fill in, a letter, a webhook. What goes out is queued
 * in the transaction that is given.
 */
export type FlowStep = {
  name: string;
  label: string;
  /** Whether it asks people: each gets a task with `link`, and the first answer ends the others'. */
  asks: boolean;
  targets: (db: Db) => Promise<Choice[]>;
  /** Begins it; null where it is done with this transaction, else what its end names. */
  begin: (tx: Tx, order: StepOrder) => Promise<{ ids: readonly string[]; link: string } | null>;
  /** The entry of the ledger that ends it, and which ids and whose answer it names. */
  heard?: {
    action: string;
    of: (
      db: Db,
      entry: LedgerEntry,
    ) => Promise<{ ids: readonly string[]; personId: string | null }>;
  };
  /** What the run knows afterwards, by the record that ended it. */
  facts?: (db: Db, objectId: string) => Promise<Readonly<Record<string, unknown>>>;
};

const steps = new Map<string, FlowStep>();

/** An area brings a step that workflows may take. */
export const flowSteps = extensionPoint<FlowStep>("steps of workflows", (step) => {
  steps.set(step.name, step);
});

export const allSteps = (): readonly FlowStep[] => [...steps.values()];
export const stepNamed = (name: string): FlowStep | null => steps.get(name) ?? null;
