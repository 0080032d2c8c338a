import type { Actor } from "#kernel/access.ts";
import type { Database, Db } from "#server/db/db.ts";
import { operatorDb } from "#server/db/scopes/operator.ts";
import { sql } from "#server/db/sql.ts";
import { strangersTried } from "#areas/identity/identity.server.ts";
import { machineFigures } from "#server/operation/figures.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import {
  agencyRecord,
  changeState,
  operatorMoves,
  stateChangesOf,
  type StateMoveName,
} from "#areas/organization/organization.server.ts";
import { limitsOf, useByDay } from "#areas/billing/billing.server.ts";
import type { AgencyRow, AgencyStanding, PlatformFigures } from "./operator.model.ts";

/** So many agencies stand on a page. */
const pageSize = 50;

export type AgenciesAsked = { q: string; page: number; show: "all" | "needing" };

/** Agencies of the installation, those that need somebody first; nothing of their business. */
export const listAgencies = async (
  database: Database,
  { q, page, show }: AgenciesAsked,
): Promise<{ items: AgencyRow[]; total: number }> => {
  const db = operatorDb(database);
  const where = sql`
    where (${q} = '' or name ilike '%' || ${q.replace(/[\\%_]/g, "\\$&")} || '%')
      and (${show} = 'all' or needs <> '')
  `;
  const [items, { total }] = await Promise.all([
    db.rows<AgencyRow>(sql`
      select
        id, name, state, state_since, created_at, people, storage_bytes, calls, last_activity_at,
        people_limit, storage_limit, support_until, plan_name, plan_status, late_cents, late_since,
        needs, operates
      from platform_agency ${where}
      order by needs = '', state_since desc, name, id
      limit ${pageSize}
      offset ${(page - 1) * pageSize}
    `),
    db.one<{ total: number }>(sql`select count(*)::int as total from platform_agency ${where}`),
  ]);
  return { items, total };
};

/** What waits on the installation, as figures that the operator's pages open. */
export const platformFigures = async (database: Database): Promise<PlatformFigures> => {
  const db = operatorDb(database);
  const [machine, unknownSignIns, agencies] = await Promise.all([
    machineFigures(db),
    strangersTried(db, 7),
    db.one<Pick<PlatformFigures, "agencies" | "needing">>(sql`
      select count(*)::int as agencies, count(*) filter (where needs <> '')::int as needing
      from platform_agency
    `),
  ]);
  return { ...machine, ...agencies, unknownSignIns };
};

/**
 * How an agency stands, read over `db`: the agency's own for its administrators, the operator's for
 * whoever runs the installation. @throws Problem 404.
 */
export const standingOfAgency = async (
  database: Database,
  db: Db,
  orgId: string,
  decides: boolean,
): Promise<AgencyStanding> => {
  const [row, changes, counts, limits, operator] = await Promise.all([
    agencyRecord(db, orgId),
    stateChangesOf(db, orgId),
    useByDay(db, orgId),
    limitsOf(db, orgId),
    runningAgency(database),
  ]);
  const operates = operator === orgId;
  return {
    ...row,
    operates,
    changes: changes as AgencyStanding["changes"],
    counts,
    limits,
    moves: (decides ? operatorMoves(row.state, operates) : []) as AgencyStanding["moves"],
  };
};

/** An operator's step of an agency's life, in that agency's own transaction. @throws Problem 404, 409. */
export const moveAgency = (
  database: Database,
  actor: Actor,
  orgId: string,
  { move, reason }: { move: StateMoveName; reason: string },
): Promise<void> =>
  database.transaction({ orgId, personId: actor.personId }, async (tx) => {
    await changeState(database, tx, actor, { move, reason });
  });
