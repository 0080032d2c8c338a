import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import type { Db } from "#server/db/db.ts";
import { budgetRuleKey, budgetRuleOf, type BudgetRule } from "./budget-rules.model.ts";

/** The rule of budgets of a day in the agency: the shipped one, or a later one that it entered. */
export const budgetRuleOn = async (db: Db, day: string): Promise<BudgetRule> =>
  budgetRuleOf(day, await rulesOfKey(db, budgetRuleKey));

/** From which amount lobbying is disclosed on a day, with the law that says so. */
export const lobbyingOn = async (
  db: Db,
  day: string,
): Promise<{ overCents: number; citation: string }> => {
  const rules = await rulesOfKey(db, "lobbyingDisclosure");
  const { parameters, citation } = rulesOn(rules, day)[0] ?? rules[0]!;
  return { overCents: Number(parameters.overCents), citation };
};
