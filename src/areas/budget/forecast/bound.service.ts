import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** What is bound for the days from–to already: a contract's plan, by account string, in cents. */
export type Bound = {
  accountStringId: string;
  label: string;
  cents: number;
  /** What of it is ordered in that year already, spent or not. */
  ordered: number;
  href: string | null;
};
/** A fiscal year that is being budgeted; days of the agency. */
export type BudgetedYear = { year: number; startsOn: string; endsOn: string };
type BoundSource = { name: string; of: (db: Db, year: BudgetedYear) => Promise<Bound[]> };
const sources: BoundSource[] = [];
/** An area says what its records bind of a year that is being budgeted. */
export const boundCosts = extensionPoint<BoundSource>(
  "costs that bind a year to come",
  (source) => void sources.push(source),
);

/** Who says what is bound. */
export const boundSources = (): readonly BoundSource[] => sources;

/** What records bind of a year beyond what is ordered of it already, by account string, in cents. */
export const boundOf = async (db: Db, year: BudgetedYear): Promise<ReadonlyMap<string, number>> => {
  const sums = new Map<string, number>();
  for (const { of } of sources)
    for (const { accountStringId, cents, ordered } of await of(db, year))
      sums.set(accountStringId, (sums.get(accountStringId) ?? 0) + Math.max(0, cents - ordered));
  return sums;
};
