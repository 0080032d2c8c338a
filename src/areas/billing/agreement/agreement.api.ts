import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { recordAct } from "#server/http/acts.ts";
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
  noticeInput,
} from "./agreement.model.ts";
import { agreementNoun } from "./agreement.noun.ts";
import { readAgreement } from "./agreement.read.service.ts";
import {
  approveAgreement,
  changeAgreement,
  draftAgreement,
  dropAgreement,
  giveNotice,
  sendBackAgreement,
  submitAgreement,
} from "./agreement.service.ts";

const path = "/api/v1/hosting-agreements";
const [read, edit] = ["platform.read", "platform.edit"] as const;

/** Agreements with agencies that are hosted. */
export const agreementEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, agreementList, agreementRow),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Draft an agreement with an agency",
    status: 201,
    body: agreementInput,
    response: writtenRecord,
    handler: ({ app, tx, actor, body }) => draftAgreement(tx, actor, body, app),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "An agreement with an agency",
    params: idParams,
    response: agreementDetail,
    handler: ({ db, actor, params }) => readAgreement(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
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
  historyEndpoint(path, "hostingAgreement", read),
  recordAct(path, "notice", {
    permission: edit,
    summary: "Keep that notice was given: the agreement ends with its term",
    body: noticeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      giveNotice(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(agreementNoun, {
    submit: submitAgreement,
    sendBack: sendBackAgreement,
    approve: approveAgreement,
    drop: dropAgreement,
  }),
];
