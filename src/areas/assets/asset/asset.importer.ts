import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { dayInput } from "#kernel/time-fields.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import {
  defineImporter,
  type NamedCode,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
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
const columns = z.object({
  tag: z.string().trim().min(1, "Every row needs the tag of its asset.").max(60),
  name,
  class: z.string().trim().min(1, "Enter the code or name of a class.").max(120),
  department: text(200),
  location: text(300),
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
// A position says where it stands; without one somebody has to.
const rowSchema = columns.superRefine(({ location, latitude, longitude }, context) => {
  if ((latitude == null) !== (longitude == null))
    context.addIssue({
      code: "custom",
      path: [latitude == null ? "latitude" : "longitude"],
      message: "A position has latitude and longitude, or neither.",
    });
  else if (location === "" && latitude == null)
    context.addIssue({
      code: "custom",
      path: ["location"],
      message: "Say where it stands, or give its position.",
    });
});
type Row = z.output<typeof rowSchema>;
type Class = { id: string; code: string; name: string; lifeMonths: number | null };
type OnFile = {
  tag: string;
  number: string;
  name: string;
  classId: string;
  departmentId: string | null;
  location: string;
  latitude: string | null;
  longitude: string | null;
  manufacturer: string;
  model: string;
  serial: string;
  costCents: number | null;
  salvageCents: number;
  lifeMonths: number | null;
  inServiceOn: Day | null;
  warrantyUntil: Day | null;
};
type Plan = { classId: string; departmentId: string | null; lifeMonths: number | null };

const known = async (db: Db, tags: readonly string[]) => {
  const [classes, taken, departments] = await Promise.all([
    db.rows<Class>(sql`
      select id, lower(code) as code, lower(name) as name, life_months
      from asset_class
      where org_id = ${db.scope.orgId} and active
    `),
    db.rows<OnFile>(sql`
      select
        lower(a.tag) as tag, a.number, a.name, a.class_id, a.department_id, a.location,
        trim_scale(a.latitude)::text as latitude, trim_scale(a.longitude)::text as longitude,
        a.manufacturer, a.model, a.serial, a.cost_cents, a.salvage_cents, a.life_months,
        a.in_service_on, a.warranty_until
      from asset a
      where a.org_id = ${db.scope.orgId} and lower(a.tag) = any(${tags}::text[])
    `),
    listDepartments(db),
  ]);
  return { classes, taken: new Map(taken.map((one) => [one.tag, one])), departments };
};

const departmentsNamed = async (db: Db) =>
  (await listDepartments(db)).map(({ code, name }) => ({ code, name }));

const classesNamed = (db: Db) =>
  db.rows<NamedCode>(sql`
    select code, name
    from asset_class
    where org_id = ${db.scope.orgId} and active
    order by code
    limit 500
  `);

const reject = (problem: RowProblem): Verdict<Plan> => ({ action: "reject", problem });

const dollars = (cents: number | null | undefined) => (cents == null ? "" : formatCents(cents));

const placeOf = (at: { latitude?: unknown; longitude?: unknown }): string =>
  at.latitude == null || at.longitude == null
    ? ""
    : `${Number(at.latitude)}, ${Number(at.longitude)}`;

// A tag that is there with the same content is left alone; with other content it is asked about.
const verdictOnTag = (
  row: Row,
  known: OnFile,
  ids: { classId: string; departmentId: string },
): Verdict<Plan> => {
  const named = (column: string, onFile: unknown, inFile: unknown) => ({
    column,
    onFile: `${onFile ?? ""}`,
    inFile: `${inFile ?? ""}`,
  });
  const moved = known.departmentId !== ids.departmentId;
  return verdictOnKnown(
    known.number,
    [
      named("Name", known.name, row.name),
      named("Class", known.classId === ids.classId ? row.class : "another class", row.class),
      named("Department", moved ? "another department" : row.department, row.department),
      named("Where", known.location, row.location),
      named("Position", placeOf(known), placeOf(row)),
      named("Manufacturer", known.manufacturer, row.manufacturer),
      named("Model", known.model, row.model),
      named("Serial number", known.serial, row.serial),
      named("Cost", dollars(known.costCents), dollars(row.cost)),
      named("Salvage value", dollars(known.salvageCents), row.salvage ? dollars(row.salvage) : ""),
      named("Useful life, months", known.lifeMonths, row.lifeMonths),
      named("In service since", known.inServiceOn, row.inServiceOn),
      named("Warranty until", known.warrantyUntil, row.warrantyUntil),
    ],
    "Change the asset on its page, or give another asset a tag of its own.",
  );
};

const verdictOn = (row: Row, all: Awaited<ReturnType<typeof known>>): Verdict<Plan> => {
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
  const known = all.taken.get(row.tag.toLowerCase());
  if (known) return verdictOnTag(row, known, { classId: found.id, departmentId: department.id });
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
 * tag that the agency has already is left alone where the row says the same, else asked about.
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
    {
      name: "class",
      label: "Class",
      required: true,
      aliases: ["Asset class", "Type"],
      named: classesNamed,
      takesNames: true,
      type: cells.code,
    },
    {
      name: "department",
      label: "Department",
      required: true,
      expected: "code or name",
      named: departmentsNamed,
      takesNames: true,
      type: cells.code,
    },
    {
      name: "location",
      label: "Where",
      aliases: ["Location", "Place", "Address", "Where exactly"],
    },
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
    { name: "model", label: "Model", type: cells.code },
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
