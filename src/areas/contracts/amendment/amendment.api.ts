import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { amendmentNoun } from "./amendment.noun.ts";
import { wetInk } from "../contract/contract.model.ts";
import {
  amendmentDetail,
  amendmentInput,
  amendmentPatch,
  amendmentRow,
} from "./amendment.model.ts";
import { amendmentList, readAmendment } from "./amendment.read.service.ts";
import {
  changeAmendment,
  createAmendment,
  signAmendment,
  submitAmendment,
  withdrawAmendment,
} from "./amendment.service.ts";

const path = "/api/v1/contract-amendments";
export const amendmentEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "contract.read", amendmentList, amendmentRow),
  endpoint({
    method: "POST",
    path,
    permission: "contract.edit",
    summary: "Draft an amendment of a contract in force",
    status: 201,
    body: amendmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createAmendment(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "contract.read",
    summary: "An amendment with its contract now and then",
    params: idParams,
    response: amendmentDetail,
    handler: ({ db, actor, params }) => readAmendment(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "contract.edit",
    summary: "Change the draft of an amendment",
    params: idParams,
    body: amendmentPatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeAmendment(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "contractAmendment", "contract.read"),
  ...stepEndpoints(amendmentNoun, {
    submit: { summary: "Send an amendment to its approvers", take: submitAmendment },
    sign: step(wetInk, signAmendment, {
      summary: "Record the signatures on paper: the amendment is in force",
    }),
    ...alike(withdrawAmendment, {
      takeBack: "Take an amendment back to its draft",
      cancel: "Cancel an amendment that is not signed",
    }),
  }),
];
