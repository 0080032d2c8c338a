import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cameraFactsOf, type CameraFacts } from "#server/files/camera.ts";
import type { ShownPhoto } from "./capture.model.ts";
import type { CapturePlace } from "./envelope.ts";
import { photoFlags } from "./photo-flags.model.ts";

type Row = Pick<ShownPhoto, "id" | "sha256" | "name" | "bytes" | "fileId" | "receivedAt"> & {
  elsewhere: string[];
};

/** So many other places of the same photo are named. */
const mostNamed = 5;

const rowsOf = (db: Db, captureId: string) =>
  db.rows<Row>(sql`
    select
      f.id, f.sha256, f.name, f.bytes, f.file_id, f.received_at,
      array(
        select c.number
        from field_photo o
        join field_capture c on c.org_id = o.org_id and c.id = o.capture_id
        where o.org_id = f.org_id
          and o.sha256 = f.sha256
          and o.capture_id <> f.capture_id
          and o.file_id is not null
        order by c.number
        limit ${mostNamed}
      ) as elsewhere
    from field_photo f
    where f.org_id = ${db.scope.orgId} and f.capture_id = ${captureId}
    order by f.place
  `);

const nothing: CameraFacts = {
  ...{ takenAt: null, takenZone: null, placedAt: null, latitude: null, longitude: null },
};

// A camera's clock without a zone is no moment.
const momentOf = ({ placedAt, takenAt, takenZone }: CameraFacts): number | null =>
  placedAt !== null
    ? Date.parse(placedAt)
    : takenAt !== null && takenZone !== null
      ? Date.parse(`${takenAt}${takenZone}`)
      : null;

/** The photos of a capture with what the camera wrote, and what of it does not fit to the capture. */
export const shownPhotos = async (
  db: Db,
  { id, happenedAt, place }: { id: string; happenedAt: Instant; place: CapturePlace | null },
): Promise<ShownPhoto[]> => {
  const rows = await rowsOf(db, id);
  const written = await cameraFactsOf(
    db,
    rows.flatMap(({ fileId }) => fileId ?? []),
  );
  return rows.map(({ elsewhere, ...photo }) => {
    const camera = (photo.fileId !== null && written.get(photo.fileId)) || nothing;
    const facts = { ...camera, elsewhere, takenAt: momentOf(camera) };
    return {
      ...photo,
      ...camera,
      flags: photoFlags(facts, { at: Date.parse(happenedAt), place }),
    };
  });
};
