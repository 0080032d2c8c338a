import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { getRow } from "#server/db/rows.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { grantReport } from "../grants.tables.ts";
import { reportDocument } from "./paper.service.ts";
import { reportNoun } from "./report.noun.ts";
import { reportDetail, reportRow, sefaRow } from "./report.model.ts";
import {
  readReport,
  reportList,
  certifyReport,
  prepareReport,
  reopenReport,
  sendBackReport,
  submitReport,
} from "./report.service.ts";
import { readSefa } from "./sefa.service.ts";

const path = "/api/v1/grant-reports";
const day = z.iso.date();
const stepInput = z.object({
  reason: z.string().trim().max(2000).nullish(),
  narrative: z.string().trim().max(20_000).optional(),
  reference: z.string().trim().max(120).optional(),
});

export const reportEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grant.read", reportList, reportRow),
  endpoint({
    method: "GET",
    path: "/api/v1/sefa",
    permission: "grant.read",
    summary: "Schedule of expenditures of federal awards",
    query: z.object({ from: day, to: day }),
    response: z.object({ items: z.array(sefaRow) }),
    handler: async ({ db, query }) => ({ items: await readSefa(db, query) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grant.read",
    summary: "A report to a grantor with the rows behind its cells",
    params: idParams,
    response: reportDetail,
    handler: ({ db, actor, params }) => readReport(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: "grant.read",
    summary: "The official form of a report, as PDF",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { number } = await getRow(db, grantReport, params.id, "report");
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(await reportDocument(db, params.id)));
    },
  }),
  historyEndpoint(path, "grantReport", "grant.read"),
  ...stepEndpoints(reportNoun, {
    prepare: step(stepInput, prepareReport),
    certify: step(stepInput, certifyReport),
    sendBack: step(stepInput, sendBackReport),
    submit: step(stepInput, submitReport),
    accept: { body: stepInput },
    reopen: step(stepInput, reopenReport),
  }),
];
