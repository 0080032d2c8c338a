import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { noAwardPays, type WageDemand } from "#areas/governance/governance.public.ts";
import { accountFacts, type AccountFacts } from "./account.service.ts";

type AwardWages = {
  /** What the awards of these segments demand, by segment. */
  ofSegments: (db: Db, segmentIds: readonly string[]) => Promise<ReadonlyMap<string, WageDemand>>;
  /** The same of the award of this number, ours or the grantor's; null where no award bears it. */
  named: (db: Db, number: string) => Promise<WageDemand | null>;
};
const sources: AwardWages[] = [];

/** Who holds awards says here whether the law of their programs demands prevailing wages. */
export const awardWages = extensionPoint<AwardWages>(
  "prevailing wages of awards",
  (source) => void sources.push(source),
);

type BuildingAccounts = (db: Db, accountStringIds: readonly string[]) => Promise<readonly string[]>;
const classers: BuildingAccounts[] = [];

/** Who knows object classes says here which of these account strings pay for construction. */
export const constructionAccounts = extensionPoint<BuildingAccounts>(
  "accounts of construction",
  (of) => void classers.push(of),
);

const unsaid = ({ fundCode }: AccountFacts): WageDemand => ({
  demanded: "notKnown",
  because: `fund ${fundCode} is federal money, and no award says whether the law of its program demands them`,
});

/** What is known of work by the accounts that pay for it. */
export type PaidWork = { construction: boolean; wages: WageDemand };

/** Whether each account pays for construction, and whether prevailing wages are demanded of it. */
export const workOfAccounts = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<ReadonlyMap<string, PaidWork>> => {
  if (accountStringIds.length === 0) return new Map();
  const facts = [...(await accountFacts(db, accountStringIds)).values()];
  const segments = [...new Set(facts.flatMap(({ awardId }) => awardId ?? []))];
  const [demands, building] = await Promise.all([
    segments.length ? Promise.all(sources.map((s) => s.ofSegments(db, segments))) : [],
    Promise.all(
      classers.map((of) =>
        of(
          db,
          facts.map(({ id }) => id),
        ),
      ),
    ),
  ]);
  const wagesOf = (account: AccountFacts): WageDemand =>
    (account.awardId && demands.map((by) => by.get(account.awardId!)).find((d) => d)) ||
    (account.federal ? unsaid(account) : noAwardPays);
  const built = new Set(building.flat());
  return new Map(
    facts.map((each) => [each.id, { construction: built.has(each.id), wages: wagesOf(each) }]),
  );
};

/** What the award of this number demands; an empty one is no award, an unknown one is not known. */
export const wagesOfAwardNamed = async (db: Db, number: string): Promise<WageDemand> => {
  if (number.trim() === "") return noAwardPays;
  for (const { named } of sources) {
    const found = await named(db, number.trim());
    if (found) return found;
  }
  return {
    demanded: "notKnown",
    because: `no award here bears the number ${number.trim()}, which would say whether the law of its program demands them`,
  };
};
