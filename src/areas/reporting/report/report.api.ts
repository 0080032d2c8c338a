import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { savedReportInput, savedReportRecord, savedReportRow } from "./report.model.ts";
import { savedReportNoun } from "./report.noun.ts";
import { savedReportList } from "./report.list.ts";
import { changeReport, makeReport, readReport, retireReport } from "./report.service.ts";

const path = "/api/v1/saved-reports";

export const savedReportEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "report.read", savedReportList, savedReportRow),
  endpoint({
    method: "POST",
    path,
    permission: "report.keep",
    summary: "Keep a question as a report of one's own",
    status: 201,
    body: savedReportInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => makeReport(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "report.read",
    summary: "A report: its question, who made it, when it was kept last",
    params: idParams,
    response: savedReportRecord,
    handler: ({ db, actor, params }) => readReport(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "report.keep",
    summary: "Change one's own report",
    params: idParams,
    body: savedReportInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeReport(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "savedReport", "report.read"),
  ...stepEndpoints(savedReportNoun, { share: {}, withdraw: {}, retire: retireReport }),
];
