import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { keepDeadlines, type DeadlineRecordOf } from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { appealClocks, notNext } from "../law/clocks.model.ts";
import { appealNoun } from "../recovery.nouns.ts";
import { paAppeal, paDeclaration, paProject } from "../recovery.tables.ts";
import type { AppealAction, AppealLevel } from "./appeal.labels.ts";
import { decisionOf, lettersOf, openRequests } from "./letter.service.ts";
import { appealList } from "./question.list.ts";
import type { Appeal, AppealDetail, AppealInput, Letter, NextInput } from "./question.model.ts";

type Record_ = typeof paAppeal.$inferSelect;
type Asked = Pick<Letter, "id" | "sender" | "subject" | "dueOn">;

const daysOf = (a: Record_, asked: readonly Asked[]): DeadlineRecordOf => ({
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
            follows:
              "60 days from when the determination or decision was sent, or from its receipt before 2022.",
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
    ...asked.map((letter) => ({
      key: `letter-${letter.id}`,
      title: `${a.number}: what was asked for is answered`,
      dueOn: letter.dueOn!,
      follows: `A request for information: ${letter.subject}`,
      ownerId: a.ownerId,
      notices: [14, 3, 0],
      byHand: false,
    })),
  ],
});
const keep = async (tx: Tx, actor: Actor, a: Record_): Promise<Record_> => {
  await keepDeadlines(
    tx,
    actor,
    "paAppeal",
    daysOf(a, (await openRequests(tx, [a.id])).get(a.id) ?? []),
  );
  return a;
};

/** Keeps the clocks of an appeal after a letter came in or was answered. */
export const keepAppealDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  await keep(tx, actor, await getRow(tx, paAppeal, id, "appeal"));
};

/** The days of all open appeals. */
export const allAppealDays = async (db: Db): Promise<DeadlineRecordOf[]> => {
  const rows = await db.rows<Record_>(sql`
    select *
    from pa_appeal
    where org_id = ${db.scope.orgId} and status in ('determined', 'filed', 'forwarded')
    order by id
    limit 5000
  `);
  const asked = await openRequests(
    db,
    rows.map((a) => a.id),
  );
  return rows.map((a) => daysOf(a, asked.get(a.id) ?? []));
};

type Begun = Omit<AppealInput, "projectId"> & { earlierId?: string };
const begun = async (
  tx: Tx,
  actor: Actor,
  p: typeof paProject.$inferSelect,
  input: Begun,
): Promise<Record_> => {
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const { fileBy, forwardBy, citation } = appealClocks({
    level: input.level,
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
      projectId: p.id,
      fileBy,
      forwardBy,
      citation,
      ownerId: actor.personId,
    },
    from: [
      input.earlierId ? { type: "paAppeal", id: input.earlierId } : { type: "paProject", id: p.id },
    ],
  });
  return keep(tx, actor, row);
};

/** Records a determination against the agency. Both clocks run from its days by the law of the declaration. */
export const recordDetermination = async (
  tx: Tx,
  actor: Actor,
  { projectId, ...input }: AppealInput,
): Promise<Record_> => {
  const p = await getRow(tx, paProject, projectId, "project");
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  if (input.determinedOn < d.declaredOn)
    throw invalidField(
      "determinedOn",
      `${d.number} was declared on ${formatDate(d.declaredOn)}; nothing was determined before.`,
    );
  if (input.sentOn && input.sentOn < input.determinedOn)
    throw invalidField("sentOn", "It was sent before it was determined.");
  const why =
    input.level === "arbitration"
      ? notNext({ ...d, level: "first", cents: input.disputedCents }, "arbitration")
      : null;
  if (why) throw invalidField("level", why);
  return begun(tx, actor, p, input);
};

const unsuccessful = new Set(["denied", "late"]);

/**
 * Goes on with a denied appeal at its next level: a second appeal or arbitration, whose clock runs from
 * FEMA's letter of decision. Letters and files of before belong to it. 404; 409 where it is not denied,
 * goes on already or has no such letter, 422 at a level that the law does not give.
 */
export const goOn = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: NextInput,
): Promise<Record_> => {
  const a = await lockRow(tx, paAppeal, id, "appeal");
  if (!unsuccessful.has(a.status))
    throw conflict("rule", `${a.number} is not denied, so nothing follows it.`);
  const following = await nextOf(tx, id);
  if (following) throw conflict("rule", `${a.number} goes on as ${following.number} already.`);
  const p = await getRow(tx, paProject, a.projectId, "project");
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const why = notNext({ ...a, ...d, cents: input.disputedCents }, input.level);
  if (why) throw invalidField("level", why);
  const letter = await decisionOf(tx, id);
  if (!letter)
    throw conflict(
      "no_decision",
      `Record the letter of decision on ${a.number} first: the clock runs from it.`,
    );
  return begun(tx, actor, p, {
    level: input.level,
    subject: a.subject,
    disputedCents: input.disputedCents,
    argument: input.argument || a.argument,
    determinedOn: letter.datedOn,
    sentOn: letter.sentOn,
    receivedOn: letter.receivedOn,
    earlierId: id,
  });
};

type Level = { id: string; number: string; level: AppealLevel };
const nextOf = (db: Db, id: string): Promise<Level | null> =>
  db.maybe<Level>(sql`
    select id, number, level
    from pa_appeal
    where org_id = ${db.scope.orgId} and earlier_id = ${id}
  `);

// The levels before an appeal, the first one first, and itself at the end.
const chainOf = (db: Db, id: string): Promise<Level[]> =>
  db.rows<Level>(sql`
    with recursive chain as (
      select org_id, id, number, level, earlier_id, 0 as back
      from pa_appeal
      where org_id = ${db.scope.orgId} and id = ${id}
      union all
      select a.org_id, a.id, a.number, a.level, a.earlier_id, c.back + 1
      from chain c
      join pa_appeal a on a.org_id = c.org_id and a.id = c.earlier_id
      where c.back < 5
    )
    select id, number, level
    from chain
    order by back desc
  `);

const goesOnOf = async (db: Db, a: Record_, isOver: boolean): Promise<AppealDetail["goesOn"]> => {
  if (!unsuccessful.has(a.status) || isOver) return [];
  const p = await getRow(db, paProject, a.projectId, "project");
  const [d, letter] = await Promise.all([
    getRow(db, paDeclaration, p.declarationId, "declaration"),
    decisionOf(db, a.id),
  ]);
  return (["second", "arbitration"] as const).map((level) => {
    const { fileBy, citation } = appealClocks({
      level,
      declaredOn: d.declaredOn,
      determinedOn: letter?.datedOn ?? a.determinedOn,
      sentOn: letter?.sentOn ?? null,
      receivedOn: letter?.receivedOn ?? null,
      filedOn: null,
    });
    const why = notNext({ ...a, ...d, level: a.level, cents: a.disputedCents }, level);
    return { level, fileBy: fileBy as Day | null, citation, why };
  });
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
  const [a, chain, next] = await Promise.all([
    getRow(db, paAppeal, id, "appeal"),
    chainOf(db, id),
    nextOf(db, id),
  ]);
  const [letters, goesOn] = await Promise.all([
    lettersOf(
      db,
      chain.map((each) => each.id),
    ),
    goesOnOf(db, a, next !== null),
  ]);
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
    evidence: [...chain.map((each) => each.id), a.projectId, ...file.map((f) => f.id)],
    letters,
    earlier: chain.at(-2) ?? null,
    next,
    goesOn,
    actions: actionsFor(actor, appealNoun, a),
  };
};
