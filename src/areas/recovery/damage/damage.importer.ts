import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { defineImporter, type RowProblem, type Verdict } from "#server/import/importer.ts";
import { categories } from "../law/categories.labels.ts";
import { damageInput } from "./damage.model.ts";
import { reportDamage } from "./damage.service.ts";

const rowSchema = damageInput.omit({ declarationId: true }).extend({
  declaration: z.string().trim().min(1, "Every row needs the number of its declaration.").max(20),
});
type Row = z.output<typeof rowSchema>;
type Plan = { declarationId: string };
type Declaration = {
  id: string;
  number: string;
  status: string;
  periodFrom: Day;
  periodTo: Day | null;
};

type OnFile = {
  declarationId: string;
  number: string;
  title: string;
  location: string;
  occurredOn: Day;
  category: string;
  cause: string;
  estimateCents: number;
};

const keyOf = (r: { title: string; location: string; occurredOn: string }) =>
  `${r.title} ${r.location} ${r.occurredOn}`.toLowerCase();

const known = async (db: Db, rows: readonly Row[]) => {
  const [declarations, there] = await Promise.all([
    db.rows<Declaration>(sql`
      select id, number, status, period_from, period_to
      from pa_declaration
      where org_id = ${db.scope.orgId}
        and number = any(${rows.map((r) => r.declaration.toUpperCase())}::text[])
    `),
    db.rows<OnFile>(sql`
      select declaration_id, number, title, location, occurred_on, category, cause, estimate_cents
      from pa_damage
      where org_id = ${db.scope.orgId}
        and lower(location) = any(${rows.map((r) => r.location.toLowerCase())}::text[])
    `),
  ]);
  return {
    declarations: new Map(declarations.map((d) => [d.number, d])),
    there: new Map(there.map((d) => [`${d.declarationId} ${keyOf(d)}`, d])),
  };
};

const judge = (row: Row, all: Awaited<ReturnType<typeof known>>): Verdict<Plan> => {
  const reject = (problem: RowProblem): Verdict<Plan> => ({ action: "reject", problem });
  const d = all.declarations.get(row.declaration.toUpperCase());
  if (!d || d.status === "closed")
    return reject({
      column: "Declaration",
      expected: "an open declaration on file",
      found: row.declaration,
      fix: "Correct the number, or enter the declaration first.",
    });
  if (row.occurredOn < d.periodFrom || (d.periodTo && row.occurredOn > d.periodTo))
    return reject({
      column: "Day",
      expected: `a day from ${formatDate(d.periodFrom)} to ${d.periodTo ? formatDate(d.periodTo) : "today"}`,
      found: row.occurredOn,
      fix: "Damage counts when it happened within the incident period.",
    });
  const known = all.there.get(`${d.id} ${keyOf(row)}`);
  if (!known) return { action: "create", plan: { declarationId: d.id } };
  const dollars = (cents: number) => (cents ? formatCents(cents) : "");
  return verdictOnKnown(
    known.number,
    [
      { column: "Category", onFile: known.category, inFile: row.category },
      { column: "Cause", onFile: known.cause, inFile: row.cause },
      {
        column: "Estimate",
        onFile: dollars(known.estimateCents),
        inFile: dollars(row.estimateCents),
      },
    ],
    "Change the damage on its page, or say of another one what or where it is.",
  );
};

/** The damage list from a file; the same damage (what, where, when) again changes nothing. */
export const damageImporter = defineImporter({
  kind: "pa-damage",
  label: "damage",
  permission: "recovery.edit",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [`${row.declaration.toUpperCase()} ${keyOf(row)}`],
  plan: async (db, rows) => {
    const all = await known(db, rows);
    return rows.map((row) => judge(row, all));
  },
  apply: async (tx, actor, rows) => {
    for (const { row, plan } of rows) {
      const { declaration: _number, ...said } = row;
      await reportDamage(tx, actor, { ...said, declarationId: plan.declarationId });
    }
  },
  fields: [
    {
      name: "declaration",
      label: "Declaration",
      required: true,
      aliases: ["Disaster"],
      type: cells.code,
    },
    { name: "title", label: "What", required: true, aliases: ["Damage", "Name"] },
    { name: "location", label: "Where", required: true, aliases: ["Address", "Location", "Place"] },
    { name: "latitude", label: "Latitude", type: cells.number },
    { name: "longitude", label: "Longitude", type: cells.number },
    {
      name: "category",
      label: "Category",
      required: true,
      expected: "a letter from A to G",
      type: oneOf(categories, (text) => text.slice(0, 1)),
    },
    { name: "cause", label: "Cause", required: true },
    {
      name: "occurredOn",
      label: "Day",
      required: true,
      aliases: ["Date", "Occurred"],
      type: cells.recentDay,
    },
    { name: "responsibility", label: "Legally responsible" },
    { name: "dimensions", label: "Dimensions" },
    {
      name: "estimateCents",
      label: "Estimate",
      aliases: ["Approximate cost"],
      type: cells.money,
    },
    { name: "insured", label: "Insured", type: cells.yesNo },
    { name: "floodZone", label: "Flood zone", type: cells.yesNo },
    { name: "otherAgency", label: "Other federal agency" },
  ],
});
