import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

type OpenWork = (db: Db, contractId: string) => Promise<number | null>;
const lists: OpenWork[] = [];

/**
 * Areas that keep lists of what is left to correct or complete under a contract say what it costs, in
 * cents; null where no list is kept of the contract.
 */
export const openWork = extensionPoint<OpenWork>(
  "what is left to correct or complete of contracts",
  (of) => void lists.push(of),
);

/** Cents to correct or complete by the lists that are kept of a contract; null where none is. */
export const costOfOpenWork = async (db: Db, contractId: string): Promise<number | null> => {
  const said = (await Promise.all(lists.map((of) => of(db, contractId)))).filter(
    (cents) => cents !== null,
  );
  return said.length ? said.reduce((sum, cents) => sum + cents, 0) : null;
};
