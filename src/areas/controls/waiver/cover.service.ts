import { businessNow } from "#server/clock.ts";
import { controlSubject, type ControlHead } from "#server/controls/control-checks.ts";
import type { JudgedBy } from "#kernel/control.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { WaiverRecord } from "./waiver.noun.ts";

/** A record that does not meet a control, as waivers are asked of it. */
export type Uncovered = {
  controlId: string;
  subjectType: string;
  part: number;
  head: ControlHead;
  rules: readonly JudgedBy[];
};

/** Whether a rule of a federal award stands behind what a record breaks (2 CFR 200.102). */
export const isFederal = ({ head, rules }: Pick<Uncovered, "head" | "rules">): boolean =>
  head.federal && rules.some(({ federal }) => federal);

const activeFor = (db: Db, { controlId, part, head }: Uncovered): Promise<WaiverRecord[]> =>
  db.rows<WaiverRecord>(sql`
    select *
    from control_waiver
    where org_id = ${db.scope.orgId}
      and control_id = ${controlId}
      and status = 'active'
      and ends_at > ${businessNow(db.scope).toISOString()}
      and (
        (subject_id = ${head.id} and part = ${part})
        or (
          scope = 'class'
          and department_id = ${head.departmentId}
          and (amount_below is null or amount_below > ${head.amount})
        )
      )
    order by ends_at desc
    limit 50
  `);

/**
 * The waiver by which a record need not meet a control now, the one that ends last; null without one. A
 * waiver of a class covers no record in which its decider had a hand, and none that a federal award pays
 * for unless the awarding agency's permission is attached.
 */
export const coverOf = async (db: Db, of: Uncovered): Promise<WaiverRecord | null> => {
  const found = await activeFor(db, of);
  if (found.length === 0) return null;
  const permitted = found.filter((w) => w.permissionFileId !== null || !isFederal(of));
  const own = permitted.find((w) => w.scope === "record");
  if (own) return own;
  const hands = (await controlSubject(of.subjectType)?.hands(db, of.head.id)) ?? [];
  return permitted.find((w) => w.decidedBy !== null && !hands.includes(w.decidedBy)) ?? null;
};
