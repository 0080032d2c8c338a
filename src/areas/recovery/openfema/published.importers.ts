import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type ImportField,
  type Importer,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { femaPublished } from "../proof.tables.ts";

type Dataset = "declarations" | "projects" | "mitigation";

const text = (most: number) => z.string().trim().max(most).default("");
const rowSchema = z.object({
  key: z.string().trim().min(1, "Every row needs FEMA's key of it.").max(200),
  number: text(40),
  state: text(60),
  area: text(200),
  title: text(300),
  category: text(200),
  status: text(120),
  day: z.iso.date("Enter a day such as 2026-11-14.").nullish(),
  endsOn: z.iso.date("Enter a day such as 2026-11-14.").nullish(),
  cents: z.number("Enter an amount such as 1234.56.").int().nullish(),
  federalCents: z.number("Enter an amount such as 1234.56.").int().nullish(),
  identifier: text(60),
  programYear: z.number().int().min(1950, "Enter a year such as 2024.").max(2200).nullish(),
  sharePercent: z.number().min(0).max(100, "A share is at most 100 percent.").nullish(),
  ratio: z.number().min(0, "A ratio is not below zero.").nullish(),
  benefitCents: z.number("Enter an amount such as 1234.56.").int().nullish(),
});
const ofDisasters = rowSchema.extend({
  number: z.string().trim().min(1, "Every row needs the number of its disaster.").max(40),
});
type Row = z.output<typeof rowSchema>;
type Plan = { id: string | null };
type Stored = Row & { id: string };

const shownColumns = [
  "number",
  "state",
  "area",
  "title",
  "category",
  "status",
  "day",
  "endsOn",
  "cents",
  "federalCents",
  "identifier",
  "programYear",
  "sharePercent",
  "ratio",
  "benefitCents",
] as const;
const same = (a: Row, b: Row): boolean =>
  shownColumns.every((name) => (a[name] ?? null) === (b[name] ?? null));

const known = async (db: Db, dataset: Dataset, keys: readonly string[]) =>
  new Map(
    (
      await db.rows<Stored>(sql`
        select
          id, key, number, state, area, title, category, status, day, ends_on, cents, federal_cents,
          identifier, program_year, share_percent, ratio, benefit_cents
        from fema_published
        where org_id = ${db.scope.orgId}
          and dataset = ${dataset}
          and key = any(${[...keys]}::text[])
      `)
    ).map((row) => [row.key, row]),
  );

// Declarations of ours by the digits of their number: one of the same digits in another state is no row
// of ours, and is shown.
const ownNumbers = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.rows<{ number: string }>(sql`
        select number
        from pa_declaration
        where org_id = ${db.scope.orgId}
      `)
    ).map(({ number }) => [number.slice(0, 7), number]),
  );

const conflictOf = (row: Row, own: ReadonlyMap<string, string>): RowProblem[] => {
  const ours = own.get(row.number.slice(0, 7));
  return ours && ours !== row.number
    ? [
        {
          column: "Number",
          expected: ours,
          found: row.number,
          fix: `Our ${ours} bears this number in another state. Nothing of ours is changed; check which of both is meant.`,
        },
      ]
    : [];
};

const planFor =
  (dataset: Dataset) =>
  async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
    const [before, own] = await Promise.all([
      known(
        db,
        dataset,
        rows.map((r) => r.key),
      ),
      dataset === "declarations" ? ownNumbers(db) : new Map<string, string>(),
    ]);
    return rows.map((row): Verdict<Plan> => {
      const found = before.get(row.key);
      if (found && same(found, row)) return { action: "skip" };
      const warnings = conflictOf(row, own);
      return found
        ? { action: "update", plan: { id: found.id }, warnings }
        : { action: "create", plan: { id: null }, warnings };
    });
  };

const change = (tx: Tx, dataset: Dataset, rows: readonly Planned<Row, Plan>[]) => {
  const column = <K extends keyof Row>(name: K) => rows.map(({ row }) => row[name] ?? null);
  return tx.rows(sql`
    update fema_published p
    set
      number = t.number, state = t.state, area = t.area, title = t.title, category = t.category,
      status = t.status, day = t.day, ends_on = t.ends_on, cents = t.cents,
      federal_cents = t.federal_cents, identifier = t.identifier, program_year = t.program_year,
      share_percent = t.share_percent, ratio = t.ratio, benefit_cents = t.benefit_cents,
      read_at = clock_timestamp()
    from unnest(
      ${column("key")}::text[], ${column("number")}::text[], ${column("state")}::text[],
      ${column("area")}::text[], ${column("title")}::text[], ${column("category")}::text[],
      ${column("status")}::text[], ${column("day")}::date[], ${column("endsOn")}::date[],
      ${column("cents")}::bigint[], ${column("federalCents")}::bigint[],
      ${column("identifier")}::text[], ${column("programYear")}::integer[],
      ${column("sharePercent")}::double precision[], ${column("ratio")}::double precision[],
      ${column("benefitCents")}::bigint[]
    ) as t(
      key, number, state, area, title, category, status, day, ends_on, cents, federal_cents,
      identifier, program_year, share_percent, ratio, benefit_cents
    )
    where p.org_id = ${tx.scope.orgId} and p.dataset = ${dataset} and p.key = t.key
  `);
};

const applyFor =
  (dataset: Dataset) =>
  async (
    tx: Tx,
    actor: Actor,
    rows: readonly Planned<Row, Plan>[],
    importId: string,
  ): Promise<void> => {
    const fresh = rows.filter((r) => r.action === "create");
    const changed = rows.filter((r) => r.action === "update");
    if (fresh.length)
      await insertRows(
        tx,
        femaPublished,
        fresh.map(({ row }) => ({ ...row, orgId: actor.orgId!, id: newId(), dataset })),
      );
    if (changed.length) await change(tx, dataset, changed);
    // FEMA's rows are no records of ours: one entry says what of a batch came in.
    note(tx, actor, "femaPublished", importId, {
      number: dataset,
      action: "read",
      after: { dataset, added: fresh.length, changed: changed.length },
      event: null,
    });
  };

const published = (
  of: { dataset: Dataset; kind: string; label: string },
  fields: readonly ImportField[],
): Importer<Row, Plan> =>
  defineImporter({
    kind: of.kind,
    label: of.label,
    permission: "recovery.import",
    // Programs of mitigation beside disasters have none.
    schema: of.dataset === "mitigation" ? rowSchema : ofDisasters,
    keys: (row) => [row.key],
    plan: planFor(of.dataset),
    apply: applyFor(of.dataset),
    fields,
  });

const day = (name: "day" | "endsOn", label: string, ...aliases: string[]): ImportField => ({
  name,
  label,
  aliases,
  type: cells.leadingDay,
});
const amount = (
  name: "cents" | "federalCents" | "benefitCents",
  label: string,
  ...aliases: string[]
): ImportField => ({
  name,
  label,
  aliases,
  type: cells.exactMoney,
});
const field = (name: string, label: string, ...aliases: string[]): ImportField => ({
  name,
  label,
  aliases,
});
const numbered = (
  name: "number" | "identifier",
  label: string,
  ...aliases: string[]
): ImportField => ({ ...field(name, label, ...aliases), type: cells.code });
// OpenFEMA writes a share as a part of one (0.75); other files as a part of a hundred.
const share: ImportField = {
  name: "sharePercent",
  label: "Federal share, percent",
  aliases: ["costSharePercentage"],
  type: {
    ...cells.number,
    expected: "a share such as 0.75 or 75",
    read: (text, told) => {
      const found = cells.number.read(text.replace(/\s*%$/, ""), told);
      if (typeof found === "string" || !("value" in found) || typeof found.value !== "number")
        return found;
      const isPart = found.value <= 1 && !text.includes("%");
      return { value: Math.round(found.value * (isPart ? 10_000 : 100)) / 100 };
    },
  },
};
const key: ImportField = {
  name: "key",
  label: "FEMA's key",
  required: true,
  aliases: ["id"],
  type: cells.code,
};

/** Importers of three data sets of OpenFEMA; headings are the fields of its CSV files. */
export const openfemaImporters: readonly Importer<Row, Plan>[] = [
  published(
    {
      dataset: "declarations",
      kind: "fema-declarations",
      label: "DisasterDeclarationsSummaries of OpenFEMA",
    },
    [
      key,
      { ...numbered("number", "Number", "femaDeclarationString", "Disaster"), required: true },
      field("state", "State"),
      field("area", "Area", "designatedArea"),
      field("title", "Title", "declarationTitle"),
      field("category", "Kind of incident", "incidentType", "Category"),
      field("status", "Kind of declaration", "declarationType", "Status"),
      day("day", "Declared", "declarationDate", "Day"),
      day("endsOn", "Incident ended", "incidentEndDate", "Ended"),
    ],
  ),
  published(
    {
      dataset: "projects",
      kind: "fema-projects",
      label: "PublicAssistanceFundedProjectsDetails of OpenFEMA",
    },
    [
      // Version 2 hands out no id; a row there is a project of FEMA's own system.
      { ...key, aliases: ["id", "gmProjectId"] },
      { ...numbered("number", "Disaster", "disasterNumber"), required: true },
      field("state", "State", "stateCode", "stateAbbreviation"),
      field("area", "County", "Area"),
      field("title", "Project", "applicationTitle", "Title"),
      field(
        "category",
        "Category of damage",
        "damageCategory",
        "damageCategoryDescrip",
        "Category",
      ),
      numbered("identifier", "FEMA's number", "pwNumber"),
      field("status", "Size", "projectSize", "Status"),
      {
        ...day("day", "Obligated", "firstObligationDate"),
        aliases: ["firstObligationDate", "obligatedDate", "Day"],
      },
      amount("cents", "Project amount", "projectAmount", "Amount"),
      amount("federalCents", "Federal share obligated", "federalShareObligated", "Federal share"),
    ],
  ),
  published(
    {
      dataset: "mitigation",
      kind: "fema-mitigation",
      label: "HazardMitigationAssistanceProjects of OpenFEMA",
    },
    [
      { ...key, aliases: ["id", "projectIdentifier"] },
      numbered("identifier", "FEMA's number", "projectIdentifier"),
      numbered("number", "Disaster", "disasterNumber"),
      {
        ...field("programYear", "Program year", "programFy", "programFiscalYear"),
        type: cells.whole,
      },
      field("state", "State"),
      field("area", "County", "Area"),
      field("title", "Kind of project", "projectType", "Title"),
      field("category", "Program", "programArea", "Category"),
      field("status", "Status"),
      day("day", "Approved", "dateApproved", "Day"),
      day("endsOn", "Closed", "dateClosed", "Ended"),
      amount("cents", "Project amount", "projectAmount", "Amount"),
      amount("federalCents", "Federal share obligated", "federalShareObligated", "Federal share"),
      share,
      { ...field("ratio", "Benefit-cost ratio", "benefitCostRatio"), type: cells.number },
      amount("benefitCents", "Net value of benefits", "netValueBenefits"),
    ],
  ),
];
