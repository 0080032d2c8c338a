import type { Actor } from "#kernel/access.ts";
import { purchaseStages, type PurchaseStage } from "#kernel/control.ts";
import { notFound } from "#kernel/errors.ts";
import { names } from "#kernel/labels.ts";
import { businessDate } from "#server/clock.ts";
import {
  allControlSubjects,
  controlCheck,
  type ControlCheck,
  controlSubject,
} from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { controlFailure, controlResult } from "../controls.tables.ts";
import type { ComplianceOwner, ComplianceStage, FailureDetail } from "./failure.model.ts";
import { failureNoun, seesFailure, type FailureRecord } from "./failure.noun.ts";

type Result = typeof controlResult.$inferSelect;

const judgementsOf = async (db: Db, row: FailureRecord): Promise<FailureDetail["judgements"]> =>
  (
    await db.rows<Result>(sql`
      select *
      from control_result
      where org_id = ${db.scope.orgId}
        and control_id = ${row.controlId}
        and subject_id = ${row.subjectId}
        and part = ${row.part}
      order by judged_at desc
      limit 50
    `)
  ).map(({ id, answer, said, day, judgedAt, cause, facts, rules, shown }) => ({
    id,
    answer,
    said,
    day,
    judgedAt,
    cause,
    facts,
    citations: rules.map(({ citation, verified }) => ({ text: citation, verified })),
    shown: [...shown],
  }));

// Where it is mended: its record, at the tab where what it lacks is entered.
const hrefOf = (
  { subjectType, subjectId }: FailureRecord,
  { tab, satisfiedAt }: Pick<ControlCheck, "tab" | "satisfiedAt">,
): string => {
  if (satisfiedAt) return satisfiedAt(subjectId);
  const page = controlSubject(subjectType)?.page(subjectId) ?? "";
  return page && tab ? `${page}?tab=${tab}` : page;
};

const ended: ReadonlySet<string> = new Set(["expired", "revoked", "refused", "withdrawn"]);

// The newest waiver that was asked for it, whatever became of it, or the one of its class.
const waiverOf = (db: Db, row: FailureRecord): Promise<FailureDetail["waiver"]> =>
  db.maybe<NonNullable<FailureDetail["waiver"]>>(sql`
    select id, number, status, ends_at
    from control_waiver
    where org_id = ${db.scope.orgId}
      and control_id = ${row.controlId}
      and (id = ${row.waiverId} or (subject_id = ${row.subjectId} and part = ${row.part}))
    order by id = ${row.waiverId} desc nulls last, created_at desc
    limit 1
  `);

/** A failure with everything that was judged of it and what the actor may do; 404. */
export const readFailure = async (db: Db, actor: Actor, id: string): Promise<FailureDetail> => {
  const row = await getRow(db, controlFailure, id, "failure");
  if (!seesFailure(actor, row)) throw notFound("failure");
  const check = controlCheck(row.checkName);
  const [judgements, people, waiver] = await Promise.all([
    judgementsOf(db, row),
    namesOf(db, [row.answeredBy]),
    waiverOf(db, row),
  ]);
  const nameOf = (personId: string | null) => (personId && people.get(personId)) || null;
  return {
    id: row.id,
    number: row.number,
    control: row.controlName,
    checkName: row.checkName,
    subject: row.subjectNumber,
    title: row.subjectTitle,
    said: row.said,
    severity: row.severity,
    department: row.department,
    owner: row.owner,
    ownerId: row.ownerId,
    amount: row.amount,
    dueOn: row.dueOn,
    status: row.status as FailureDetail["status"],
    version: row.version,
    demands: check?.demands ?? "This check does not come with the product any more.",
    dayNamed: check?.dayNamed ?? "",
    remedy: check?.remedy ?? "",
    citation: row.citation,
    href: hrefOf(row, check ?? {}),
    openedAt: row.createdAt,
    closedAt: row.closedAt,
    answer: row.answer,
    answeredBy: nameOf(row.answeredBy),
    answeredAt: row.answeredAt,
    judgements,
    waiver,
    askWaiver: {
      controlId: row.controlId,
      subjectId: row.subjectId,
      part: row.part,
      offered:
        actor.permissions.has("controlWaiver.request") &&
        row.status !== "closed" &&
        (waiver === null || ended.has(waiver.status)),
    },
    actions: await actionsAsked(db, actor, failureNoun, row),
  };
};

type Counted = { subjectType: string; judged: number; open: number; late: number };

const countedOf = (db: Db): Promise<Counted[]> =>
  db.rows<Counted>(sql`
    select
      s.subject_type, s.judged, coalesce(f.open, 0)::int as open, coalesce(f.late, 0)::int as late
    from (
      select subject_type, count(distinct subject_id)::int as judged
      from control_standing
      where org_id = ${db.scope.orgId}
      group by 1
    ) s
    left join (
        select
          subject_type, count(*)::int as open,
          count(*) filter (where due_on < ${businessDate(db.scope)}::date)::int as late
        from control_failure
        where org_id = ${db.scope.orgId} and status not in ('closed', 'waived')
        group by 1
      ) f
      on f.subject_type = s.subject_type
  `);

/** The stages of a purchase that controls judge, with what fails in each. */
export const complianceStages = async (db: Db): Promise<ComplianceStage[]> => {
  const counted = await countedOf(db);
  return names(purchaseStages).flatMap((stage: PurchaseStage) => {
    const subjects = allControlSubjects().filter((subject) => subject.stage === stage);
    if (subjects.length === 0) return [];
    const mine = counted.filter((c) => subjects.some(({ noun }) => noun === c.subjectType));
    const sum = (of: (each: Counted) => number) => mine.reduce((n, each) => n + of(each), 0);
    return [
      {
        stage,
        label: purchaseStages[stage],
        judged: sum((each) => each.judged),
        open: sum((each) => each.open),
        late: sum((each) => each.late),
        query: `open=true&subjectType=${subjects.map(({ noun }) => noun).join(",")}`,
      },
    ];
  });
};

/** Who answers for open failures, whoever has most that are late first; at most a hundred. */
export const complianceOwners = (db: Db): Promise<ComplianceOwner[]> =>
  db.rows<ComplianceOwner>(sql`
    select
      f.owner, count(*)::int as open,
      count(*) filter (where f.due_on < ${businessDate(db.scope)}::date)::int as late
    from control_failure f
    where f.org_id = ${db.scope.orgId} and f.status not in ('closed', 'waived')
    group by f.owner_id, f.owner
    order by late desc, open desc, owner
    limit 100
  `);
