import { dutyLabels, type Duty } from "#roles.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { permissionsOfFigures } from "#server/facts/figures.ts";
import { allFacts } from "#server/area.ts";
import { change, note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { allReadyReports } from "#server/facts/ready.ts";
import { actionsFor, requireSeen, transition, type TakenStep } from "#server/lifecycle.ts";
import { reportDashboard } from "../reporting.tables.ts";
import type {
  DashboardInput,
  DashboardRecord,
  ShareInput,
  ShownDashboard,
} from "./dashboard.model.ts";
import type { TileInput } from "./dashboard.labels.ts";
import { reportDashboardNoun } from "./dashboard.noun.ts";
import { notForAll, requireTiles, showTiles } from "./tile.service.ts";

const standardTiles = 4;

/** Keeps a dashboard of one's own. @throws 422 for a tile that its maker does not see. */
export const makeDashboard = async (tx: Tx, actor: Actor, input: DashboardInput) => {
  await requireTiles(tx, actor, input.tiles);
  return create(tx, actor, reportDashboardNoun, {
    number: { kind: "DSH" },
    row: {
      ...input,
      orgId: actor.orgId!,
      id: newId(),
      status: reportDashboardNoun.cycle.initial,
      ownerId: actor.personId!,
    },
  });
};

// Whoever reads a shared dashboard finds a report behind each tile.
const requireForAll = async (tx: Tx, tiles: readonly TileInput[]): Promise<void> => {
  const own = await notForAll(tx, tiles);
  if (own.length)
    throw conflict(
      "tiles_not_shared",
      `Others would not see these tiles: ${own.join(", ")}. Share their reports first, or take the tiles off.`,
    );
};

/** Changes tiles, filters or name of one's own dashboard. @throws 409, 422 as making and sharing it. */
export const changeDashboard = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: DashboardInput,
  version: number | null,
) => {
  await requireSeen(tx, actor, "reportDashboard", id);
  return change(tx, actor, reportDashboardNoun, {
    id,
    version,
    patch: input,
    effect: async (row) => {
      await requireTiles(tx, actor, input.tiles, row.tiles);
      if (row.status === "shared") await requireForAll(tx, input.tiles);
    },
  });
};

const dutysBoard = (db: Db, duty: Duty) =>
  db.maybe<{ id: string; number: string; name: string }>(sql`
    select id, number, name
    from report_dashboard
    where org_id = ${db.scope.orgId} and status = 'shared' and duty = ${duty}
  `);

/**
 * Shares a dashboard with the agency, or with everybody of a duty as what stands below their work.
 * @throws 409 where a tile is not shared, or another dashboard stands there for that duty.
 */
export const shareDashboard = (tx: Tx, actor: Actor, step: TakenStep, { duty }: ShareInput) =>
  transition(tx, actor, reportDashboardNoun, {
    ...step,
    action: "share",
    effect: async (row) => {
      await requireForAll(tx, row.tiles);
      const other = duty && (await dutysBoard(tx, duty));
      if (other)
        throw conflict(
          "duty_has_dashboard",
          `${other.number} (${other.name}) stands before everybody with the duty ${dutyLabels[duty!].label}. Whoever made it keeps it to themselves first.`,
        );
      return { patch: { duty } };
    },
  });

/** Takes a dashboard back: it stands on nobody's home but its maker's. */
export const withdrawDashboard = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, reportDashboardNoun, {
    ...step,
    action: "withdraw",
    effect: async () => {
      await offHomes(tx, step.id, actor.personId);
      return { patch: { duty: null } };
    },
  });

/** Retires a dashboard: it stands on nobody's home. */
export const retireDashboard = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, reportDashboardNoun, {
    ...step,
    action: "retire",
    effect: async () => {
      await offHomes(tx, step.id, null);
      return { patch: { duty: null } };
    },
  });

const offHomes = (tx: Tx, id: string, except: string | null) =>
  tx.rows(sql`
    delete from report_dashboard_home
    where org_id = ${tx.scope.orgId}
      and dashboard_id = ${id}
      and person_id is distinct from ${except}::uuid
  `);

/**
 * Puts a dashboard below what waits for whoever asks, or takes it off again. It is theirs alone: nobody
 * else's home changes. @throws 404 for one that they do not see, 409 for a retired one.
 */
export const onHome = async (tx: Tx, actor: Actor, id: string, shown: boolean) => {
  await requireSeen(tx, actor, "reportDashboard", id);
  const { status, number } = await lockRow(tx, reportDashboard, id, "dashboard");
  if (shown && status === "retired")
    throw conflict("dashboard_retired", "This dashboard is retired. Choose another one.");
  if (shown)
    await tx.rows(sql`
      insert into report_dashboard_home (org_id, person_id, dashboard_id)
      values (${actor.orgId}, ${actor.personId}, ${id})
      on conflict (org_id, person_id)
      do update set dashboard_id = excluded.dashboard_id
    `);
  else
    await tx.rows(sql`
      delete from report_dashboard_home
      where org_id = ${actor.orgId} and person_id = ${actor.personId} and dashboard_id = ${id}
    `);
  note(
    tx,
    actor,
    reportDashboardNoun,
    { id, number },
    { action: shown ? "show-at-home" : "take-from-home" },
  );
  return { id };
};

const homeOf = (db: Db, actor: Actor) =>
  db.maybe<{ id: string }>(sql`
    select d.id
    from report_dashboard_home h
    join report_dashboard d on d.org_id = h.org_id and d.id = h.dashboard_id
    where h.org_id = ${actor.orgId}
      and h.person_id = ${actor.personId}
      and d.status <> 'retired'
      and (d.status = 'shared' or d.owner_id = ${actor.personId})
  `);

const ofDuties = (db: Db, actor: Actor) =>
  db.maybe<{ id: string }>(sql`
    select id
    from report_dashboard
    where org_id = ${actor.orgId} and status = 'shared' and duty = any(${[...actor.duties]}::text[])
    order by array_position(${[...actor.duties]}::text[], duty)
    limit 1
  `);

/** What the product shows of duties: the first ready reports for them, all of whose figures are theirs. */
const standardOf = (actor: Actor, duties: readonly string[]): TileInput[] =>
  allReadyReports()
    .flatMap((report) =>
      report.question &&
      report.readers.some((duty) => duties.includes(duty)) &&
      permissionsOfFigures(allFacts(), report.question).every((each) => actor.permissions.has(each))
        ? { of: "ready" as const, id: report.id, look: report.chart, width: "half" as const }
        : [],
    )
    .slice(0, standardTiles);

const shownOf = async (db: Db, actor: Actor, id: string): Promise<ShownDashboard> => {
  const { name, tiles, filters } = await getRow(db, reportDashboard, id, "dashboard");
  return { id, name, filters, tiles: await showTiles(db, actor, tiles) };
};

/**
 * What stands below a person's work: the dashboard that they chose, else that of the agency for one of
 * their duties, else the product's for them; null where there is none.
 */
export const homeDashboard = async (db: Db, actor: Actor): Promise<ShownDashboard | null> => {
  const chosen = (await homeOf(db, actor)) ?? (await ofDuties(db, actor));
  if (chosen) return shownOf(db, actor, chosen.id);
  const tiles = standardOf(actor, actor.duties);
  if (!tiles.length) return null;
  return {
    id: null,
    name: "For your duties",
    filters: { period: null, where: {} },
    tiles: await showTiles(db, actor, tiles),
  };
};

/** A dashboard with what its reader may do of it; 404 for another one's that is not shared. */
export const readDashboard = async (db: Db, actor: Actor, id: string): Promise<DashboardRecord> => {
  await requireSeen(db, actor, "reportDashboard", id);
  const row = await getRow(db, reportDashboard, id, "dashboard");
  const told = await db.one<{ owner: string | null; home: boolean }>(sql`
    select
      (select p.display_name from person p where p.id = ${row.ownerId}) as owner,
      exists (
        select
        from report_dashboard_home h
        where h.org_id = ${actor.orgId}
          and h.person_id = ${actor.personId}
          and h.dashboard_id = ${id}
      ) as home
  `);
  return {
    ...row,
    ...told,
    tiles: await showTiles(db, actor, row.tiles),
    canEdit: row.status !== "retired" && row.ownerId === actor.personId,
    actions: actionsFor(actor, reportDashboardNoun, row),
  };
};
