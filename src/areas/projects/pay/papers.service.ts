import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import type { PayStored } from "./pay.noun.ts";

/** A paper that is demanded before an application is certified: whether it is in, and what lacks of it. */
export type DemandedPaper = { title: string; ok: boolean; says: string; citation: string };
type Papers = (db: Db, a: PayStored) => Promise<readonly DemandedPaper[]>;

const demands: Papers[] = [];

/** Nouns and areas say which papers an application needs before it is certified. */
export const demandedPapers = extensionPoint<Papers>(
  "papers that are demanded before an application is certified",
  (of) => void demands.push(of),
);

/** Every paper that is demanded of an application, from its draft on. */
export const papersOf = async (db: Db, a: PayStored): Promise<DemandedPaper[]> =>
  (await Promise.all(demands.map((of) => of(db, a)))).flat();

/** Why an application is not certified yet, naming each paper that lacks; null where none does. */
export const lackOf = (papers: readonly DemandedPaper[]): string | null => {
  const lacking = papers.filter(({ ok }) => !ok);
  return lacking.length === 0
    ? null
    : `It is certified once this is in: ${lacking.map(({ title, says }) => `${title} (${says})`).join("; ")}.`;
};
