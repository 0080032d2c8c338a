import { systemActor, type Actor } from "#kernel/access.ts";
import { newSignals, sameSignal, type Signal } from "#kernel/control-chart.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { openAction } from "#areas/assets/assets.server.ts";
import { notify, readOrganization } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Database, Db, Scope, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { eachAlone } from "#server/jobs/each-alone.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { qualityObjective, qualitySignal } from "../quality.tables.ts";
import { chartOf } from "./chart.service.ts";
import type { AcceptInput, DismissInput, SignalRow } from "./objective.model.ts";
import type { ObjectiveStored } from "./objective.noun.ts";

type Stored = typeof qualitySignal.$inferSelect;

/** What an objective signalled, newest first, at most 200. */
export const signalsTold = (db: Db, objectiveId: string): Promise<SignalRow[]> =>
  db.rows<SignalRow>(sql`
    select
      id, kind, side, from_on, to_on, said, status, found_on, decided_name, decided_on, reason,
      action_id, action_number
    from quality_signal
    where org_id = ${db.scope.orgId} and objective_id = ${objectiveId}
    order by to_on desc, from_on desc, id
    limit 200
  `);

const asSignal = ({ kind, side, fromOn, toOn }: SignalRow): Signal => ({
  ...{ kind, side, from: fromOn, to: toOn },
});

const propose = async (
  tx: Tx,
  objective: ObjectiveStored,
  signal: Signal & { said: string },
): Promise<void> => {
  const { kind, side, from, to, said } = signal;
  await insertRow(tx, qualitySignal, {
    ...{ orgId: objective.orgId, id: newId(), objectiveId: objective.id, kind, side, said },
    ...{ fromOn: from as Day, toOn: to as Day, foundOn: businessDate(tx.scope) },
  });
  notify(tx, [objective.ownerId], {
    kind: "quality",
    title: `${objective.number}: its chart signals`,
    body: `${objective.name}. ${said}. Open a corrective action, or say why not.`,
    link: `/admin/quality/objectives/${objective.id}`,
  });
};

/**
 * Counts an active objective anew and proposes a corrective action for each signal that is not known yet; one
 * that goes on is only prolonged. Gives how many were proposed. Behind the lock of the objective.
 */
export const judgeObjective = async (tx: Tx, id: string): Promise<number> => {
  const objective = await lockRow(tx, qualityObjective, id, "quality objective");
  if (objective.status !== "active") return 0;
  const [chart, told] = [await chartOf(tx, objective), await signalsTold(tx, id)];
  const known = told.map(asSignal);
  const fresh = newSignals(chart.signals, known);
  for (const signal of chart.signals) {
    const old = told.find((each) => sameSignal(asSignal(each), signal));
    if (!old) await propose(tx, objective, signal);
    else if (old.status === "proposed" && old.toOn < signal.to)
      await updateRow(tx, qualitySignal, old.id, { toOn: signal.to, said: signal.said });
  }
  return fresh.length;
};

/**
 * Judges every active objective of the agency, each apart: one that cannot be counted stops no other. Gives how
 * many signals were proposed. Throws `AggregateError` once all were tried.
 */
export const judgeAll = async (database: Database, scope: Scope): Promise<number> => {
  const rows = await database.read(scope).rows<{ id: string }>(sql`
    select id
    from quality_objective
    where org_id = ${scope.orgId} and status = 'active'
    order by id
    limit 100
  `);
  const ids = rows.map(({ id }) => id);
  return eachAlone(database, { name: "quality objective", scope, ids, work: judgeObjective });
};

/** Each morning of an agency its objectives are counted anew. */
export const qualityDay: AgencyDay = {
  name: "quality-signals",
  at: "01:10",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(o.started_on)::timestamptz as since
      from quality_objective o
      where o.status = 'active' and o.started_on < ${todayOf("o.org_id")}
    `,
  },
  run: async (app, orgId) => {
    const scope = { orgId, personId: null };
    const { timeZone } = await readOrganization(app.database.read(scope));
    return judgeAll(app.database, { ...systemActor(orgId), timeZone });
  },
};

const lockProposal = async (tx: Tx, objectiveId: string, signalId: string): Promise<Stored> => {
  const signal = await lockRow(tx, qualitySignal, signalId, "signal");
  if (signal.objectiveId !== objectiveId)
    throw conflict("signal_of_another", "This signal is of another objective.");
  if (signal.status !== "proposed")
    throw conflict("signal_decided", "It was decided about this signal already.");
  return signal;
};

const decide = async (
  tx: Tx,
  actor: Actor,
  objective: ObjectiveStored,
  signal: Stored,
  patch: Partial<Stored> & Pick<Stored, "status">,
): Promise<void> => {
  await updateRow(tx, qualitySignal, signal.id, {
    ...patch,
    ...{ decidedBy: actor.personId, decidedName: actor.name, decidedOn: businessDate(tx.scope) },
  });
  note(tx, actor, "qualityObjective", objective, {
    action: patch.status === "accepted" ? "acceptSignal" : "dismissSignal",
    before: { signal: signal.said, status: "proposed" },
    after: { signal: signal.said, status: patch.status, action: patch.actionNumber ?? null },
    note: patch.reason ?? patch.actionNumber ?? "",
  });
};

/** Opens the corrective action that a signal proposes. 403; 404; 409 `signal_decided`, `signal_of_another`. */
export const acceptSignal = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { signalId, ...input }: AcceptInput,
): Promise<{ id: string }> => {
  const objective = await lockRow(tx, qualityObjective, id, "quality objective");
  const signal = await lockProposal(tx, id, signalId);
  const action = await openAction(tx, actor, {
    ...input,
    ...{ subjectType: "qualityObjective", subjectId: id },
  });
  await decide(tx, actor, objective, signal, {
    ...{ status: "accepted", actionId: action.id, actionNumber: action.number },
  });
  return { id: action.id };
};

/** Leaves a signal as it is, with the reason. 404; 409 `signal_decided`, `signal_of_another`. */
export const dismissSignal = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { signalId, reason }: DismissInput,
): Promise<{ id: string }> => {
  const objective = await lockRow(tx, qualityObjective, id, "quality objective");
  const signal = await lockProposal(tx, id, signalId);
  await decide(tx, actor, objective, signal, { status: "dismissed", reason });
  return { id };
};
