import { workOfAccounts } from "#areas/budget/budget.server.ts";
import { wagesTogether } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import type { ClauseSubject } from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { chooseClauses } from "./clause.model.ts";

/**
 * The clauses that the rules of today ask of an order on federal money: by its amount, and by what
 * its accounts say of the work.
 */
export const clausesForOrder = async (db: Db, { amount, accountStringIds }: ClauseSubject) => {
  const [rules, paid] = await Promise.all([listRules(db), workOfAccounts(db, accountStringIds)]);
  const work = [...paid.values()];
  return chooseClauses(
    rules,
    {
      kind: "contract",
      federal: true,
      construction: work.some(({ construction }) => construction),
      insuranceRequired: false,
      estimateCents: amount,
      wages: wagesTogether(work.map(({ wages }) => wages)),
    },
    businessDate(db.scope),
  ).map(({ ruleKey, title, citation, text, because, verified }) => ({
    ruleKey,
    title,
    citation,
    text,
    because,
    verified,
  }));
};
