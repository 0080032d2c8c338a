import { z } from "zod";
import { dayInput } from "#kernel/time-fields.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type RowProblem, type Verdict } from "#server/import/importer.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import { assetFields, assetInput } from "./asset.model.ts";
import { createAsset, moveAsset } from "./asset.service.ts";

const {
  name,
  latitude,
  longitude,
  manufacturer,
  model,
  serial,
  costCents,
  salvageCents,
  lifeMonths,
  warrantyUntil,
} = assetFields;
const text = (most: number) => z.string().trim().max(most).default("");
const rowSchema = z.object({
  tag: z.string().trim().min(1, "Every row needs the tag of its asset.").max(60),
  name,
  class: z.string().trim().min(1, "Enter the code or name of a class.").max(120),
  department: text(200),
  location: z.string().trim().min(1, "Say where it stands.").max(300),
  latitude,
  longitude,
  manufacturer,
  model,
  serial,
  cost: costCents,
  salvage: salvageCents,
  lifeMonths,
  inServiceOn: dayInput().nullish(),
  warrantyUntil,
});
type Row = z.output<typeof rowSchema>;
type Class = { id: string; code: string; name: string; lifeMonths: number | null };
type Plan = { classId: string; departmentId: string | null; lifeMonths: number | null };

const known = async (db: Db, tags: readonly string[]) => {
  const [classes, taken, departments] = await Promise.all([
    db.rows<Class>(sql`
      select id, lower(code) as code, lower(name) as name, life_months
      from asset_class
      where org_id = ${db.scope.orgId} and active
    `),
    db.rows<{ tag: string }>(sql`
      select lower(tag) as tag
      from asset
      where org_id = ${db.scope.orgId} and lower(tag) = any(${tags}::text[])
    `),
    listDepartments(db),
  ]);
  return { classes, taken: new Set(taken.map(({ tag }) => tag)), departments };
};

const reject = (problem: RowProblem): Verdict<Plan> => ({ action: "reject", problem });

const verdictOn = (row: Row, all: Awaited<ReturnType<typeof known>>): Verdict<Plan> => {
  if (all.taken.has(row.tag.toLowerCase())) return { action: "skip" };
  const wanted = row.class.toLowerCase();
  const found = all.classes.find((c) => c.code === wanted || c.name === wanted);
  if (!found)
    return reject({
      column: "Class",
      expected: "code or name of a class in use",
      found: row.class,
      fix: "No such class: correct it, or make it under Classes.",
    });
  const place = row.department.toLowerCase();
  const department = all.departments.find(
    (d) => d.code.toLowerCase() === place || d.name.toLowerCase() === place,
  );
  if (!department)
    return reject({
      column: "Department",
      expected: "code or name of a department",
      found: row.department,
      fix: "No such department: correct it, or make it under Team.",
    });
  return {
    action: "create",
    plan: {
      classId: found.id,
      departmentId: department.id,
      lifeMonths: row.lifeMonths ?? found.lifeMonths,
    },
  };
};

/**
 * A register of assets, in service as they come in where the file says since when; else received. A
 * tag that the agency has already is left alone.
 */
export const assetImporter = defineImporter({
  kind: "assets",
  label: "assets",
  permission: "asset.import",
  batch: 100,
  schema: rowSchema,
  keys: (row) => [row.tag.toLowerCase()],
  plan: async (db, rows) => {
    const all = await known(
      db,
      rows.map((row) => row.tag.toLowerCase()),
    );
    return rows.map((row) => verdictOn(row, all));
  },
  apply: async (tx, actor, rows) => {
    for (const { row, plan } of rows) {
      const { class: _class, department: _department, cost, salvage, inServiceOn, ...said } = row;
      const made = await createAsset(
        tx,
        actor,
        assetInput.parse({
          ...said,
          ...plan,
          costCents: cost,
          salvageCents: salvage,
          acquiredOn: inServiceOn ?? null,
        }),
        { inServiceOn: inServiceOn ?? null },
      );
      await moveAsset(tx, actor, inServiceOn ? "putInService" : "receive", {
        id: made.id,
        version: null,
      });
    }
  },
  fields: [
    {
      name: "tag",
      label: "Tag",
      required: true,
      aliases: ["Asset tag", "Asset number"],
      type: cells.code,
    },
    { name: "name", label: "Name", required: true, aliases: ["Asset", "Description"] },
    { name: "class", label: "Class", required: true, aliases: ["Asset class", "Type"] },
    { name: "department", label: "Department", required: true, expected: "code or name" },
    { name: "location", label: "Where", required: true, aliases: ["Location", "Address"] },
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
    { name: "manufacturer", label: "Manufacturer", aliases: ["Make"] },
    { name: "model", label: "Model" },
    { name: "serial", label: "Serial number", aliases: ["Serial", "VIN"], type: cells.code },
    {
      name: "cost",
      label: "Cost",
      aliases: ["Acquisition cost", "Price"],
      type: cells.money,
    },
    {
      name: "salvage",
      label: "Salvage value",
      aliases: ["Salvage"],
      type: cells.money,
    },
    {
      name: "lifeMonths",
      label: "Useful life, months",
      aliases: ["Life months"],
      expected: "whole months",
      type: cells.whole,
    },
    {
      name: "inServiceOn",
      label: "In service since",
      aliases: ["In service", "Acquired"],
      type: cells.recentDay,
    },
    { name: "warrantyUntil", label: "Warranty until", type: cells.day },
  ],
});
