import type { Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** What the camera of a stored picture wrote. */
export type CameraFacts = {
  /** By the camera's clock, in the time of the place: `2026-11-02T14:30:05`. */
  takenAt: string | null;
  takenZone: string | null;
  /** When the satellites said that it was. */
  placedAt: Instant | null;
  latitude: number | null;
  longitude: number | null;
};

/** What cameras wrote of these files, by file; those that were not read yet are left out. */
export const cameraFactsOf = async (
  db: Db,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, CameraFacts>> => {
  if (fileIds.length === 0) return new Map();
  const rows = await db.rows<CameraFacts & { fileId: string }>(sql`
    select file_id, taken_at, taken_zone, placed_at, latitude, longitude
    from file_content
    where org_id = ${db.scope.orgId} and file_id = any(${[...fileIds]}::uuid[])
  `);
  return new Map(rows.map(({ fileId, ...facts }) => [fileId, facts]));
};
