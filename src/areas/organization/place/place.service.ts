import { invalidField } from "#kernel/errors.ts";
import type { Position } from "#kernel/geo/fence.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { SharedList } from "../master/entry.service.ts";
import { place } from "../organization.tables.ts";
import { entryStates } from "../master/master.labels.ts";
import { placeKinds, placeLine } from "./place.labels.ts";
import { placeFields, placeInput } from "./place.model.ts";

const offered =
  "p.active and coalesce(p.active_from <= $today, true) and coalesce(p.active_to >= $today, true)";

export const placeList: ListDefinition = {
  name: "places",
  from: "agency_place p left join agency_place w on w.org_id = p.org_id and w.id = p.parent_id",
  base: "agency_place p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    name: { sql: "p.name", label: "Name", sort: true },
    kind: { sql: "p.kind", label: "Kind", sort: true, codes: placeKinds },
    street: { sql: "p.street", label: "Street" },
    city: { sql: "p.city", label: "City", sort: true },
    state: { sql: "p.state", label: "State" },
    postalCode: { sql: "p.postal_code", label: "ZIP" },
    latitude: { sql: "trim_scale(p.latitude)::text", label: "Latitude" },
    longitude: { sql: "trim_scale(p.longitude)::text", label: "Longitude" },
    parentId: { sql: "p.parent_id", hidden: true },
    parentName: { sql: "w.name", label: "Part of" },
    hours: { sql: "p.hours", label: "Hours" },
    note: { sql: "p.note", label: "Note" },
    activeFrom: { sql: "p.active_from", label: "In use from", sort: true },
    activeTo: { sql: "p.active_to", label: "In use until", sort: true },
    active: { sql: "p.active", label: "In use" },
    retiredBecause: { sql: "p.retired_because", label: "Retired because" },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "p.id", type: "uuid" },
    kind: { kind: "set", sql: "p.kind", type: "text" },
    active: { kind: "set", sql: "p.active::text", type: "text", values: Object.keys(entryStates) },
    parentId: { kind: "set", sql: "p.parent_id", type: "uuid" },
    // What forms offer today.
    offered: { kind: "flag", sql: offered },
  },
  search: ["(p.name || ' ' || p.street || ' ' || p.city || ' ' || p.postal_code || ' ' || p.note)"],
  defaultSort: "name",
};

const refuseSameName = async (tx: Tx, id: string | null, name: string) => {
  const other = await tx.maybe<{ name: string }>(sql`
    select name
    from agency_place
    where org_id = ${tx.scope.orgId}
      and lower(name) = lower(${name})
      and active
      and id is distinct from ${id}::uuid
  `);
  if (other)
    throw invalidField("name", `There is a place named ${other.name} already.`, "same_name");
};

const refuseCycle = async (tx: Tx, id: string | null, parentId: string | null) => {
  if (!parentId) return;
  const above = await tx.rows<{ id: string }>(sql`
    with recursive up as (
      select id, parent_id
      from agency_place
      where org_id = ${tx.scope.orgId} and id = ${parentId}
      union
      select p.id, p.parent_id
      from agency_place p
      join up on p.id = up.parent_id
      where p.org_id = ${tx.scope.orgId}
    )
    select id
    from up
  `);
  if (above.length === 0) throw invalidField("parentId", "There is no such place.");
  if (above.some((one) => one.id === id))
    throw invalidField("parentId", "A place cannot be part of itself.", "place_cycle");
};

/** Places as a shared list: names are unique among those in use, and no place is within itself. */
export const placesList: SharedList<typeof placeFields> = {
  list: "places",
  table: place,
  fields: placeFields,
  input: placeInput,
  nameOf: (values) => String(values["name"]),
  check: async (tx, id, values) => {
    await Promise.all([
      refuseSameName(tx, id, String(values["name"])),
      refuseCycle(tx, id, values["parentId"] as string | null),
    ]);
  },
};

type Known = {
  id: string;
  name: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
  offered: boolean;
};

/** A place as other areas show it: `line` is its name and address; `offered` today or not. */
export type PlaceShown = { id: string; name: string; line: string; offered: boolean };

/** The places with these ids by id, retired ones too: what records of other areas show. */
export const placesOf = async (
  db: Db,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, PlaceShown>> => {
  const wanted = [...new Set(ids.filter((id): id is string => Boolean(id)))];
  if (wanted.length === 0) return new Map();
  const today = businessDate(db.scope);
  const rows = await db.rows<Known>(sql`
    select
      id, name, street, city, state, postal_code,
      active and coalesce(active_from <= ${today}::date, true) and coalesce(
        active_to >= ${today}::date, true
      ) as offered
    from agency_place
    where org_id = ${db.scope.orgId} and id = any(${wanted}::uuid[])
  `);
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, name: row.name, line: placeLine(row), offered: row.offered },
    ]),
  );
};

/** Where a place lies; null where nobody entered its position. */
export const placePosition = async (db: Db, id: string): Promise<Position | null> => {
  const found = await db.maybe<{ latitude: number | null; longitude: number | null }>(sql`
    select latitude::float8 as latitude, longitude::float8 as longitude
    from agency_place
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  const { latitude = null, longitude = null } = found ?? {};
  return latitude === null || longitude === null ? null : { latitude, longitude };
};

/** The place of this name that is in use, or null. */
export const placeByName = async (db: Db, name: string): Promise<string | null> =>
  (
    await db.maybe<{ id: string }>(sql`
      select id
      from agency_place
      where org_id = ${db.scope.orgId} and lower(name) = lower(${name}) and active
    `)
  )?.id ?? null;

/**
 * Refuses a place that is chosen anew and is not there, retired, or not in use today; what a record
 * names already (`before`) it may keep. 422 at `path`.
 */
export const requirePlace = async (
  db: Db,
  id: string | null | undefined,
  before: string | null = null,
  path = "placeId",
): Promise<void> => {
  if (!id || id === before) return;
  const found = (await placesOf(db, [id])).get(id);
  if (!found) throw invalidField(path, "There is no such place. Choose one of the list.");
  if (!found.offered)
    throw invalidField(
      path,
      `${found.name} is retired, or not in use today. Choose another place.`,
      "place_retired",
    );
};
