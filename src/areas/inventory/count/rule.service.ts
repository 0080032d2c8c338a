import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { CountRule, countRuleInput } from "./count.model.ts";
import { stockCountRule } from "./count.tables.ts";
import { strictest, type Intervals, type Tolerance } from "./tolerance.model.ts";

/** The agency's rules of counting, newest first. */
export const countRules = (db: Db): Promise<CountRule[]> =>
  db.rows<CountRule>(sql`
    select id, from_on, percent_bp, cents, days_a, days_b, days_c
    from stock_count_rule
    where org_id = ${db.scope.orgId}
    order by from_on desc
    limit 200
  `);

/** Tolerance and intervals on a day; the strictest where the agency said nothing. */
export const countRuleOn = async (db: Db, on: Day): Promise<Tolerance & Intervals> =>
  (await db.maybe<Tolerance & Intervals>(sql`
    select percent_bp, cents, days_a, days_b, days_c
    from stock_count_rule
    where org_id = ${db.scope.orgId} and from_on <= ${on}
    order by from_on desc
    limit 1
  `)) ?? strictest;

/**
 * Says which difference may be posted at once, and how often is counted, from today or a day to come on.
 * 422 `day_is_over` for an earlier one, 409 `same_rule_day` where a rule begins on that day.
 */
export const setCountRule = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof countRuleInput>,
): Promise<{ id: string }> => {
  if (input.fromOn < businessDate(tx.scope))
    throw invalidField(
      "fromOn",
      "Choose today or a day to come: what was counted stays judged as it was.",
      "day_is_over",
    );
  const same = (await countRules(tx)).find(({ fromOn }) => fromOn === input.fromOn);
  if (same)
    throw conflict("same_rule_day", "A rule begins on this day already: choose another day.");
  const row = await insertRow(tx, stockCountRule, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    setBy: actor.personId,
  });
  const of = { id: row.id, number: row.fromOn };
  note(tx, actor, "stockCountRule", of, { action: "create", after: row });
  return { id: row.id };
};
