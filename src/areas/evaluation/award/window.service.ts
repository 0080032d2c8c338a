import { conflict } from "#kernel/errors.ts";
import { dayAfter } from "#kernel/holidays.ts";
import type { Instant, Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { businessDaysOf } from "#areas/organization/organization.server.ts";
import type { WindowRule } from "./scenario.model.ts";

/**
 * The agency's protest policy on its business day: its local rule, else its state's, else the
 * product's default.
 */
export type ProtestPolicy = {
  ruleId: string;
  citation: string;
  text: string;
  days: number;
  count: "calendar" | "business";
  stay: boolean;
  decisionDays: number;
  appealDays: number;
};

const order = ["local", "state", "federal"] as const;
const numberOf = (rule: Rule, name: string, otherwise: number) =>
  typeof rule.parameters[name] === "number" ? (rule.parameters[name] as number) : otherwise;

export const protestPolicy = async (db: Db): Promise<ProtestPolicy> => {
  const rules = rulesOn(await listRules(db, ["protestPolicy"]), businessDate(db.scope));
  const rule = order.flatMap((jurisdiction) =>
    rules.filter((each) => each.jurisdiction === jurisdiction),
  )[0];
  if (!rule)
    throw conflict(
      "no_protest_policy",
      "No rule on this day says how protests are decided. An administrator enters one under Rules.",
    );
  return {
    ruleId: rule.id,
    citation: rule.citation,
    text: rule.text,
    days: numberOf(rule, "days", 10),
    count: rule.parameters.count === "business" ? "business" : "calendar",
    stay: rule.parameters.stay !== false,
    decisionDays: numberOf(rule, "decisionDays", 30),
    appealDays: numberOf(rule, "appealDays", 10),
  };
};

/** The day so many days after a day, YYYY-MM-DD; business days are those of the agency's calendar. */
const daysAfter = (db: Db, day: Day, days: number, count: "calendar" | "business") =>
  count === "business" ? businessDaysOf(db, day, days) : dayAfter(day, days);

/** The instant at which a day ends in the agency's time zone: what comes before it is in time. */
export const endOfDay = async (db: Db, day: string): Promise<Instant> =>
  (
    await db.one<{ at: Instant }>(sql`
      select ((${day}::date + 1)::timestamp at time zone time_zone) as at
      from organization
      where id = ${db.scope.orgId}
    `)
  ).at;

/** The protest window that begins today: until when, and by which rule. */
export const windowFromToday = async (db: Db): Promise<{ endsAt: Instant; rule: WindowRule }> => {
  const { ruleId, citation, days, count, stay, text } = await protestPolicy(db);
  return {
    endsAt: await endOfDay(db, await daysAfter(db, businessDate(db.scope), days, count)),
    rule: { ruleId, citation, days, count, stay, text },
  };
};
