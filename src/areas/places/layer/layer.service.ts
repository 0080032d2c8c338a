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

/** All versions of all layers, the newest of each first. */
export const listLayers = (db: Db): Promise<Layer[]> =>
  db.rows<Layer>(sql`
    select id, definition_id, version_no, name, status, published_at, version, note, features
    from map_layer
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 200
  `);
