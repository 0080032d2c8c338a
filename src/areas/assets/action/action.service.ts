import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import {
  actionsAsked,
  defineNoun,
  readableRecord,
  requireSeen,
  seesRecord,
  transition,
} from "#server/lifecycle.ts";
import { memberById, notify } from "#areas/organization/organization.server.ts";
import { keepDeadlines, type DeadlineRecordOf } from "#areas/workflow/workflow.server.ts";
import { plusDays } from "../plan/schedule.model.ts";
import {
  correctiveCycle,
  type CorrectiveFacts,
  type CorrectiveStatus,
  type CorrectiveStep,
} from "./action.labels.ts";
import { correctiveList } from "./action.list.ts";
import type { causeInput, checkInput, CorrectiveDetail, CorrectiveInput } from "./action.model.ts";
import { correctiveAction } from "./action.tables.ts";
import { checkLaw } from "./check-law.service.ts";
import { checksOn, type CheckLaw } from "./check-law.model.ts";
import { tellSubject } from "./subjects.service.ts";

type Stored = typeof correctiveAction.$inferSelect;
type Record_ = Stored & Pick<CorrectiveFacts, "checkDue">;
export type ActionStep = { id: string; version: number | null; reason?: string | null };

type Dated = Pick<Stored, "status" | "implementedOn" | "firstCheckOn">;
const checkOf = ({ implementedOn, firstCheckOn }: Dated, law: CheckLaw): number => {
  const [first, second] = checksOn(law, implementedOn ?? "");
  return firstCheckOn ? second : first;
};
/** The day of the next check of an action that was carried out, by the rule of that day; else null. */
const nextCheck = (row: Dated, law: CheckLaw): Day | null =>
  !row.implementedOn || !["implemented", "effectiveness_check"].includes(row.status)
    ? null
    : plusDays(row.implementedOn, checkOf(row, law));
/** Whether the check of an action that was carried out has come. */
export const isDue = (row: Dated, law: CheckLaw, today: string) => {
  const next = nextCheck(row, law);
  return next !== null && next <= today;
};

export const correctiveNoun = defineNoun<
  CorrectiveStatus,
  CorrectiveStep,
  typeof correctiveAction,
  Record_
>({
  name: "correctiveAction",
  path: "corrective-actions",
  page: "/corrective-actions",
  table: correctiveAction,
  cycle: correctiveCycle,
  keepsFiles: ["closed"],
  number: (row) => row.number,
  askers: ["openedBy"],
  visible: async (db, actor, row) =>
    [row.ownerId, row.openedBy].includes(actor.personId) ||
    seesRecord(db, actor, row.subjectType, row.subjectId),
  load: async (tx, row) => ({
    ...row,
    checkDue: isDue(row, await checkLaw(tx), businessDate(tx.scope)),
  }),
});

/** The days that follow from a corrective action: to be implemented, and its checks by the rule. */
const correctiveDays = (row: Stored, law: CheckLaw): DeadlineRecordOf => {
  const next = nextCheck(row, law);
  const open = !["implemented", "effectiveness_check", "closed"].includes(row.status);
  return {
    id: row.id,
    number: row.number,
    link: `/corrective-actions/${row.id}`,
    deadlines: [
      ...(open && row.dueOn
        ? [
            {
              key: "implement",
              title: `${row.number} is to be implemented`,
              dueOn: row.dueOn,
              follows: "The day that was set when it was opened.",
              ownerId: row.ownerId,
              notices: [7, 0],
              byHand: false,
            },
          ]
        : []),
      ...(next
        ? [
            {
              key: row.firstCheckOn ? "second" : "first",
              title: `${row.number}: does it work?`,
              dueOn: next,
              follows: `${checkOf(row, law)} days after it was implemented; by another than who implemented it.`,
              ownerId: row.openedBy,
              notices: [3, 0],
              byHand: false,
            },
          ]
        : []),
    ],
  };
};

const keep = async (tx: Tx, actor: Actor, row: Stored): Promise<Stored> => {
  await keepDeadlines(tx, actor, "correctiveAction", correctiveDays(row, await checkLaw(tx)));
  return row;
};

/** All that have open days. */
export const allCorrectiveDays = async (db: Db): Promise<DeadlineRecordOf[]> => {
  const [rows, law] = await Promise.all([
    db.rows<Stored>(sql`
      select *
      from corrective_action
      where org_id = ${db.scope.orgId} and status <> 'closed'
      order by id
      limit 5000
    `),
    checkLaw(db),
  ]);
  return rows.map((row) => correctiveDays(row, law));
};

/** Opens a corrective action about a record that the actor may read. 404 for another agency's. */
export const openAction = async (tx: Tx, actor: Actor, input: CorrectiveInput): Promise<Stored> => {
  const { noun, number } = await readableRecord(tx, actor, input.subjectType, input.subjectId);
  await memberById(tx, input.ownerId);
  const row = await create(tx, actor, correctiveNoun, {
    number: { kind: "CA" },
    row: {
      ...input,
      subjectNumber: number,
      subjectLink: noun.page ? `${noun.page}/${input.subjectId}` : "/dashboard",
      openedBy: actor.personId,
      orgId: actor.orgId!,
      id: newId(),
    },
    from: [{ type: input.subjectType, id: input.subjectId }],
  });
  if (row.ownerId !== actor.personId)
    notify(tx, [input.ownerId], {
      kind: "correctiveAction",
      title: `${row.number} is yours`,
      body: row.title,
      link: `/corrective-actions/${row.id}`,
    });
  await tellSubject(tx, actor, row, "open");
  return keep(tx, actor, row);
};

const step = async (
  tx: Tx,
  actor: Actor,
  action: CorrectiveStep,
  { id, version, reason = null }: ActionStep,
  patch: (row: Record_) => Partial<Stored> & { to?: CorrectiveStatus },
): Promise<Stored> => {
  const row = await transition(tx, actor, correctiveNoun, {
    ...{ id, action, version, reason },
    effect: async (before) => {
      const { to, ...values } = patch(before);
      return { patch: values, ...(to ? { to } : {}) };
    },
  });
  await tellSubject(tx, actor, row, action);
  return keep(tx, actor, row);
};

/** What was done at once, so that nobody else is hurt. */
export const contain = (tx: Tx, actor: Actor, of: ActionStep, said: { containment: string }) =>
  step(tx, actor, "contain", of, () => said);

/** Why it happened, and what is planned against it. */
export const findCause = (
  tx: Tx,
  actor: Actor,
  of: ActionStep,
  said: z.output<typeof causeInput>,
) => step(tx, actor, "findCause", of, () => said);

/** Approves the plan: not by its owner. */
export const approvePlan = (tx: Tx, actor: Actor, of: ActionStep) =>
  step(tx, actor, "approvePlan", of, () => ({ approvedBy: actor.personId }));

/** The plan is carried out; from this day on its effect is checked after 30 and 90 days. */
export const implement = (tx: Tx, actor: Actor, of: ActionStep) =>
  step(tx, actor, "implement", of, () => ({
    implementedBy: actor.personId,
    implementedOn: businessDate(tx.scope),
    firstCheckOn: null,
    firstCheck: "",
    secondCheckOn: null,
    secondCheck: "",
  }));

/** Whether it works, by another than who implemented it: the second time it is closed; else reopened. */
export const checkEffect = (
  tx: Tx,
  actor: Actor,
  of: ActionStep,
  { found, effective }: z.output<typeof checkInput>,
) =>
  step(tx, actor, "check", of, (row) => {
    const today = businessDate(tx.scope);
    const said = row.firstCheckOn
      ? { secondCheck: found, secondCheckOn: today, secondCheckedBy: actor.personId }
      : { firstCheck: found, firstCheckOn: today, firstCheckedBy: actor.personId };
    const to = !effective ? "reopened" : row.firstCheckOn ? "closed" : "effectiveness_check";
    return { ...said, to, recurrences: row.recurrences + (effective ? 0 : 1) };
  });

/** It happened again: opened anew, with why. */
export const recur = (tx: Tx, actor: Actor, of: ActionStep) =>
  step(tx, actor, "recur", of, (row) => ({
    recurrences: row.recurrences + 1,
    statusReason: of.reason ?? null,
  }));

type Head = Omit<CorrectiveDetail, "nextCheckOn" | "actions"> &
  Pick<Stored, "ownerId" | "implementedBy">;

/** A corrective action with the actor's steps. 404, also where its subject is not for the actor. */
export const readAction = async (db: Db, actor: Actor, id: string): Promise<CorrectiveDetail> => {
  await requireSeen(db, actor, "correctiveAction", id);
  const head = await db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(correctiveList, {}), actor)}, c.subject_type, c.subject_link,
      c.problem, c.containment, c.root_cause, c.plan, c.owner_id, c.implemented_by,
      o.display_name as opener, a.display_name as approver, i.display_name as implementer,
      c.implemented_on, c.first_check_on, c.first_check, c.second_check_on, c.second_check,
      c.status_reason
    from ${raw(correctiveList.from)}
    left join person o on o.id = c.opened_by
    left join person a on a.id = c.approved_by
    left join person i on i.id = c.implemented_by
    where c.org_id = ${db.scope.orgId} and c.id = ${id}
  `);
  if (!head) throw notFound("corrective action");
  const law = await checkLaw(db);
  const { ownerId: _owner, implementedBy: _by, ...row } = head;
  return {
    ...row,
    nextCheckOn: nextCheck(head, law),
    actions: await actionsAsked(db, actor, correctiveNoun, {
      ...head,
      checkDue: isDue(head, law, businessDate(db.scope)),
    } as unknown as Record_),
  };
};
