import { z } from "zod";
import { requireRecord } from "#server/lifecycle.ts";
import type { Db } from "#server/db/db.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import {
  certificateCorrection,
  certificateEnd,
  certificateInput,
  certificateRow,
} from "./certification.model.ts";
import {
  addCertification,
  correctCertification,
  endCertification,
  listCertifications,
} from "./certification.service.ts";

const ofVendor = "/api/v1/vendors/{id}/certifications";
const path = "/api/v1/vendor-certifications";
const permission = "vendor.register";
const answer = z.object({ items: z.array(certificateRow) });
const read = async (db: Db, vendorId: string) => ({
  items: await listCertifications(db, vendorId),
});

export const certificationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ofVendor,
    permission: "vendor.read",
    summary: "Certifications of a vendor with the days on which each holds",
    params: idParams,
    response: answer,
    handler: async ({ db, params }) => {
      await requireRecord(db, "vendor", params.id);
      return read(db, params.id);
    },
  }),
  endpoint({
    method: "POST",
    path: ofVendor,
    permission,
    summary:
      "Record a certificate with its days; what was only stated of its kind ends as it begins",
    params: idParams,
    body: certificateInput,
    response: answer,
    handler: async ({ actor, tx, params, body }) => {
      await addCertification(tx, actor, params.id, body);
      return read(tx, params.id);
    },
  }),
  recordAct(path, "correct", {
    permission,
    summary: "Correct what a certificate says, with the reason; records the days of a stated one",
    body: certificateCorrection,
    response: answer,
    handler: async ({ actor, tx, params, body, ifMatch }) =>
      read(tx, await correctCertification(tx, actor, params.id, ifMatch, body)),
  }),
  recordAct(path, "end", {
    permission,
    summary: "Withdraw a certificate from a day on, with the reason",
    body: certificateEnd,
    response: answer,
    handler: async ({ actor, tx, params, body, ifMatch }) =>
      read(tx, await endCertification(tx, actor, params.id, ifMatch, body)),
  }),
];
