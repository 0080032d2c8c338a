import type { Actor } from "#kernel/access.ts";
import { type AgencyState, stateSentences } from "#kernel/agency-state.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { newId } from "#kernel/ids.ts";
import { forgetState } from "#server/agencies/state.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import { administratorsOf } from "../member/duty.service.ts";
import { notify } from "../notification/notification.service.ts";
import { agencyStateChange } from "../founding/agency.tables.ts";
import { stateLabels, type StateMove, type StateMoveName, stateMoves } from "./state.labels.ts";

/** A move of an agency's life; `rule` names the dated rule or record that it follows from. */
export type StateStep = { move: StateMoveName; reason: string; rule?: string };

const operatorsOwn = () =>
  conflict(
    "operators_agency",
    "This agency runs the installation: it is never made read-only, suspended or deleted.",
  );

const tell = async (tx: Tx, state: AgencyState, reason: string) =>
  notify(tx, await administratorsOf(tx), {
    kind: "agency_state",
    title: `Your agency is now: ${stateLabels[state].label}`,
    body: `${reason} ${stateSentences[state]}`,
    link: "/tenant-management",
  });

/**
 * Moves the scope's agency to another state: behind its lock, with a reason, an entry of its ledger
 * and a notice to its administrators. Gives the state that it came from.
 * @throws Problem 404; 409 `agency_state` where the move does not begin there, `operators_agency`.
 */
export const changeState = async (
  database: Database,
  tx: Tx,
  actor: Actor,
  { move: name, reason, rule = "" }: StateStep,
): Promise<AgencyState> => {
  const orgId = tx.scope.orgId!;
  const move: StateMove = stateMoves[name];
  const before = await tx.maybe<{ name: string; state: AgencyState }>(
    sql`select name, state from organization where id = ${orgId} for update`,
  );
  if (!before) throw notFound("agency");
  if (move.neverOperators && (await runningAgency(database)) === orgId) throw operatorsOwn();
  if (!move.from.includes(before.state))
    throw conflict(
      "agency_state",
      `The agency is ${stateLabels[before.state].label.toLowerCase()}: this step does not begin there.`,
    );
  await tx.rows(sql`
    update organization
    set
      state = ${move.to}, state_since = clock_timestamp(), state_reason = ${reason},
      version = version + 1, updated_at = clock_timestamp()
    where id = ${orgId}
  `);
  await insertRow(tx, agencyStateChange, {
    orgId,
    id: newId(),
    fromState: before.state,
    toState: move.to,
    reason,
    rule,
    changedBy: actor.kind === "member" ? actor.personId : null,
    changedByName: actor.name,
  });
  note(tx, { ...actor, orgId }, "organization", orgId, {
    number: before.name,
    action: name,
    before: { state: before.state },
    after: { state: move.to, rule },
    note: reason,
    event: null,
  });
  await tell(tx, move.to, reason);
  tx.afterCommit(() => forgetState(database, orgId));
  return before.state;
};

/** A change of state, as people read it. */
export type StateChange = {
  id: string;
  fromState: AgencyState;
  toState: AgencyState;
  reason: string;
  rule: string;
  changedByName: string;
  createdAt: Instant;
};

/** How an agency came to its state, newest first; as far as `db` shows it. */
export const stateChangesOf = (db: Db, orgId: string): Promise<StateChange[]> =>
  db.rows<StateChange>(sql`
    select id, from_state, to_state, reason, rule, changed_by_name, created_at
    from agency_state_change
    where org_id = ${orgId}
    order by created_at desc, id desc
    limit 100
  `);

/** What an agency is and in which state. */
export type AgencyRecord = {
  id: string;
  name: string;
  timeZone: string;
  state: AgencyState;
  stateSince: Instant;
  stateReason: string;
  createdAt: Instant;
};

/** An agency with its state, as far as `db` shows it. @throws Problem 404. */
export const agencyRecord = async (db: Db, orgId: string): Promise<AgencyRecord> => {
  const row = await db.maybe<AgencyRecord>(sql`
    select id, name, time_zone, state, state_since, state_reason, created_at
    from organization
    where id = ${orgId}
  `);
  if (!row) throw notFound("agency");
  return row;
};

/** The state of the scope's agency behind its lock: nobody moves it until the transaction ends. @throws Problem 404. */
export const lockedState = async (tx: Tx): Promise<AgencyState> => {
  const row = await tx.maybe<{ state: AgencyState }>(
    sql`select state from organization where id = ${tx.scope.orgId} for update`,
  );
  if (!row) throw notFound("agency");
  return row.state;
};
