import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import type { Proof } from "./closeout.labels.ts";

/**
 * Of an item: whether the record proves it, and what it says. `binding`: its record alone proves it, no
 * person past it.
 */
type Finding = { ok: boolean; text: string; binding?: true };
export type Findings = Partial<Record<Proof, Finding>>;
export type RecordFindings = (db: Db, contractId: string) => Promise<Findings>;

const records: RecordFindings[] = [];

/** Areas that keep records of a contract say what they prove of its closeout; nothing where they keep none. */
export const recordFindings = extensionPoint<RecordFindings>(
  "what other records prove of a contract's closeout",
  (of) => void records.push(of),
);

/** What the records of other areas say of a contract's closeout. */
export const foundElsewhere = async (db: Db, contractId: string): Promise<Findings> =>
  Object.assign({}, ...(await Promise.all(records.map((of) => of(db, contractId)))));
