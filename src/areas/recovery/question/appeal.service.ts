import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { keepDeadlines, type DeadlineRecordOf } from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { appealClocks, mayArbitrate } from "../law/clocks.model.ts";
import { appealNoun } from "../recovery.nouns.ts";
import { paAppeal, paDeclaration, paProject } from "../recovery.tables.ts";
import type { AppealAction } from "./appeal.labels.ts";
import { appealList } from "./question.list.ts";
import type { Appeal, AppealDetail, AppealInput } from "./question.model.ts";

type Record_ = typeof paAppeal.$inferSelect;

const daysOf = (a: Record_): DeadlineRecordOf => ({
  id: a.id,
  number: a.number,
  link: `/fema-grants-hub/appeals/${a.id}`,
  deadlines: [
    ...(a.status === "determined" && a.fileBy
      ? [
          {
            key: "file",
            title: `${a.number} is filed`,
            dueOn: a.fileBy,
            follows: "60 days from the determination's transmission, or its receipt before 2022.",
            citation: a.citation,
            ownerId: a.ownerId,
            notices: [30, 14, 3, 0],
            byHand: false,
          },
        ]
      : []),
    ...((a.status === "determined" || a.status === "filed") && a.forwardBy
      ? [
          {
            key: "forward",
            title: `${a.number} is forwarded by the recipient`,
            dueOn: a.forwardBy,
            follows: "The recipient's own clock: late there is denied too.",
            citation: a.citation,
            ownerId: a.ownerId,
            notices: [30, 7, 0],
            byHand: false,
          },
        ]
      : []),
  ],
});
const keep = async (tx: Tx, actor: Actor, a: Record_): Promise<Record_> => {
  await keepDeadlines(tx, actor, "paAppeal", daysOf(a));
  return a;
};

/** The days of all open appeals. */
export const allAppealDays = async (db: Db): Promise<DeadlineRecordOf[]> =>
  (
    await db.rows<Record_>(sql`
      select *
      from pa_appeal
      where org_id = ${db.scope.orgId} and status in ('determined', 'filed')
      order by id
      limit 5000
    `)
  ).map(daysOf);

/** Records a determination against the agency. Both clocks run from its days by the law of the declaration. */
export const recordDetermination = async (
  tx: Tx,
  actor: Actor,
  input: AppealInput,
): Promise<Record_> => {
  const p = await getRow(tx, paProject, input.projectId, "project");
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  if (input.sentOn && input.sentOn < input.determinedOn)
    throw invalidField("sentOn", "It was sent before it was determined.");
  if (input.level === "arbitration" && !mayArbitrate(input.disputedCents, d.rural))
    throw invalidField(
      "level",
      `Arbitration takes disputes above ${formatCents(d.rural ? 100_000_00 : 500_000_00)} (42 USC 5189a(d)).`,
    );
  const { fileBy, forwardBy, citation } = appealClocks({
    declaredOn: d.declaredOn,
    determinedOn: input.determinedOn,
    sentOn: input.sentOn ?? null,
    receivedOn: input.receivedOn ?? null,
    filedOn: null,
  });
  if (!fileBy)
    throw invalidField(
      d.declaredOn >= "2022-01-01" ? "sentOn" : "receivedOn",
      "The clock runs from this day: enter it.",
    );
  const row = await create(tx, actor, appealNoun, {
    number: { kind: "APL" },
    row: {
      ...input,
      orgId: p.orgId,
      id: newId(),
      fileBy,
      forwardBy,
      citation,
      ownerId: actor.personId,
    },
    from: [{ type: "paProject", id: p.id }],
  });
  return keep(tx, actor, row);
};

const onDay = (tx: Tx, day: string | null): string => {
  if (!day) throw invalidField("day", "Enter the day.");
  if (day > businessDate(tx.scope)) throw invalidField("day", "This day has not come yet.");
  return day;
};

const filed = async (tx: Tx, a: Record_, day: string) => {
  if (!a.argument) throw conflict("rule", "Write the argument first: it is what is filed.");
  const p = await getRow(tx, paProject, a.projectId, "project");
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const { forwardBy } = appealClocks({ ...a, declaredOn: d.declaredOn, filedOn: day });
  const late = a.fileBy !== null && day > a.fileBy;
  return {
    to: late ? ("late" as const) : ("filed" as const),
    patch: {
      filedOn: day,
      forwardBy,
      statusReason: late ? `Filed after ${formatDate(a.fileBy!)}: denied. ${a.citation}` : null,
    },
  };
};

/** A step of an appeal. What comes a day late is denied, whoever was late; the day decides. */
export const moveAppeal = async (
  tx: Tx,
  actor: Actor,
  action: AppealAction,
  step: { id: string; version: number | null; reason?: string | null; day?: string | null },
): Promise<Record_> =>
  keep(
    tx,
    actor,
    await transition(tx, actor, appealNoun, {
      id: step.id,
      version: step.version,
      reason: step.reason ?? null,
      action,
      effect: async (record) => {
        const a = record as Record_;
        const day = onDay(tx, step.day ?? null);
        if (action === "file") return filed(tx, a, day);
        if (action !== "forward")
          return { patch: { decidedOn: day, statusReason: step.reason ?? null } };
        const late = a.forwardBy !== null && day > a.forwardBy;
        return {
          to: late ? "late" : "forwarded",
          patch: {
            forwardedOn: day,
            statusReason: late
              ? `Forwarded after ${formatDate(a.forwardBy!)}: denied. ${a.citation}`
              : null,
          },
        };
      },
    }),
  );

/** An appeal with both clocks and the records of its file. 404. */
export const readAppeal = async (db: Db, actor: Actor, id: string): Promise<AppealDetail> => {
  const row = await db.maybe<Appeal>(
    bind(
      `
        select ${recordColumns(appealList, {})}
        from ${appealList.from}
        where a.org_id = $1 and a.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("appeal");
  const a = await getRow(db, paAppeal, id, "appeal");
  const file = await db.rows<{ id: string }>(sql`
    select id
    from pa_damage
    where org_id = ${db.scope.orgId} and project_id = ${a.projectId}
    union all
    select id
    from pa_request
    where org_id = ${db.scope.orgId} and project_id = ${a.projectId}
    union all
    select id
    from pa_question
    where org_id = ${db.scope.orgId} and project_id = ${a.projectId}
  `);
  return {
    ...row,
    projectId: a.projectId,
    citation: a.citation,
    argument: a.argument,
    decidedOn: a.decidedOn,
    statusReason: a.statusReason,
    evidence: [id, a.projectId, ...file.map((f) => f.id)],
    actions: actionsFor(actor, appealNoun, a),
  };
};
