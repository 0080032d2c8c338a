import type { z } from "zod";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { auditMany } from "#server/audit/audit.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter, type Verdict } from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { newId } from "#kernel/ids.ts";
import type { Entry } from "../master/entry.service.ts";
import { place } from "../organization.tables.ts";
import { placeKinds } from "./place.labels.ts";
import { placeInput } from "./place.model.ts";

type Row = z.output<typeof placeInput>;
type Known = Entry & { name: string };
type Plan = { before: Known | null };

const knownPlaces = async (db: Db, rows: readonly Row[]) =>
  new Map(
    (
      await db.rows<Known>(sql`
        select *, trim_scale(latitude)::text as latitude, trim_scale(longitude)::text as longitude
        from agency_place
        where org_id = ${db.scope.orgId}
          and active
          and lower(name) = any(${rows.map((r) => r.name.toLowerCase())}::text[])
      `)
    ).map((one) => [one.name.toLowerCase(), one]),
  );

// A position that is typed with fewer places is the same one.
const text = (value: unknown): string =>
  typeof value === "string" && /^-?\d+\.\d+$/.test(value)
    ? String(Number(value))
    : `${value ?? ""}`;
// What the file does not name stays: a place that ended is not in use again because a list of addresses
// has no column for it, and the parent is kept by hand.
const typed = ({ parentId: _parent, ...row }: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ""));

const differs = (row: Row, before: Known): boolean =>
  Object.entries(typed(row)).some(([field, value]) => text(before[field]) !== text(value));

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const known = await knownPlaces(db, rows);
  return rows.map((row) => {
    const before = known.get(row.name.toLowerCase()) ?? null;
    if (!before) return { action: "create", plan: { before } };
    return differs(row, before) ? { action: "update", plan: { before } } : { action: "skip" };
  });
};

/** Brings places in from a file: a name that is there already is changed. */
export const placeImporter = defineImporter({
  kind: "places",
  label: "places",
  permission: "master.edit",
  batch: 200,
  schema: placeInput,
  keys: (row) => [row.name.toLowerCase()],
  plan,
  apply: async (tx, actor, rows, importId) => {
    const stored = await Promise.all(
      rows.map(async ({ row, plan: { before } }) => ({
        before,
        after: before
          ? await updateRow(tx, place, before.id, typed(row))
          : await insertRow(tx, place, { ...row, orgId: actor.orgId!, id: newId() }),
      })),
    );
    auditMany(
      tx,
      actor,
      stored.map(({ before, after }) => ({
        action: "place.import",
        objectType: "place",
        objectId: after.id,
        objectNumber: after.name,
        before,
        after,
        note: `Import ${importId}`,
      })),
    );
    announce(tx, actor.orgId!, "place.import", importId);
  },
  fields: [
    { name: "name", label: "Name", required: true, expected: "as people call it" },
    {
      name: "kind",
      label: "Kind",
      required: true,
      type: oneOf(placeKinds),
    },
    { name: "street", label: "Street", aliases: ["Address"] },
    { name: "city", label: "City", aliases: ["Town"] },
    { name: "state", label: "State", expected: "two letters" },
    { name: "postalCode", label: "ZIP", aliases: ["ZIP code", "Postal code"], type: cells.zip },
    {
      name: "latitude",
      label: "Latitude",
      aliases: ["Lat"],
      type: cells.decimal,
      expected: "such as 44.7891",
    },
    {
      name: "longitude",
      label: "Longitude",
      aliases: ["Lon", "Lng"],
      type: cells.decimal,
      expected: "such as -93.6",
    },
    { name: "hours", label: "Hours", aliases: ["Opening hours"] },
    { name: "note", label: "Note", aliases: ["Notes", "Remark"] },
    { name: "activeFrom", label: "In use from", type: cells.day },
    { name: "activeTo", label: "In use until", type: cells.day },
  ],
});
