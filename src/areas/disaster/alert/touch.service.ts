import { systemActor, type Actor } from "#kernel/access.ts";
import type { Area } from "#kernel/geo/area.ts";
import { gridOf, type Grid } from "#kernel/geo/grid.ts";
import { placedOf, withinGrid, type Placed } from "#areas/places/places.server.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { permissionsOf } from "#roles.ts";
import type { Drawn, Touch } from "./alert.labels.ts";

// Rules and figures see every record of the agency; what they tell is a number.
const seer = (orgId: string): Actor => ({
  ...systemActor(orgId),
  permissions: permissionsOf("admin", []),
});
/** Everything of the agency that has a place on the map. */
export const gridOfAgency = async (db: Db): Promise<Grid<Placed>> =>
  gridOf((await placedOf(db, seer(db.scope.orgId!))).items);

type Touched = { touch: Touch; inside: number; possibly: number };
/** Whether what the agency has on the map lies in an area. */
export const touchOf = (grid: Grid<Placed>, area: Area, drawn: Drawn): Touched => {
  if (drawn === "none") return { touch: "unjudged", inside: 0, possibly: 0 };
  const found = withinGrid(grid, area);
  const inside = found.filter(({ verdict }) => verdict === "inside").length;
  const possibly = found.length - inside;
  return { touch: inside ? "inside" : possibly ? "possibly" : "none", inside, possibly };
};

/** Judges the warnings in force anew: records get other places, and new ones come. */
export const judgeTouches = async (tx: Tx): Promise<void> => {
  const alerts = await tx.rows<{ id: string; area: Area; drawn: Drawn }>(sql`
    select id, area, drawn
    from weather_alert
    where org_id = ${tx.scope.orgId}
      and status = 'active'
      and ended_at is null
      and (ends_at is null or ends_at > clock_timestamp())
    order by id
    limit 2000
  `);
  if (!alerts.length) return;
  const grid = await gridOfAgency(tx);
  const found = alerts.map(({ id, area, drawn }) => ({ id, ...touchOf(grid, area, drawn) }));
  await tx.rows(sql`
    update weather_alert w
    set
      touch = f.touch, touch_inside = f.inside, touch_possibly = f.possibly,
      touched_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(
      id uuid, touch text, inside int, possibly int
    )
    where w.org_id = ${tx.scope.orgId} and w.id = f.id
  `);
};

const due = (app: Pick<App, "database">) =>
  identityDb(app.database).rows<{ orgId: string }>(sql`
    select distinct org_id
    from weather_alert
    where ended_at is null
      and status = 'active'
      and (ends_at is null or ends_at > clock_timestamp())
      and (touched_at is null or touched_at < clock_timestamp() - interval '10 minutes')
  `);

/** Every ten minutes, whatever came of the feeds. */
export const touchSchedule: Schedule = {
  name: "weather-touches",
  cron: "*/10 * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    for (const { orgId } of await due(app as App))
      await (app as App).database.transaction(systemActor(orgId), judgeTouches);
  },
};
