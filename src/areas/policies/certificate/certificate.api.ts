import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { certificateList } from "./certificate.list.ts";
import { certificateDetail, certificateInput, certificateRow } from "./certificate.model.ts";
import { certificateNoun } from "./certificate.noun.ts";
import {
  changeCertificate,
  enterCertificate,
  publishCertificate,
  readCertificate,
  withdrawCertificate,
} from "./certificate.service.ts";

const path = "/api/v1/agency-certificates";

export const certificateEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "agencyPolicy.read", certificateList, certificateRow),
  endpoint({
    method: "POST",
    path,
    permission: "agencyPolicy.edit",
    summary: "Enter a certificate of the agency",
    status: 201,
    body: certificateInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => enterCertificate(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "agencyPolicy.read",
    summary: "A certificate of the agency",
    params: idParams,
    response: certificateDetail,
    handler: ({ db, actor, params }) => readCertificate(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "agencyPolicy.edit",
    summary: "Change a certificate of the agency",
    params: idParams,
    body: patchOf(certificateInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const { file, ...stands } = await readCertificate(tx, actor, params.id);
      const held = { ...stands, fileId: file?.id ?? null };
      const whole = wholeWith(certificateInput, certificateInput.shape, held, body);
      return changeCertificate(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "agencyCertificate", "agencyPolicy.edit"),
  ...stepEndpoints(certificateNoun, {
    publish: publishCertificate,
    withdraw: withdrawCertificate,
  }),
];
