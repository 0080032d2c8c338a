import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { agencyCertificate } from "../policies.tables.ts";
import {
  certificateCycle,
  type CertificateAction,
  type CertificateStatus,
} from "./certificate.labels.ts";

export type CertificateRecord = typeof agencyCertificate.$inferSelect;

/** Whoever looks after them sees every certificate; other members those that hold or held. */
export const seesCertificate = (
  actor: Actor,
  { status }: Pick<CertificateRecord, "status">,
): boolean =>
  actor.permissions.has("agencyPolicy.edit") || status === "published" || status === "expired";

export const certificateNoun = defineNoun<
  CertificateStatus,
  CertificateAction,
  typeof agencyCertificate,
  CertificateRecord
>({
  name: "agencyCertificate",
  path: "agency-certificates",
  page: "/certifications-policies/certificates",
  table: agencyCertificate,
  cycle: certificateCycle,
  number: (row) => row.number,
  read: "agencyPolicy.read",
  visible: (_db, actor, row) => seesCertificate(actor, row),
});
