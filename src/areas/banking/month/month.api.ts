import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { elsewhereInput, monthDetail, monthRow, nextMonths } from "./month.model.ts";
import { monthNoun } from "./month.noun.ts";
import { monthList, readMonthDetail } from "./month.read.service.ts";
import {
  beginMonth,
  noteElsewhere,
  prepareMonth,
  readNextMonths,
  reconcileMonth,
  reopenMonth,
  returnMonth,
} from "./month.service.ts";
import { monthPaper } from "./paper.service.ts";

const path = "/api/v1/bank-months";

export const monthEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "bank.read", monthList, monthRow),
  endpoint({
    method: "GET",
    path: "/api/v1/bank-months-next",
    permission: "bank.read",
    summary: "For each account with statements, the month under way or the one that comes next",
    response: nextMonths,
    handler: ({ db }) => readNextMonths(db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "bank.match",
    summary: "Begin the next month of an account",
    body: z.object({ agencyAccountId: z.uuid() }),
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginMonth(tx, actor, body.agencyAccountId),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "bank.read",
    summary: "A month of an account from both sides, with what stops it",
    params: idParams,
    response: monthDetail,
    handler: ({ db, actor, params }) => readMonthDetail(db, actor, params.id),
  }),
  recordAct(path, "compare", {
    permission: "bank.match",
    summary: "Note the balance of the finance system beside a month, and why it differs",
    body: elsewhereInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      noteElsewhere(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  ...stepEndpoints(
    monthNoun,
    {
      prepare: { summary: "Send a month of an account to review, frozen", take: prepareMonth },
      return: { summary: "Send a month back to whoever prepares it", take: returnMonth },
      reconcile: { summary: "Confirm a month as another person", take: reconcileMonth },
      reopen: { summary: "Reopen the last reconciled month of an account", take: reopenMonth },
    },
    { response: monthDetail, read: readMonthDetail, versioned: true },
  ),
  historyEndpoint(path, "bankMonth", "bank.read"),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: "bank.read",
    summary: "The reconciliation of a month as a PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { number, html } = await monthPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
];
