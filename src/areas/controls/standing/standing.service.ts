import type { Actor } from "#kernel/access.ts";
import type { JudgedBy } from "#kernel/control.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readableRecord } from "#server/lifecycle.ts";
import { controlSubject } from "#server/controls/control-checks.ts";
import { seesFailure } from "../failure/failure.noun.ts";
import type { StandingRow } from "./standing.model.ts";

type Stored = Omit<StandingRow, "citations" | "asksWaiver" | "letsPass"> & {
  rules: JudgedBy[];
  waiverStatus: string | null;
};

/**
 * How a record stands with each control that applies to it, what it breaks first; for whoever may read
 * the record. 404, 403.
 */
export const standingsOfRecord = async (
  db: Db,
  actor: Actor,
  subjectType: string,
  subjectId: string,
): Promise<StandingRow[]> => {
  await readableRecord(db, actor, subjectType, subjectId);
  const rows = await db.rows<Stored>(sql`
    select
      v.name as control, s.part, s.answer, r.said, v.severity, r.day, r.rules, f.id as failure_id,
      s.control_id, v.mode = 'block' and v.status = 'published' as stops, w.id as waiver_id,
      w.status as waiver_status, case when w.status = 'active' then w.ends_at end as waived_until
    from control_standing s
    join control_result r on r.org_id = s.org_id and r.id = s.result_id
    join control_version v on v.org_id = r.org_id and v.id = r.version_id
    left join control_failure f
      on f.org_id = s.org_id
      and f.control_id = s.control_id
      and f.subject_id = s.subject_id
      and f.part = s.part
      and f.status <> 'closed'
    left join control_waiver w
      on w.org_id = s.org_id
      and w.status in ('requested', 'approved', 'active')
      and (
        w.id = f.waiver_id
        or (w.control_id = s.control_id and w.subject_id = s.subject_id and w.part = s.part)
      )
    where s.org_id = ${db.scope.orgId}
      and s.subject_type = ${subjectType}
      and s.subject_id = ${subjectId}
      and s.answer <> 'not_applicable'
    order by array_position(array['fail', 'unknown', 'pass'], s.answer), v.name, s.part
    limit 200
  `);
  const subject = controlSubject(subjectType);
  const hands = rows.some(({ stops, answer }) => stops && answer === "unknown")
    ? ((await subject?.hands(db, subjectId)) ?? [])
    : [];
  const [head] = (await subject?.heads(db, [subjectId])) ?? [];
  const own =
    head !== undefined && seesFailure(actor, { ownerId: head.ownerId, people: [...head.people] });
  return rows.map(({ rules, waiverStatus, ...row }) => ({
    ...row,
    asksWaiver:
      own &&
      waiverStatus === null &&
      (row.answer === "fail" || row.answer === "unknown") &&
      actor.permissions.has("controlWaiver.request"),
    letsPass:
      row.stops &&
      row.answer === "unknown" &&
      actor.permissions.has("controlWaiver.decide") &&
      !hands.includes(actor.personId ?? ""),
    citations: [...new Set(rules.map(({ citation }) => citation))],
  }));
};
