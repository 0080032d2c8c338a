import { z } from "zod";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { recordAct } from "../http/acts.ts";
import { endpoint, idParams, type Endpoint } from "../http/endpoint.ts";
import { toCsv } from "../http/export.ts";
import { enqueue } from "../jobs/jobs.ts";
import { commitJob, validateJob } from "./import.jobs.ts";
import { beginImport, importerFor, mapColumns, readRun, startCommit } from "./import.service.ts";
import type { ImportRun } from "./import.tables.ts";
import { fieldsFor, importerOf } from "./importer.ts";
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
const runRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    fileName: z.string(),
    sha256: z.string(),
    state: z.enum(["mapping", "validating", "validated", "committing", "committed", "failed"]),
    columns: z.array(z.string()),
    fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
    suggestedMapping: mapping,
    counts: z.object({
      create: z.number(),
      update: z.number(),
      skip: z.number(),
      reject: z.number(),
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
  "pa-damage": "/fema-integration/damage",
  "pa-obligations": "/fema-integration/obligations",
  "fema-declarations": "/fema-integration/declarations",
  "fema-projects": "/fema-integration/projects",
  "fema-mitigation": "/fema-integration/mitigation",
};
/** Where the person sees a run; null for a kind without a page. */
export const pageOfRun = (run: Pick<ImportRun, "id" | "kind">): string | null =>
  pages[run.kind] ? `${pages[run.kind]}?import=${run.id}` : null;

const shown = (actor: Actor, run: ImportRun): z.input<typeof runRow> => ({
  ...run,
  suggestedMapping: run.mapping,
  fields: fieldsFor(actor, importerOf(run.kind)!).map((f) => ({
    name: f.name,
    label: f.label,
    required: f.required ?? false,
  })),
});

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
  return {
    name: `rejected-${run.fileName.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9._-]/g, "_")}.csv`,
    text: toCsv(
      [...run.columns, "Row", "What to repair"],
      rows.map((r) => [
        ...run.columns.map((_, at) => r.cells[at] ?? ""),
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
    body: z.object({ mapping }),
    status: 202,
    response: runRow,
    handler: async ({ actor, tx, params, body }) => {
      const run = await mapColumns(tx, actor, params.id, body.mapping);
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
