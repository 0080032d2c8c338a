// How long things hold in an emergency, by dated rules.
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";

/** So many days or hours, and the rule that says so. */
export type Term = { count: number; citation: string };

/**
 * How many days a declaration holds without the governing body (rule `localDeclaration`): the
 * shortest of the agency's rules.
 */
export const declarationTerm = async (db: Db): Promise<Term> => {
  const rules = rulesOn(await listRules(db, ["localDeclaration"]), businessDate(db.scope))
    .filter((rule) => Number(rule.parameters.days) > 0)
    .toSorted((a, b) => Number(a.parameters.days) - Number(b.parameters.days));
  const [rule] = rules;
  return rule
    ? { count: Number(rule.parameters.days), citation: rule.citation }
    : { count: 3, citation: "Default of the product" };
};

const nearest = ["local", "state", "federal"] as const;
/**
 * Within how many hours a verbal approval is ratified (rule `emergencyRatification`): as the agency
 * says, else its state, else 72.
 */
export const ratificationTerm = async (db: Db): Promise<Term> => {
  const rules = rulesOn(await listRules(db, ["emergencyRatification"]), businessDate(db.scope));
  const rule = nearest
    .flatMap((jurisdiction) => rules.filter((each) => each.jurisdiction === jurisdiction))
    .find((each) => Number(each.parameters.hours) > 0);
  return rule
    ? { count: Number(rule.parameters.hours), citation: rule.citation }
    : { count: 72, citation: "Default of the product" };
};
