import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { certificateKinds, certificateStatuses } from "./certificate.labels.ts";

export const certificateFields = {
  title: z.string().trim().min(3, "Name the certificate.").max(200),
  kind: z.enum(names(certificateKinds), "Choose what it is."),
  issuer: z.string().trim().min(2, "Say who issued it.").max(200),
  reference: z.string().trim().max(120).default(""),
  validFrom: dayInput("Enter from when it holds."),
  validUntil: dayInput().nullable().default(null),
  ownerId: z.uuid("Choose who looks after it."),
};

export const certificateInput = z.object({
  ...certificateFields,
  fileId: z.uuid().nullable().default(null),
});
export type CertificateInput = z.output<typeof certificateInput>;

export const certificateRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    kind: z.enum(names(certificateKinds)),
    issuer: z.string(),
    reference: z.string(),
    validFrom: dayField,
    validUntil: dayField.nullable(),
    owner: z.string(),
    status: z.enum(names(certificateStatuses)),
    version: z.number(),
  })
  .meta({ id: "AgencyCertificate" });
export type CertificateRow = z.output<typeof certificateRow>;

export const certificateDetail = certificateRow
  .extend({
    ownerId: z.string(),
    file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AgencyCertificateDetail" });
export type CertificateDetail = z.output<typeof certificateDetail>;

/** A certificate as everybody reads it. */
export const openCertificate = certificateRow
  .omit({ owner: true, status: true, version: true })
  .extend({ file: z.boolean() })
  .meta({ id: "OpenCertificate" });
export type OpenCertificate = z.output<typeof openCertificate>;
