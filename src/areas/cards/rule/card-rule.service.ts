import { listRules } from "#areas/governance/governance.server.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { cardRule } from "./card-rule.data.ts";
import { cardRulesOf, type CardRules } from "./card-rule.model.ts";

/** The rules of today: the agency's own, or the product's default while it has none. */
export const cardRulesToday = async (db: Db): Promise<CardRules> =>
  cardRulesOf(
    ownOrShipped(await listRules(db, [cardRule.key]), cardRule.key, businessDate(db.scope)),
  );
