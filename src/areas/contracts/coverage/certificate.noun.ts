import { defineNoun } from "#server/lifecycle.ts";
import {
  certificateCycle,
  type CertificateAction,
  type CertificateStatus,
} from "./coverage.labels.ts";
import { coverageCertificate } from "./coverage.tables.ts";

export type CertificateRecord = typeof coverageCertificate.$inferSelect;

export const certificateNoun = defineNoun<
  CertificateStatus,
  CertificateAction,
  typeof coverageCertificate,
  CertificateRecord
>({
  name: "certificate",
  path: "certificates",
  table: coverageCertificate,
  cycle: certificateCycle,
  number: (row) => `${row.issuer} ${row.policyNumber}`,
  read: "contract.read",
});
