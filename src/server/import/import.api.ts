import { z } from "zod";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { recordAct } from "../http/acts.ts";
import { endpoint, idParams, type Endpoint } from "../http/endpoint.ts";
import { plainCsv } from "../http/export.ts";
import { enqueue } from "../jobs/jobs.ts";
import { commitJob, validateJob } from "./import.jobs.ts";
import {
  beginImport,
  importerFor,
  mapColumns,
  readAnew,
  readRun,
  startCommit,
} from "./import.service.ts";
import type { ImportRun } from "./import.tables.ts";
import { fieldsFor, importerOf } from "./importer.ts";
import { handedBack, ownColumns } from "./sources.ts";
import type { Actor } from "#kernel/access.ts";
import { instantField } from "#kernel/time-fields.ts";

const path = "/api/v1/imports";
const mapping = z.record(z.string().max(80), z.string().max(400).nullable());
const rowProblem = z.object({
  row: z.number(),
  column: z.string(),
  expected: z.string(),
  found: z.string(),
  fix: z.string(),
});
const leaveOut = z.object({
  column: z.string().max(400),
  test: z.enum(["is", "begins", "contains", "empty"]),
  value: z.string().max(200).default(""),
});
const words = z.record(z.string().max(80), z.string().max(400));
/** How the file is read beyond the mapping, as a person says it. */
const reading = z.object({
  answers: words.optional(),
  fixed: words.optional(),
  names: z
    .record(z.string().max(80), z.record(z.string().max(400), z.string().max(400)))
    .optional(),
  leaveOut: z.array(leaveOut).max(20).optional(),
  addUp: z.boolean().optional(),
  spread: z
    .array(z.object({ column: z.string().max(400), value: z.string().max(80) }))
    .max(60)
    .optional(),
});
const howRead = z.object({
  sheet: z.string().max(200).optional(),
  headingRow: z.number().int().min(1).max(10_000).optional(),
  letters: z.enum(["utf-8", "windows-1252"]).optional(),
});
const choice = z.object({ value: z.string(), label: z.string() });
const question = z.object({
  id: z.string(),
  field: z.string(),
  column: z.string(),
  ask: z.string(),
  choices: z.array(choice),
  likely: z.string(),
  rows: z.array(z.object({ row: z.number(), found: z.string() })),
  names: z
    .array(z.object({ found: z.string(), likely: z.string().nullable(), rows: z.number() }))
    .optional(),
});
const runRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    fileName: z.string(),
    sha256: z.string(),
    state: z.enum(["mapping", "validating", "validated", "committing", "committed", "failed"]),
    columns: z.array(z.string()),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        expected: z.string(),
      }),
    ),
    suggestedMapping: mapping,
    reading: reading.extend(howRead.shape),
    questions: z.array(question),
    sheets: z.array(z.string()),
    firstRows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
    /** Whether several columns may each give a row, and whether rows of the same record may be added up. */
    spread: z.object({ by: z.string(), value: z.string() }).nullable(),
    addUp: z.boolean(),
    counts: z.object({
      create: z.number(),
      update: z.number(),
      skip: z.number(),
      reject: z.number(),
      leftOut: z.number().optional(),
      /** Cents of the rows of each count, of a kind that is reconciled by an amount. */
      sums: z
        .object({
          create: z.number(),
          update: z.number(),
          skip: z.number(),
          reject: z.number(),
          unread: z.number(),
        })
        .optional(),
      /** Cents of the rows that come in, by what they are part of: spending of a year. */
      groups: z.record(z.string(), z.number()).optional(),
    }),
    problems: z.array(rowProblem),
    warned: z.number(),
    warnings: z.array(rowProblem),
    rowsTotal: z.number().nullable(),
    rowsDone: z.number(),
    error: z.string().nullable(),
    createdAt: instantField,
    committedAt: instantField.nullable(),
  })
  .meta({ id: "ImportRun" });

// The page of each kind, where its run is looked at and gone on with.
const pages: Readonly<Record<string, string>> = {
  vendors: "/vendor-directory/import",
  commodities: "/vendor-directory/codes",
  invoices: "/invoices/import",
  "budget-lines": "/budget-management/import",
  "budget-lines-summed": "/budget-management/import",
  "budget-actuals": "/budget-management/import",
  "budget-proposal-lines": "/budget-management/import",
  "capital-requests": "/capital-planning-management/import",
  assets: "/asset-management/import",
  contracts: "/contracts/import",
  payroll: "/payments/journals/import",
  receipts: "/payments/journals/receipts",
  "grant-opportunities": "/grant-opportunities/import",
  invitations: "/user-management/import",
  places: "/master-data/places/import",
  projects: "/projects/import",
  "stock-items": "/inventory/items/import",
  "stock-locations": "/inventory/locations/import",
  units: "/master-data/units/import",
  "pa-work-schedules": "/fema-integration/schedules",
  "pa-damage": "/fema-integration/damage",
  "pa-obligations": "/fema-integration/obligations",
  "fema-declarations": "/fema-integration/declarations",
  "fema-projects": "/fema-integration/projects",
  "fema-mitigation": "/fema-integration/mitigation",
};
/** Where the person sees a run; null for a kind without a page. */
export const pageOfRun = (run: Pick<ImportRun, "id" | "kind">): string | null =>
  pages[run.kind] ? `${pages[run.kind]}?import=${run.id}` : null;

const shown = (actor: Actor, run: ImportRun): z.input<typeof runRow> => {
  const importer = importerOf(run.kind)!;
  return {
    ...run,
    suggestedMapping: run.mapping,
    fields: fieldsFor(actor, importer).map((f) => ({
      name: f.name,
      label: f.label,
      required: f.required ?? false,
      expected: f.expected ?? f.type?.expected ?? "",
    })),
    spread: importer.spread ?? null,
    addUp: importer.addUp !== undefined,
  };
};

type Reject = { rowNo: number; cells: string[]; problems: { column: string; fix: string }[] };
const rejectedCsv = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ name: string; text: string }> => {
  const run = await readRun(db, actor, id);
  const rows = await db.rows<Reject>(sql`
    select row_no, cells, problems
    from import_reject
    where org_id = ${run.orgId} and import_id = ${id}
    order by row_no
    limit 200000
  `);
  const columns = ownColumns(run.columns);
  return {
    name: `rejected-${run.fileName.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9._-]/g, "_")}.csv`,
    text: plainCsv(
      [...columns, ...handedBack],
      rows.map((r) => [
        ...columns.map((_, at) => r.cells[at] ?? ""),
        String(r.rowNo),
        r.problems.map((p) => p.fix).join(" "),
      ]),
    ),
  };
};

export const importEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path,
    permission: "file.upload",
    summary: "Take an uploaded file as an import: its columns and the suggested matching",
    body: z.object({ kind: z.string().min(1).max(80), fileId: z.uuid() }),
    response: runRow,
    ownTransaction: true,
    handler: async ({ actor, app, body }) =>
      shown(actor, await beginImport(app, actor, body.kind, body.fileId)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "file.upload",
    summary: "How far an import is, what it would do or did, and its first problems",
    params: idParams,
    response: runRow,
    handler: async ({ actor, db, params }) => shown(actor, await readRun(db, actor, params.id)),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/validate`,
    permission: "file.upload",
    summary: "Match the columns and check every row; changes nothing",
    params: idParams,
    body: z.object({ mapping, reading: reading.optional() }),
    status: 202,
    response: runRow,
    handler: async ({ actor, tx, params, body }) => {
      const run = await mapColumns(tx, actor, params.id, body.mapping, body.reading);
      await enqueue(
        tx,
        actor,
        validateJob,
        { importId: run.id },
        `Check of ${run.fileName}`,
        pageOfRun(run),
      );
      return shown(actor, run);
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/headings`,
    permission: "file.upload",
    summary: "Read the headings anew: from which sheet and line, in which letters",
    params: idParams,
    body: howRead,
    response: runRow,
    ownTransaction: true,
    handler: async ({ actor, app, params, body }) =>
      shown(actor, await readAnew(app, actor, params.id, body)),
  }),
  recordAct(path, "commit", {
    permission: "file.upload",
    summary: "Bring the checked rows in, or go on after a stop",
    status: 202,
    response: runRow,
    handler: async ({ actor, tx, params }) => {
      const run = await startCommit(tx, actor, params.id);
      await enqueue(
        tx,
        actor,
        commitJob,
        { importId: run.id },
        `Import of ${importerFor(actor, run.kind).label}: ${run.fileName}`,
        pageOfRun(run),
      );
      return shown(actor, run);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/rejected`,
    permission: "file.upload",
    summary: "The refused rows as CSV, with what to repair",
    params: idParams,
    raw: true,
    handler: async ({ actor, db, params, reply }) => {
      const { name, text } = await rejectedCsv(db, actor, params.id);
      return reply
        .header("content-disposition", `attachment; filename="${name}"`)
        .type("text/csv; charset=utf-8")
        .send(text);
    },
  }),
];
