import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/**
 * The award of a solicitation as its controls judge it: the total in cents, null before an intent is
 * posted; `people`: everybody who evaluated, recommended, approved, posted or made it.
 */
export type SolicitationAward = {
  solicitationId: string;
  cents: number | null;
  people: readonly string[];
};

type Find = (db: Db, solicitationIds: readonly string[]) => Promise<SolicitationAward[]>;
const finders: Find[] = [];

/** Who knows what solicitations were awarded for, and who had a hand in it. */
export const solicitationAwards = extensionPoint<Find>("awards of solicitations", (find) => {
  finders.push(find);
});

/** The awards of some solicitations, by solicitation. */
export const awardsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SolicitationAward>> =>
  new Map(
    (await Promise.all(finders.map((find) => find(db, ids))))
      .flat()
      .map((each) => [each.solicitationId, each]),
  );
