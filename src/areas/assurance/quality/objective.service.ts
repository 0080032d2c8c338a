import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { addDays } from "#kernel/time.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { qualityObjective } from "../quality.tables.ts";
import { chartOf } from "./chart.service.ts";
import { recordsBehind } from "./measures.service.ts";
import { objectiveCycle } from "./objective.labels.ts";
import type { ObjectiveDetail, ObjectiveInput, PointAnswer } from "./objective.model.ts";
import { objectiveNoun, type ObjectiveStored } from "./objective.noun.ts";
import { periodStart } from "./period.model.ts";
import { judgeObjective, signalsTold } from "./signal.service.ts";

/** The base lies within so many days before today: beyond them nobody works as then. */
const baseDays = 5 * 366;

const columnsOf = async (tx: Tx, input: ObjectiveInput) => {
  const [member] = await membersNamed(tx, { ids: [input.ownerId] });
  if (!member) throw invalidField("ownerId", "Choose somebody of the agency.", "owner_unknown");
  const today = businessDate(tx.scope);
  if (input.baseTo >= today)
    throw invalidField("baseTo", "The base is over before today.", "base_not_over");
  if (input.baseFrom < addDays(today, -baseDays))
    throw invalidField("baseFrom", "The base begins within the last five years.", "base_too_old");
  return { ...input, ownerName: member.name };
};

/** Drafts an objective. 403; 422 `owner_unknown`, `base_not_over`, `base_too_old`. */
export const draftObjective = async (
  tx: Tx,
  actor: Actor,
  input: ObjectiveInput,
): Promise<ObjectiveStored> =>
  create(tx, actor, objectiveNoun, {
    number: { kind: "QO" },
    row: {
      ...(await columnsOf(tx, input)),
      ...{ id: newId(), orgId: tx.scope.orgId!, createdBy: actor.personId! },
    },
  });

/** Changes an objective; once it is active, its measure and period stay. 403, 404, 409, 412; 422 as drafting. */
export const changeObjective = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ObjectiveInput,
  version: number | null,
): Promise<ObjectiveStored> => {
  const row = await change(tx, actor, objectiveNoun, {
    ...{ id, version },
    effect: async (before) => {
      const other = before.measure !== input.measure || before.period !== input.period;
      if (before.status !== "draft" && other)
        throw invalidField(
          "measure",
          "What an active objective measures stays: end it, and set another.",
          "measure_kept",
        );
      return { patch: await columnsOf(tx, input) };
    },
  });
  await judgeObjective(tx, id);
  return row;
};

const requireOnlyOne = async (tx: Tx, { id, measure, period }: ObjectiveStored): Promise<void> => {
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from quality_objective
    where org_id = ${tx.scope.orgId}
      and status = 'active'
      and measure = ${measure}
      and period = ${period}
      and id <> ${id}
  `);
  if (other)
    throw conflict(
      "measured_already",
      `${other.number} measures the same. Change or end that one.`,
    );
};

/** Starts an objective: from now on its signals propose. 403, 404, 412; 409 `measured_already`. */
export const startObjective = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<ObjectiveStored> => {
  const row = await transition(tx, actor, objectiveNoun, {
    ...{ id, version, action: "start" },
    effect: async (before) => {
      await requireOnlyOne(tx, before);
      return { patch: { startedOn: businessDate(tx.scope) } };
    },
  });
  await judgeObjective(tx, id);
  return row;
};

/** Ends an objective, with the reason. 403, 404, 409, 412, 422. */
export const endObjective = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<ObjectiveStored> =>
  transition(tx, actor, objectiveNoun, {
    ...{ id, version, reason, action: "end" },
    effect: async () => ({ patch: { endedOn: businessDate(tx.scope) } }),
  });

/** An objective with its chart and what it signalled. 404. */
export const readObjective = async (db: Db, actor: Actor, id: string): Promise<ObjectiveDetail> => {
  const row = await getRow(db, qualityObjective, id, "quality objective");
  const [chart, told] = await Promise.all([chartOf(db, row), signalsTold(db, id)]);
  const { orgId: _org, createdAt: _made, updatedAt: _at, createdBy: _by, ...shown } = row;
  return {
    ...(shown as Omit<ObjectiveDetail, "chart" | "told" | "signals" | "canEdit" | "actions">),
    signals: told.filter(({ status }) => status === "proposed").length,
    ...{ chart, told },
    canEdit: editRefusal(objectiveCycle.edit!, row, actor) === null,
    actions: await actionsAsked(db, actor, objectiveNoun, row),
  };
};

/** The records behind the value of the period that a day lies in. 404. */
export const readPoint = async (
  db: Db,
  id: string,
  on: ObjectiveInput["baseTo"],
): Promise<PointAnswer> => {
  const row = await getRow(db, qualityObjective, id, "quality objective");
  return recordsBehind(db, row, periodStart(row.period, on));
};
