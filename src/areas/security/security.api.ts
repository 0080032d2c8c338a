import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { securityEventList } from "#areas/identity/identity.server.ts";
import { alertList } from "./alert/alert.list.ts";
import { alertDetail, alertRow, eventRow, overview } from "./alert/alert.model.ts";
import {
  acknowledgeAlert,
  explainAlert,
  overviewOf,
  raiseAlert,
  readAlert,
} from "./alert/alert.service.ts";
import { caseList } from "./case/case.list.ts";
import { caseDetail, caseRow } from "./case/case.model.ts";
import { closeCase, readCase, reopenCase } from "./case/case.service.ts";
import { alertNoun, caseNoun } from "./security.nouns.ts";

const alerts = "/api/v1/security-alerts";
const cases = "/api/v1/security-cases";

export const securityEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/security-overview",
    permission: "securityEvent.read",
    summary: "Thirty days of security events and alerts, with figures that open their rows",
    response: overview,
    handler: ({ db, actor }) => overviewOf(db, actor),
  }),
  ...listEndpoints("/api/v1/security-events", "securityEvent.read", securityEventList, eventRow),
  ...listEndpoints(alerts, "securityAlert.read", alertList, alertRow),
  endpoint({
    method: "GET",
    path: `${alerts}/{id}`,
    permission: "securityAlert.read",
    summary: "An alert with the events that raised it",
    params: idParams,
    response: alertDetail,
    handler: ({ db, actor, params }) => readAlert(db, actor, params.id),
  }),
  ...stepEndpoints(
    alertNoun,
    {
      acknowledge: { summary: "Look at an alert", take: acknowledgeAlert },
      explain: { summary: "Explain an alert", take: explainAlert },
      raise: { summary: "Open a case on an alert", take: raiseAlert },
    },
    { response: alertDetail, read: readAlert },
  ),
  historyEndpoint(alerts, "securityAlert", "securityAlert.read"),
  ...listEndpoints(cases, "securityCase.read", caseList, caseRow),
  endpoint({
    method: "GET",
    path: `${cases}/{id}`,
    permission: "securityCase.read",
    summary: "A case with its alerts",
    params: idParams,
    response: caseDetail,
    handler: ({ db, actor, params }) => readCase(db, actor, params.id),
  }),
  ...stepEndpoints(
    caseNoun,
    {
      close: { summary: "Close a case with what was found", take: closeCase },
      reopen: { summary: "Open a closed case again", take: reopenCase },
    },
    { response: caseDetail, read: readCase },
  ),
  historyEndpoint(cases, "securityCase", "securityCase.read"),
];
