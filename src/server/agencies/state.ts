import type { AgencyState } from "#kernel/agency-state.ts";
import { goingStates } from "#kernel/agency-state.ts";
import type { Database } from "../db/db.ts";
import { sql, type Sql } from "../db/sql.ts";

/** A changed state takes effect within this many milliseconds on every instance. */
const keptMs = 1000;
const mostKept = 5000;

type Kept = { until: number; state: Promise<AgencyState> };
const kept = new WeakMap<Database, Map<string, Kept>>();

const read = async (database: Database, orgId: string): Promise<AgencyState> =>
  (
    await database
      .read({ orgId, personId: null })
      .one<{ state: AgencyState | null }>(sql`select levee_agency_state(${orgId}) as state`)
  ).state ?? "deleted";

/** The state of an agency, at most a second old; `deleted` for one that is not there. */
export const stateOf = (database: Database, orgId: string): Promise<AgencyState> => {
  const shelf = kept.get(database) ?? new Map<string, Kept>();
  kept.set(database, shelf);
  const now = performance.now();
  const hit = shelf.get(orgId);
  if (hit && now < hit.until) return hit.state;
  const state = read(database, orgId);
  state.catch(() => shelf.delete(orgId));
  if (shelf.size >= mostKept) shelf.clear();
  shelf.set(orgId, { until: now + keptMs, state });
  return state;
};

/** Whoever changed a state on this instance shows it here at once. */
export const forgetState = (database: Database, orgId: string): void =>
  void kept.get(database)?.delete(orgId);

/** True of rows whose agency goes on: what goes by the clock and begins something new rests else. */
export const agencyGoes = (orgId: Sql): Sql =>
  sql`levee_agency_state(${orgId}) = any(${[...goingStates]}::text[])`;
