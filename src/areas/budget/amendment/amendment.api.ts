import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { amendmentNoun } from "./amendment.noun.ts";
import { amendmentDetail, amendmentInput, amendmentRow } from "./amendment.model.ts";
import { amendmentList, readAmendment } from "./amendment.read.service.ts";
import {
  changeAmendment,
  draftAmendment,
  submitAmendment,
  withdrawAmendment,
} from "./amendment.service.ts";

const path = "/api/v1/budget-amendments";

export const amendmentEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "budget.read", amendmentList, amendmentRow),
  endpoint({
    method: "POST",
    path,
    permission: "amendment.create",
    summary: "Draft a budget amendment or transfer",
    body: amendmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftAmendment(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "budget.read",
    summary: "A budget amendment with its lines",
    params: idParams,
    response: amendmentDetail,
    handler: ({ db, actor, params }) => readAmendment(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "amendment.create",
    summary: "Change a draft or returned amendment",
    params: idParams,
    body: amendmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeAmendment(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "budgetAmendment", "budget.read"),
  ...stepEndpoints(amendmentNoun, {
    submit: { summary: "Send it for approval and reserve what it takes", take: submitAmendment },
    withdraw: { summary: "Withdraw it; what it reserved is free again", take: withdrawAmendment },
  }),
];
