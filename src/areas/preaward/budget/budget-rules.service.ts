import { rulesOfKey } from "#areas/governance/governance.server.ts";
import type { Db } from "#server/db/db.ts";
import { budgetRuleKey, budgetRuleOf, type BudgetRule } from "./budget-rules.model.ts";

/** The rule of budgets of a day in the agency: the shipped one, or a later one that it entered. */
export const budgetRuleOn = async (db: Db, day: string): Promise<BudgetRule> =>
  budgetRuleOf(day, await rulesOfKey(db, budgetRuleKey));
