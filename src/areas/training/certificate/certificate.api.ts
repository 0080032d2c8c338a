import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { requireSeen } from "#server/lifecycle.ts";
import { certificateList } from "./certificate.list.ts";
import {
  certificateDetail,
  certificateInput,
  certificateMatrix,
  certificateRow,
} from "./certificate.model.ts";
import { certificateNoun } from "./certificate.noun.ts";
import {
  changeCertificate,
  enterCertificate,
  moveCertificate,
  readCertificate,
  verifyCertificates,
} from "./certificate.service.ts";
import { certificateMatrixOf } from "./matrix.service.ts";
import { certificatePaper } from "./paper.service.ts";
import { certificateHolds } from "./public.service.ts";

const path = "/api/v1/person-certificates";
const [read, verify] = ["training.read", "training.verify"] as const;

export const certificateEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, certificateList, certificateRow),
  endpoint({
    method: "POST",
    path,
    permission: read,
    summary: "Enter a certificate of a person; another person verifies it",
    status: 201,
    body: certificateInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => enterCertificate(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A certificate of a person",
    params: idParams,
    response: certificateDetail,
    handler: ({ db, actor, params }) => readCertificate(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: read,
    summary: "Change a certificate that nobody verified yet",
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
  historyEndpoint(path, "personCertificate", read),
  ...stepEndpoints(certificateNoun, alike(moveCertificate, ["verify", "refuse", "revoke"])),
  actAt(path, "verify-several", {
    permission: verify,
    summary: "Verify several certificates of people at once; all or none",
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
    response: z.object({ verified: z.number() }),
    handler: ({ tx, actor, body }) => verifyCertificates(tx, actor, body.ids),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A certificate that the agency issued itself, as PDF with the code that proves it",
    params: idParams,
    handler: async ({ app, db, actor, params, reply }) => {
      await requireSeen(db, actor, "personCertificate", params.id);
      const { title, document } = await certificatePaper(db, actor, params.id, app.config.origin);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/certificate-matrix",
    permission: read,
    summary: "People and the codes of their certificates, as they stand today",
    query: z.object({ departmentId: z.uuid().optional() }),
    response: certificateMatrix,
    handler: ({ db, actor, query }) => certificateMatrixOf(db, actor, query.departmentId ?? null),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/certificate-codes/{code}",
    permission: "public",
    tag: "public site",
    summary: "Whether the certificate of a code is valid today, and no more of it",
    params: z.object({ code: z.string().min(1).max(40) }),
    response: z.object({ valid: z.boolean() }),
    handler: ({ app, params }) => certificateHolds(app, params.code),
  }),
];
