import { codedAccounts } from "./cost-code/cost-code.service.ts";
import { z } from "zod";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import {
  createSegment,
  ensureAccountString,
  findAccountStrings,
  updateSegment,
} from "./account/account.service.ts";
import { closeYear, reopenYear } from "./account/closing.service.ts";
import { previewClosing } from "./account/closing-preview.service.ts";
import { correctFiscalYear, openFiscalYear } from "./account/year.service.ts";
import {
  accountStringInput,
  accountStringRow,
  budgetEffectRow,
  budgetLineInput,
  budgetLineRow,
  closeYearInput,
  closingPreview,
  commitmentRow,
  fiscalYearDaysInput,
  fiscalYearInput,
  fiscalYearRow,
  reopenYearInput,
  segmentInput,
  segmentKinds,
  segmentPatch,
  segmentRow,
  type Segment,
} from "./budget.model.ts";
import { budgetEffect } from "./ledger/ledger.service.ts";
import {
  budgetLineList,
  budgetSummary,
  commitmentList,
  createLine,
  readLine,
} from "./line/line.service.ts";

const segments: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/segments",
    permission: "budget.read",
    summary: "Funds, accounts, projects and awards",
    query: z.object({ kind: z.enum(segmentKinds).optional(), q: z.string().max(100).default("") }),
    response: z.object({ items: z.array(segmentRow) }),
    handler: async ({ actor, db, query }) => ({
      items: await db.rows<Segment>(sql`
        select *
        from segment_value
        where org_id = ${actor.orgId}
          and (${query.kind ?? null}::text is null or kind = ${query.kind ?? null})
          and (code || ' ' || name) ilike ${`%${query.q.replace(/[\\%_]/g, "\\$&")}%`}
        order by kind, code
        limit 10000
      `),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/segments",
    permission: "budget.edit",
    summary: "Add a fund, account, project or award",
    body: segmentInput,
    response: segmentRow,
    handler: ({ actor, tx, body }) => createSegment(tx, actor, body),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/segments/{id}",
    permission: "budget.edit",
    summary: "Change a segment value",
    params: idParams,
    body: segmentPatch,
    response: segmentRow,
    handler: ({ actor, tx, params, body, ifMatch }) =>
      updateSegment(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/account-strings",
    permission: "budget.read",
    summary: "Find account strings with what they have available",
    query: z.object({
      q: z.string().max(100).default(""),
      departmentId: z.uuid().optional(),
      /** True: revenue and transfers too, which nothing is bought from. */
      all: z.enum(["true", "false"]).default("false"),
      ids: z
        .string()
        .max(4000)
        .transform((s) => s.split(",").filter(Boolean))
        .pipe(z.array(z.uuid()))
        .optional(),
    }),
    response: z.object({ items: z.array(accountStringRow), fiscalYear: fiscalYearRow.nullable() }),
    handler: async ({ actor, db, query }) => {
      const day = businessDate(actor);
      const fiscalYear = await db.maybe<z.input<typeof fiscalYearRow>>(sql`
        select id, year, starts_on, ends_on, status, version
        from fiscal_year
        where org_id = ${actor.orgId} and ${day}::date between starts_on and ends_on
      `);
      const found = await findAccountStrings(
        db,
        query.q,
        fiscalYear?.id ?? null,
        query.ids,
        query.departmentId ?? null,
        query.all === "true",
      );
      const coded = await codedAccounts(
        db,
        found.flatMap(({ id, project }) => (project ? [id] : [])),
      );
      return { items: found.map((a) => ({ ...a, coded: coded.has(a.id) })), fiscalYear };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/budget-effects",
    permission: "budget.read",
    summary: "What the budget lines of account strings hold in today's fiscal year",
    query: z.object({
      ids: z
        .string()
        .max(8000)
        .transform((s) => s.split(",").filter(Boolean))
        .pipe(z.array(z.uuid()).max(200)),
    }),
    response: z.object({ items: z.array(budgetEffectRow), fiscalYear: z.number().nullable() }),
    handler: async ({ actor, db, query }) => {
      const day = businessDate(actor);
      const year = await db.maybe<{ id: string; year: number }>(sql`
        select id, year
        from fiscal_year
        where org_id = ${actor.orgId} and ${day}::date between starts_on and ends_on
      `);
      return {
        items: year ? await budgetEffect(db, year.id, query.ids) : [],
        fiscalYear: year?.year ?? null,
      };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/account-strings",
    permission: "budget.edit",
    summary: "Find or make an account string",
    body: accountStringInput,
    response: z.object({ id: z.string(), code: z.string() }),
    handler: ({ actor, tx, body }) => ensureAccountString(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/fiscal-years",
    permission: "budget.read",
    summary: "Fiscal years",
    response: z.object({ items: z.array(fiscalYearRow) }),
    handler: async ({ actor, db }) => ({
      items: await db.rows<z.input<typeof fiscalYearRow>>(sql`
        select id, year, starts_on, ends_on, status, version
        from fiscal_year
        where org_id = ${actor.orgId}
        order by year desc
      `),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/fiscal-years",
    permission: "budget.edit",
    summary: "Open a fiscal year",
    body: fiscalYearInput,
    response: fiscalYearRow,
    handler: ({ actor, tx, body }) => openFiscalYear(tx, actor, body),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/fiscal-years/{id}",
    permission: "budget.edit",
    summary: "Correct the days of a fiscal year",
    params: idParams,
    body: fiscalYearDaysInput,
    response: fiscalYearRow,
    handler: ({ actor, tx, params, body, ifMatch }) =>
      correctFiscalYear(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/fiscal-years/{id}/closing",
    permission: "budget.read",
    summary: "What closing a fiscal year would do",
    params: idParams,
    response: closingPreview,
    handler: ({ db, params }) => previewClosing(db, params.id),
  }),
  recordAct("/api/v1/fiscal-years", "close", {
    permission: "budget.edit",
    summary: "Close a fiscal year",
    body: closeYearInput,
    response: fiscalYearRow,
    handler: ({ actor, tx, params, body, ifMatch }) =>
      closeYear(tx, actor, params.id, body, ifMatch),
  }),
  recordAct("/api/v1/fiscal-years", "reopen", {
    permission: "budget.edit",
    summary: "Open a closed fiscal year again",
    body: reopenYearInput,
    response: fiscalYearRow,
    handler: ({ actor, tx, params, body, ifMatch }) =>
      reopenYear(tx, actor, params.id, body.reason, ifMatch),
  }),
];

const summaryRow = z.object({
  by: z.string(),
  id: z.string(),
  label: z.string(),
  side: z.enum(["revenue", "spending"]),
  budget: z.number(),
  preEncumbered: z.number(),
  encumbered: z.number(),
  expended: z.number(),
  available: z.number(),
  lines: z.number(),
});

const lines: Endpoint[] = [
  ...listEndpoints("/api/v1/budget-lines", "budget.read", budgetLineList, budgetLineRow),
  endpoint({
    method: "POST",
    path: "/api/v1/budget-lines",
    permission: "budget.edit",
    summary: "Adopt a budget line",
    body: budgetLineInput,
    response: budgetLineRow,
    handler: ({ actor, tx, body }) => createLine(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/budget-lines/{id}",
    permission: "budget.read",
    summary: "A budget line",
    params: idParams,
    response: budgetLineRow,
    handler: ({ db, params }) => readLine(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/budget-summary",
    permission: "budget.read",
    summary: "Sums by fund, department or account",
    query: z.object({
      year: z.coerce.number().int(),
      by: z.enum(["fund", "department", "account"]).default("fund"),
    }),
    response: z.object({ items: z.array(summaryRow) }),
    handler: async ({ db, query }) => ({ items: await budgetSummary(db, query.year, query.by) }),
  }),
  ...listEndpoints("/api/v1/commitment-entries", "ledger.read", commitmentList, commitmentRow),
];

export const budgetEndpoints: readonly Endpoint[] = [...segments, ...lines];
