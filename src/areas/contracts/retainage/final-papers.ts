import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

type FinalPapers = (db: Db, contractId: string) => Promise<boolean | null>;
const lists: FinalPapers[] = [];

/**
 * Areas that keep the papers that a contract hands over at its end say whether some are still to come;
 * null where none was asked for.
 */
export const finalPapers = extensionPoint<FinalPapers>(
  "whether final papers of contracts are still to come",
  (of) => void lists.push(of),
);

/** Whether final papers of a contract are still to come, by the lists that are kept; null where none is. */
export const finalPapersOpen = async (db: Db, contractId: string): Promise<boolean | null> => {
  const said = (await Promise.all(lists.map((of) => of(db, contractId)))).filter(
    (open) => open !== null,
  );
  return said.length ? said.some(Boolean) : null;
};
