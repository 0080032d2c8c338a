import { listRules } from "#areas/governance/governance.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { chooseClauses } from "./clause.model.ts";

/** The clauses that the rules of today ask of an order on federal money, by its amount in cents. */
export const clausesForOrder = async (db: Db, amountCents: number) =>
  chooseClauses(
    await listRules(db),
    {
      kind: "contract",
      federal: true,
      construction: false,
      insuranceRequired: false,
      estimateCents: amountCents,
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
