import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { boundsOf, depthOf, type Bounds } from "#kernel/geo/area.ts";
import type { Position } from "#kernel/geo/fence.ts";
import { areaOf, type Feature } from "#kernel/geo/geojson.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { beyond, type Boundary } from "./boundary.model.ts";

/** The outline of the scope's agency; null where none was chosen. */
export const readBoundary = (db: Db): Promise<Boundary> =>
  db.maybe<NonNullable<Boundary>>(sql`
    select b.definition_id, l.name, b.chosen_at, b.version
    from agency_boundary b
    left join map_layer l
      on l.org_id = b.org_id
      and l.definition_id = b.definition_id
      and l.status = 'published'
    where b.org_id = ${db.scope.orgId}
  `);

type InForce = { id: string; name: string; features: Feature[] };
const inForce = (db: Db, definitionId: string): Promise<InForce | null> =>
  db.maybe<InForce>(sql`
    select id, name, features
    from map_layer
    where org_id = ${db.scope.orgId} and definition_id = ${definitionId} and status = 'published'
  `);

/**
 * Makes a published layer the outline of the agency, or takes it away (null). 422 at `definitionId` for a
 * layer that is not in force, or that draws no surface; 412 behind another one's choice.
 */
export const chooseBoundary = async (
  tx: Tx,
  actor: Actor,
  definitionId: string | null,
  version: number | null,
): Promise<Boundary> => {
  const before = await readBoundary(tx);
  if (before) requireVersion(before.version, version);
  const layer = definitionId === null ? null : await inForce(tx, definitionId);
  if (definitionId !== null && !layer)
    throw invalidField("definitionId", "Publish the layer first.", "not_in_force");
  if (layer && areaOf(layer.features).polygons.length === 0)
    throw invalidField(
      "definitionId",
      "This layer draws points only. An outline is a polygon.",
      "no_outline",
    );
  if (definitionId === null)
    await tx.rows(sql`delete from agency_boundary where org_id = ${tx.scope.orgId}`);
  else
    await tx.rows(sql`
      insert into agency_boundary as b (org_id, definition_id, chosen_by)
      values (${tx.scope.orgId}, ${definitionId}, ${actor.personId})
      on conflict (org_id)
      do update set
        definition_id = excluded.definition_id, chosen_by = excluded.chosen_by,
        chosen_at = clock_timestamp(), version = b.version + 1
    `);
  note(tx, actor, "mapLayer", definitionId ?? before?.definitionId ?? tx.scope.orgId!, {
    number: layer?.name ?? before?.name ?? "No outline",
    action: definitionId === null ? "noBoundary" : "boundary",
    before: before && { boundary: before.name },
    after: layer && { boundary: layer.name },
  });
  return readBoundary(tx);
};

/**
 * How far outside of the agency's outline a place is ("2.4 miles"); null inside, and where the agency has
 * no outline in force.
 */
export const outsideBoundary = async (db: Db, at: Position): Promise<string | null> => {
  const boundary = await readBoundary(db);
  const layer = boundary && (await inForce(db, boundary.definitionId));
  return layer ? beyond(depthOf(areaOf(layer.features), at)) : null;
};

/** The box around the agency's outline; null where none is in force. */
export const boundaryBox = async (db: Db): Promise<Bounds | null> => {
  const boundary = await readBoundary(db);
  const layer = boundary && (await inForce(db, boundary.definitionId));
  return layer ? boundsOf(areaOf(layer.features)) : null;
};
