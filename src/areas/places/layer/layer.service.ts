import type { Polygon } from "#kernel/geo/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { mapLayer } from "../places.tables.ts";
import { layerInput, type Layer } from "./layer.model.ts";

/** Layers of the agency's own on the map. */
export const mapLayers = defineDefinition({
  name: "mapLayer",
  what: "map layer",
  table: mapLayer,
  body: layerInput,
  checks: async (_db, layer) => [
    { sentence: "Draw or import a shape.", ok: layer.features.length > 0, path: "features" },
  ],
  file: { schema: "levee.map-layer", version: 1 },
});

/**
 * Names and outlines by UGC code, as far as layers in force give them. Where several layers draw one
 * zone, all of its outlines count.
 */
export const zonesInLayers = async (
  db: Db,
  codes: readonly string[],
): Promise<Map<string, { name: string; polygons: Polygon[] }>> => {
  const zones = new Map<string, { name: string; polygons: Polygon[] }>();
  if (!codes.length) return zones;
  const rows = await db.rows<{ code: string; name: string; polygons: Polygon[] }>(sql`
    select f ->> 'code' as code, f ->> 'name' as name, f -> 'geometry' -> 'coordinates' as polygons
    from map_layer l
    cross join jsonb_array_elements(l.features) f
    where l.org_id = ${db.scope.orgId}
      and l.status = 'published'
      and f ->> 'code' = any(${[...codes]}::text[])
      and f -> 'geometry' ->> 'type' = 'MultiPolygon'
    order by l.id
  `);
  for (const { code, name, polygons } of rows) {
    const known = zones.get(code);
    if (known) known.polygons.push(...polygons);
    else zones.set(code, { name, polygons: [...polygons] });
  }
  return zones;
};

/** All versions of all layers, the newest of each first. */
export const listLayers = (db: Db): Promise<Layer[]> =>
  db.rows<Layer>(sql`
    select id, definition_id, version_no, name, status, published_at, version, note, features
    from map_layer
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 200
  `);
