import type { Actor } from "#kernel/access.ts";
import type { Area } from "#kernel/geo/area.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileHolder } from "#server/files/holders.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import type { RecordName } from "#server/noun.ts";
import { readWhole } from "#server/reading/reader.ts";
import { roadsOf, type Closure } from "../graph.model.ts";
import { roadLayer } from "../route.tables.ts";
import type { ReadRoads } from "./read-roads.model.ts";
import type { LayerInput, LayerShown, StoredRoad } from "./road.model.ts";

const thread = new URL("./roads.thread.ts", import.meta.url);
const noun = "roadLayer";

/** The file that a layer of roads was read from. */
export const roadFiles: readonly FileHolder[] = [
  {
    column: "road_layer.file_id",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select 'roadLayer' as type, id as id
        from road_layer
        where org_id = ${db.scope.orgId} and file_id = ${id}::uuid
        limit 50
      `),
  },
];

/**
 * Imports the roads of a GeoJSON file; the layer before is in force no more, plans keep what they were solved
 * on. 422 `unknown_file`, `roads_unreadable` with what to do.
 */
export const importRoads = async (
  app: App,
  actor: Actor,
  { fileId, ...head }: LayerInput,
): Promise<{ id: string; version: number }> => {
  const file = await requireSeenFile(app.database.read(actor), actor, fileId);
  const read = await readWhole<string, ReadRoads>(thread, await app.files.pathOf(file.sha256), {
    path: "fileId",
    megabytes: 1024,
    seconds: 120,
  });
  if (!read.ok) throw invalidField("fileId", read.problem, "roads_unreadable");
  return app.database.transaction(actor, async (tx) => {
    await tx.rows(sql`
      update road_layer
      set ended_at = ${businessNow(tx.scope).toISOString()}, version = version + 1
      where org_id = ${tx.scope.orgId} and ended_at is null
    `);
    const made = await insertRow(tx, roadLayer, {
      ...head,
      ...{ orgId: tx.scope.orgId!, id: newId(), fileId, createdBy: actor.personId },
      ...{ roads: read.roads, counts: read.counts },
    });
    note(tx, actor, noun, made.id, {
      number: head.name,
      action: "import",
      after: { ...head, ...read.counts },
      note: `${read.counts.roads} roads of ${head.asOf}`,
    });
    return { id: made.id, version: made.version };
  });
};

/** The layers of roads, the one in force first; at most fifty. */
export const readLayers = (db: Db): Promise<LayerShown[]> =>
  db.rows<LayerShown>(sql`
    select id, name, source, as_of, ended_at is null as in_force, counts, version
    from road_layer
    where org_id = ${db.scope.orgId}
    order by ended_at desc nulls first, created_at desc
    limit 50
  `);

type LayerNow = { id: string; name: string; asOf: Day };

/** The layer in force without its roads; null where none was imported. */
export const layerNow = (db: Db): Promise<LayerNow | null> =>
  db.maybe<LayerNow>(sql`
    select id, name, as_of
    from road_layer
    where org_id = ${db.scope.orgId} and ended_at is null
  `);

/** The network of a layer. */
export const networkOf = async (db: Db, layerId: string) => {
  const { roads } = await db.one<{ roads: StoredRoad[] }>(sql`
    select roads
    from road_layer
    where org_id = ${db.scope.orgId} and id = ${layerId}
  `);
  return roadsOf(roads.map(({ n, l, s, o }) => ({ id: n, line: l, speed: s, oneWay: o })));
};

type Closed = { id: string; number: string; name: string; road: string; area: Area | null };

/** What is closed on a day. */
export const closedOn = (db: Db, day: Day): Promise<Closed[]> =>
  db.rows<Closed>(sql`
    select id, number, name, road, area
    from road_closure
    where org_id = ${db.scope.orgId}
      and status = 'announced'
      and from_on <= ${day}
      and coalesce(until_on >= ${day}, true)
    order by number
    limit 200
  `);

/** The same as the graph takes it. */
export const closuresOf = (closed: readonly Closed[]): Closure[] =>
  closed.map(({ road, area }) => (area ? { area } : { road }));

type Drawn = { name: string; line: [number, number][] };

/** Lines of the roads of these names in the layer in force. */
export const linesNamed = async (
  db: Db,
  names: readonly string[],
): Promise<Map<string, [number, number][][]>> => {
  const lines = new Map<string, [number, number][][]>();
  if (names.length === 0) return lines;
  const rows = await db.rows<Drawn>(sql`
    select r ->> 'n' as name, r -> 'l' as line
    from road_layer l
    cross join lateral jsonb_array_elements(l.roads) r
    where l.org_id = ${db.scope.orgId}
      and l.ended_at is null
      and r ->> 'n' = any(${[...names]}::text[])
    limit 2000
  `);
  for (const { name, line } of rows) lines.set(name, [...(lines.get(name) ?? []), line]);
  return lines;
};

/** 422 `road_unknown` where the layer in force has no road of this name. */
export const requireRoad = async (tx: Tx, name: string): Promise<void> => {
  const found = await linesNamed(tx, [name]);
  if (found.size === 0)
    throw invalidField(
      "road",
      `No road of the layer is called ${name}. Write it as the layer does, or draw the surface.`,
      "road_unknown",
    );
};
