import { z } from "zod";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf, several } from "#server/import/cells.ts";
import { defineImporter, type Verdict } from "#server/import/importer.ts";
import { eligibilityCodes, postedStatuses } from "./opportunity.labels.ts";
import { opportunityInput, type OpportunityInput } from "./opportunity.model.ts";
import { changeOpportunity, noteReading, storeOpportunity } from "./opportunity.service.ts";

const rowSchema = opportunityInput.extend({
  source: z.string().trim().max(120).default("File"),
  sourceKey: z.string().trim().max(200).default(""),
});
type Row = z.output<typeof rowSchema>;
type Plan = { id: string | null };
type Known = OpportunityInput & { id: string; status: string; readings: string[] };

const inputOf = ({ source: _source, sourceKey: _key, ...input }: Row): OpportunityInput => input;
const keyOf = (row: Row): string => row.sourceKey || row.number.toUpperCase();
const readingOf = (row: Row) => ({ source: row.source, sourceKey: keyOf(row), url: row.url });

// By the announcement's number, else by the key under which the same source named it before.
const knownOf = async (db: Db, rows: readonly Row[]): Promise<Known[]> =>
  db.rows<Known>(sql`
    select
      o.*,
      array(
        select s.source || ' ' || s.source_key
        from grant_opportunity_source s
        where s.org_id = o.org_id and s.opportunity_id = o.id
      ) as readings
    from grant_opportunity o
    where o.org_id = ${db.scope.orgId}
      and (
        upper(o.number) = any(${rows.map((row) => row.number.toUpperCase())}::text[])
        or o.id in (
          select s.opportunity_id
          from grant_opportunity_source s
          where s.org_id = ${db.scope.orgId}
            and s.source || ' ' || s.source_key = any(
              ${rows.map((row) => `${row.source} ${keyOf(row)}`)}::text[]
            )
        )
      )
  `);

const same = (known: Known, row: Row): boolean =>
  Object.entries(inputOf(row)).every(
    ([name, value]) =>
      JSON.stringify(known[name as keyof OpportunityInput]) === JSON.stringify(value),
  );

// What one source leaves out, another one may have said.
const completed = (known: Known, row: Row): OpportunityInput => {
  const given = inputOf(row);
  const empty = (value: unknown) =>
    value === null || value === "" || (Array.isArray(value) && value.length === 0);
  const filled = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      empty(value) ? known[name as keyof OpportunityInput] : value,
    ]),
  ) as OpportunityInput;
  // Its number stays as it was spelled first.
  return { ...filled, number: known.number };
};

const judge = (row: Row, known: readonly Known[]): Verdict<Plan> => {
  const mark = `${row.source} ${keyOf(row)}`;
  const found =
    known.find((each) => each.number.toUpperCase() === row.number.toUpperCase()) ??
    known.find((each) => each.readings.includes(mark));
  if (!found) return { action: "create", plan: { id: null } };
  // Not relevant is final: no source brings it back.
  if (found.status === "not_relevant") return { action: "skip" };
  const unchanged = same(found, { ...row, ...completed(found, row) });
  // A file that names no source is no reading of one.
  return unchanged && (row.source === "File" || found.readings.includes(mark))
    ? { action: "skip" }
    : { action: "update", plan: { id: found.id } };
};

/** Opportunities of a file or of a source: one that two of them name is one. */
export const opportunityImporter = defineImporter({
  kind: "grant-opportunities",
  label: "grant opportunities",
  permission: "grantOpportunity.import",
  batch: 100,
  schema: rowSchema,
  keys: (row) => [row.number.toUpperCase()],
  plan: async (db, rows) => {
    const known = await knownOf(db, rows);
    return rows.map((row) => judge(row, known));
  },
  apply: async (tx, actor, rows) => {
    const known = await knownOf(
      tx,
      rows.map(({ row }) => row),
    );
    for (const { row, plan } of rows) {
      const before = plan.id && known.find(({ id }) => id === plan.id);
      if (!before) await storeOpportunity(tx, actor, inputOf(row), readingOf(row), "import");
      else {
        const input = completed(before, row);
        if (!same(before, { ...row, ...input }))
          await changeOpportunity(tx, actor, { id: before.id, version: null }, input, "import");
        await noteReading(tx, before.id, readingOf(row));
      }
    }
  },
  fields: [
    {
      name: "number",
      label: "Number",
      required: true,
      aliases: ["Opportunity number"],
      type: cells.code,
    },
    {
      name: "title",
      label: "Title",
      required: true,
      aliases: ["Opportunity title", "Opportunity"],
    },
    { name: "agency", label: "Grantor", aliases: ["Agency", "Agency name"] },
    {
      name: "postedStatus",
      label: "Announcement",
      aliases: ["Status", "Opportunity status"],
      type: oneOf(postedStatuses),
    },
    {
      name: "alns",
      label: "Assistance listings",
      aliases: ["ALN", "CFDA"],
      type: several(cells.code),
    },
    {
      name: "eligibility",
      label: "Who may apply",
      aliases: ["Eligibility", "Applicant types"],
      type: several(oneOf(eligibilityCodes)),
    },
    { name: "summary", label: "Summary", aliases: ["Description"] },
    { name: "floorCents", label: "Award floor", aliases: ["Award floor"], type: cells.money },
    { name: "ceilingCents", label: "Award ceiling", aliases: ["Award ceiling"], type: cells.money },
    { name: "totalCents", label: "Program total", type: cells.money },
    { name: "expectedAwards", label: "Awards expected", type: cells.whole },
    { name: "costSharing", label: "Match required", aliases: ["Cost sharing"], type: cells.yesNo },
    { name: "postedOn", label: "Posted", type: cells.sourceDay },
    { name: "closesOn", label: "Closes", aliases: ["Close date"], type: cells.sourceDay },
    { name: "url", label: "Announcement's address", aliases: ["URL", "Link"] },
    { name: "source", label: "Source" },
    { name: "sourceKey", label: "Key at the source", type: cells.code },
  ],
});
