import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { agreementList } from "./agreement.list.ts";
import {
  agreementChange,
  agreementDetail,
  agreementFields,
  agreementInput,
  agreementRow,
  signedInput,
} from "./agreement.model.ts";
import { agreementNoun } from "./agreement.noun.ts";
import { readAgreement } from "./agreement.read.service.ts";
import {
  changeAgreement,
  draftAgreement,
  endAgreement,
  signAgreement,
  submitAgreement,
  withdrawAgreement,
} from "./agreement.service.ts";

const path = "/api/v1/client-agreements";
const [read, write] = ["served.read", "served.write"] as const;

/** Agreements with clients. */
export const agreementEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, agreementList, agreementRow),
  endpoint({
    method: "POST",
    path,
    permission: write,
    summary: "Draft an agreement with a client",
    status: 201,
    body: agreementInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftAgreement(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "An agreement with a client, with what is billed under it",
    params: idParams,
    response: agreementDetail,
    handler: ({ db, actor, params }) => readAgreement(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: write,
    summary: "Change a draft of an agreement",
    params: idParams,
    body: patchOf(agreementFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readAgreement(tx, actor, params.id);
      const whole = wholeWith(agreementChange, agreementFields, stored, body);
      return changeAgreement(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "clientAgreement", read),
  recordAct(path, "signed", {
    permission: "served.approve",
    summary: "Record a signature on the paper of an agreement",
    body: signedInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      signAgreement(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(agreementNoun, {
    submit: submitAgreement,
    withdraw: withdrawAgreement,
    end: endAgreement,
    drop: {},
  }),
];
