import type { AgencyState } from "#kernel/agency-state.ts";
import { goingStates } from "#kernel/agency-state.ts";
import type { Database } from "../db/db.ts";
import { sql, type Sql } from "../db/sql.ts";

/** A changed state takes effect within this many milliseconds on every instance. */
const keptMs = 1000;
const mostKept = 5000;

type Kept = { until: number; state: Promise<AgencyState | null> };
const kept = new WeakMap<Database, Map<string, Kept>>();

const read = async (database: Database, orgId: string): Promise<AgencyState | null> =>
  (
    await database
      .read({ orgId, personId: null })
      .one<{ state: AgencyState | null }>(sql`select levee_agency_state(${orgId}) as state`)
  ).state;

/** The state of an agency, at most a second old; null for one that is not there, or not yet. */
export const standingOf = (database: Database, orgId: string): Promise<AgencyState | null> => {
  const shelf = kept.get(database) ?? new Map<string, Kept>();
  kept.set(database, shelf);
  const now = performance.now();
  const hit = shelf.get(orgId);
  if (hit && now < hit.until) return hit.state;
  const state = read(database, orgId);
  // One that is being founded is there in a moment.
  const forget = () => void shelf.delete(orgId);
  state.then((found) => found ?? forget(), forget);
  if (shelf.size >= mostKept) shelf.clear();
  shelf.set(orgId, { until: now + keptMs, state });
  return state;
};

/** The state of an agency, at most a second old; `deleted` for one that is not there. */
export const stateOf = async (database: Database, orgId: string): Promise<AgencyState> =>
  (await standingOf(database, orgId)) ?? "deleted";

/** Whoever changed a state on this instance shows it here at once. */
export const forgetState = (database: Database, orgId: string): void =>
  void kept.get(database)?.delete(orgId);

/** True of rows whose agency goes on: what goes by the clock and begins something new rests else. */
export const agencyGoes = (orgId: Sql): Sql =>
  sql`levee_agency_state(${orgId}) = any(${[...goingStates]}::text[])`;
