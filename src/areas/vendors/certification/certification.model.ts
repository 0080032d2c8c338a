import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { certifications, type Certification } from "../vendor/vendor.labels.ts";
import {
  certificationStandings,
  endingDays,
  type CertificationStanding,
} from "./certification.labels.ts";

const kind = z.enum(names(certifications));
const standing = z.enum(names(certificationStandings));

/** What a certificate says, with the days on which it holds; both included. */
const certificateFields = {
  kind,
  certifier: z
    .string()
    .trim()
    .min(2, "Enter who certified it, such as the state's unified certification program.")
    .max(200),
  certificateNumber: z.string().trim().max(100).default(""),
  validFrom: dayInput("Enter the first day on which it holds."),
  validTo: dayInput("Enter its last day.")
    .or(z.literal(""))
    .nullish()
    .transform((text) => text || null),
  fileId: z.uuid().nullish(),
};
const inOrder = (
  { validFrom, validTo }: { validFrom: string; validTo: string | null },
  context: z.core.$RefinementCtx,
) => {
  if (validTo !== null && validTo < validFrom)
    context.addIssue({
      code: "custom",
      path: ["validTo"],
      message: "The last day is before the first.",
    });
};
const reason = z.string().trim().min(3, "Say why.").max(1000);

export const certificateInput = z.strictObject(certificateFields).superRefine(inOrder);
export type CertificateInput = z.output<typeof certificateInput>;

/** A correction says all of the certificate anew, and why. */
export const certificateCorrection = z
  .strictObject({ ...certificateFields, reason })
  .superRefine(inOrder);
export type CertificateCorrection = z.output<typeof certificateCorrection>;

/** `endedOn`: the first day on which it holds no more. */
export const certificateEnd = z.strictObject({
  endedOn: dayInput("Enter the day from which it holds no more."),
  reason,
});
export type CertificateEnd = z.output<typeof certificateEnd>;

/** The days of a certificate; without `datesRecorded` nobody saw them. */
export type Certificate = {
  kind: Certification;
  validFrom: Day | null;
  validTo: Day | null;
  endedOn: Day | null;
  datesRecorded: boolean;
};

/** Whether a certificate is in force on a day: its first and its last day count, the day of its end does not. */
export const inForce = ({ validFrom, validTo, endedOn }: Certificate, day: Day): boolean =>
  (validFrom === null || validFrom <= day) &&
  (validTo === null || day <= validTo) &&
  (endedOn === null || day < endedOn);

/** The kinds that are in force on a day, each once, in the order of their letters. */
export const kindsInForce = (rows: readonly Certificate[], day: Day): Certification[] =>
  [...new Set(rows.filter((row) => inForce(row, day)).map((row) => row.kind))].toSorted();

/** How a certificate stands on a day. */
export const standingOn = (row: Certificate, day: Day): CertificationStanding => {
  if (row.endedOn !== null && row.endedOn <= day) return "ended";
  if (row.validFrom !== null && row.validFrom > day) return "begins";
  if (row.validTo === null) return "holds";
  return row.validTo < day ? "over" : row.validTo <= addDays(day, endingDays) ? "ending" : "holds";
};

/** What somebody who says "these kinds, no others" changes of what is in force on the day. */
export type Restated = {
  /** Kinds to keep as stated from this day, without a certificate. */
  stated: Certification[];
  /** Kinds that were only stated and are not any more. */
  unstated: Certification[];
  /** Kinds with a certificate in force that are not named any more. */
  dropped: Certification[];
  /** Kinds that are named although their certificate is over, withdrawn or still to begin. */
  lapsed: Certification[];
};

/**
 * Compares a list of kinds with the certificates of a vendor on a day. A kind of which a certificate
 * was recorded follows from that alone: it is neither stated anew nor left out by a list.
 */
export const restated = (
  rows: readonly Certificate[],
  kinds: readonly Certification[],
  day: Day,
): Restated => {
  const now = kindsInForce(rows, day);
  const certified = (one: Certification) => rows.some((r) => r.kind === one && r.datesRecorded);
  const [added, gone] = [
    [...new Set(kinds)].filter((one) => !now.includes(one)).toSorted(),
    now.filter((one) => !kinds.includes(one)),
  ];
  return {
    stated: added.filter((one) => !certified(one)),
    unstated: gone.filter((one) => !certified(one)),
    dropped: gone.filter(certified),
    lapsed: added.filter(certified),
  };
};

export const certificateRow = z
  .object({
    id: z.string(),
    kind,
    certifier: z.string(),
    certificateNumber: z.string(),
    validFrom: dayField.nullable(),
    validTo: dayField.nullable(),
    datesRecorded: z.boolean(),
    endedOn: dayField.nullable(),
    endedReason: z.string().nullable(),
    fileId: z.string().nullable(),
    fileName: z.string().nullable(),
    standing,
    version: z.number(),
  })
  .meta({ id: "VendorCertification" });
export type CertificateRow = z.output<typeof certificateRow>;
