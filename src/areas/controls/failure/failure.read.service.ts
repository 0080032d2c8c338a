import type { Actor } from "#kernel/access.ts";
import { purchaseStages, type PurchaseStage } from "#kernel/control.ts";
import { notFound } from "#kernel/errors.ts";
import { names } from "#kernel/labels.ts";
import { businessDate } from "#server/clock.ts";
import {
  allControlChecks,
  type ControlCheck,
  controlSubject,
} from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { controlFailure, controlResult } from "../controls.tables.ts";
import { checkOfRecord, ownChecks } from "../control/own.service.ts";
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
  const [check, judgements, people, waiver] = await Promise.all([
    checkOfRecord(db, row),
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
    subjectType: row.subjectType,
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

type Counted = { stage: PurchaseStage; judged: number; open: number; late: number };

// Every check with the stage that it looks at, those that an agency wrote itself among them.
const stagesOfChecks = (): readonly { name: string; stage: PurchaseStage | undefined }[] => [
  ...allControlChecks().map(({ name, stage, subject }) => ({
    name,
    stage: stage ?? controlSubject(subject)?.stage,
  })),
  ...ownChecks().map(({ name, noun }) => ({ name, stage: controlSubject(noun)?.stage })),
];

// Records that some control of a stage judged, and what of them is open.
const countedOf = (db: Db): Promise<Counted[]> =>
  db.rows<Counted>(sql`
    with looked as (
      select *
      from jsonb_to_recordset(${JSON.stringify(stagesOfChecks())}::jsonb) as c(
        name text, stage text
      )
    ),
    judged as (
      select c.stage, count(distinct s.subject_id)::int as judged
      from control_standing s
      join control_result r on r.org_id = s.org_id and r.id = s.result_id
      join control_version v on v.org_id = r.org_id and v.id = r.version_id
      join looked c on c.name = v.check_name
      where s.org_id = ${db.scope.orgId}
      group by 1
    ),
    failed as (
      select
        c.stage, count(*)::int as open,
        count(*) filter (where f.due_on < ${businessDate(db.scope)}::date)::int as late
      from control_failure f
      join looked c on c.name = f.check_name
      where f.org_id = ${db.scope.orgId} and f.status not in ('closed', 'waived')
      group by 1
    )
    select j.stage, j.judged, coalesce(f.open, 0)::int as open, coalesce(f.late, 0)::int as late
    from judged j
    left join failed f on f.stage = j.stage
  `);

/** The stages of a purchase that controls judge, with what fails in each. */
export const complianceStages = async (db: Db): Promise<ComplianceStage[]> => {
  const counted = new Map((await countedOf(db)).map((each) => [each.stage, each]));
  return names(purchaseStages).map((stage: PurchaseStage) => {
    const { judged = 0, open = 0, late = 0 } = counted.get(stage) ?? {};
    const checks = stagesOfChecks().flatMap((each) => (each.stage === stage ? [each.name] : []));
    return {
      ...{ stage, judged, open, late },
      label: purchaseStages[stage],
      query: `open=true&check=${checks.join(",")}`,
    };
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
