import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { beginInput, booksStanding } from "./begin/begin.model.ts";
import { beginGeneralLedger, readStanding } from "./begin/begin.service.ts";
import { accountInput, accountRow } from "./chart/chart.model.ts";
import { enterAccount, glAccountList } from "./chart/chart-accounts.service.ts";
import { glEntryDetail, glEntryRow, glLineRow, pendingRow } from "./ledger/ledger.model.ts";
import { glEntryList, glLineList, pendingList } from "./ledger/ledger.list.ts";
import { readGlEntry } from "./ledger/ledger.read.service.ts";
import { rulesRow } from "./rules/rules.model.ts";
import { listRules, postingRuleSets } from "./rules/rules.service.ts";

const rules = "/api/v1/posting-rules";

/** The general ledger itself: how it stands, its chart, its rules, its entries. */
export const booksEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/books-standing",
    permission: "books.read",
    summary: "How the books stand, what waits, and which period is to be closed next",
    response: booksStanding,
    handler: ({ db }) => readStanding(db),
  }),
  actAt("/api/v1/books-standing", "begin", {
    permission: "books.confirm",
    summary: "Keep a general ledger from the first day of a fiscal year on",
    body: beginInput,
    response: z.object({ posted: z.number() }),
    handler: ({ tx, actor, body }) => beginGeneralLedger(tx, actor, body.fiscalYearId),
  }),
  ...listEndpoints("/api/v1/gl-accounts", "books.read", glAccountList, accountRow),
  endpoint({
    method: "POST",
    path: "/api/v1/gl-accounts",
    permission: "books.rules",
    summary: "Enter a balance sheet or budgetary account of the general ledger",
    body: accountInput,
    response: accountRow,
    handler: ({ tx, actor, body }) => enterAccount(tx, actor, body),
  }),
  ...listEndpoints("/api/v1/gl-entries", "books.read", glEntryList, glEntryRow),
  endpoint({
    method: "GET",
    path: "/api/v1/gl-entries/{id}",
    permission: "books.read",
    summary: "An entry of the general ledger with its lines",
    params: idParams,
    response: glEntryDetail,
    handler: ({ db, params }) => readGlEntry(db, params.id),
  }),
  ...listEndpoints("/api/v1/gl-lines", "books.read", glLineList, glLineRow),
  ...listEndpoints("/api/v1/gl-pending", "books.read", pendingList, pendingRow),
  endpoint({
    method: "GET",
    path: rules,
    permission: "books.read",
    summary: "Posting rules in all versions",
    response: z.object({ items: z.array(rulesRow) }),
    handler: async ({ db }) => ({ items: await listRules(db) }),
  }),
  ...definitionEndpoints(postingRuleSets, {
    path: rules,
    read: "books.read",
    write: "books.rules",
    publish: "books.publish",
    row: rulesRow,
  }),
];
