import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { certificateStates } from "./certificate.labels.ts";

/** The fields of a certificate, said once. Its code is kept in capitals: CDL-A, ICS-100. */
export const certificateFields = {
  holderId: z.uuid("Choose whose it is.").meta({ title: "Holder" }),
  code: z
    .string()
    .trim()
    .toUpperCase()
    .min(2, "Enter its code, such as ICS-100.")
    .max(40)
    .regex(/^[A-Z0-9][A-Z0-9 ./+-]*$/, "A code has letters, digits, spaces and . / + - only.")
    .meta({ title: "Code" }),
  title: z.string().trim().min(2, "Say what it is.").max(200).meta({ title: "Certificate" }),
  issuer: z.string().trim().min(2, "Say who issued it.").max(200).meta({ title: "Issued by" }),
  reference: z.string().trim().max(120).default("").meta({ title: "Issuer's number" }),
  validFrom: dayInput("Enter from when it holds.").meta({ title: "Valid from" }),
  validUntil: dayInput().nullable().default(null).meta({ title: "Last day" }),
};

export const certificateInput = z.strictObject({
  ...certificateFields,
  fileId: z.uuid().nullable().default(null),
});
export type CertificateInput = z.output<typeof certificateInput>;

export const certificateRow = z
  .object({
    id: z.string(),
    number: z.string(),
    holderId: z.string(),
    holderName: z.string(),
    code: z.string(),
    title: z.string(),
    issuer: z.string(),
    reference: z.string(),
    validFrom: dayField,
    validUntil: dayField.nullable(),
    daysLeft: z.number().nullable(),
    status: z.enum(names(certificateStates)),
    renewed: z.boolean(),
    verifiedName: z.string(),
    version: z.number(),
  })
  .meta({ id: "PersonCertificate" });
export type CertificateRow = z.output<typeof certificateRow>;

export const certificateDetail = certificateRow
  .extend({
    ...answerOf(certificateFields),
    file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
    verifiedAt: instantField.nullable(),
    statusReason: z.string(),
    own: z.boolean(),
    renews: z.object({ id: z.string(), number: z.string() }).nullable(),
    renewal: z.object({ id: z.string(), number: z.string() }).nullable(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PersonCertificateDetail" });
export type CertificateDetail = z.output<typeof certificateDetail>;

/** A cell of people and codes. */
const matrixCell = z.object({
  code: z.string(),
  state: z.enum(names(certificateStates)),
  daysLeft: z.number().nullable(),
  certificateId: z.string(),
});
export const certificateMatrix = z
  .object({
    codes: z.array(z.string()),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        departmentName: z.string(),
        cells: z.array(matrixCell),
      }),
    ),
    more: z.number().meta({ description: "people with certificates who are not shown" }),
    waiting: z.number(),
    expiring: z.number(),
    expired: z.number(),
  })
  .meta({ id: "CertificateMatrix" });
export type CertificateMatrix = z.output<typeof certificateMatrix>;
export type MatrixCell = z.output<typeof matrixCell>;
