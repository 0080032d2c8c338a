import type { Actor } from "#kernel/access.ts";
import { supervisorsOf } from "#areas/organization/organization.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { personCertificate } from "../training.tables.ts";
import { seesAllTraining } from "../training.model.ts";
import {
  certificateCycle,
  type CertificateAction,
  type CertificateStatus,
} from "./certificate.labels.ts";
import { delegatesOf } from "./delegates.service.ts";

export type CertificateStored = typeof personCertificate.$inferSelect;
export type CertificateRecord = CertificateStored & { delegates: readonly string[] };

/** Whoever keeps certificates sees each; others their own, and those of whom they supervise. */
export const seesCertificate = async (
  db: Db,
  actor: Actor,
  { holderId }: Pick<CertificateStored, "holderId">,
): Promise<boolean> =>
  seesAllTraining(actor) ||
  holderId === actor.personId ||
  ((await supervisorsOf(db, [holderId])).get(holderId) ?? []).includes(actor.personId ?? "");

/** A certificate with what its rules ask of others. */
export const withDelegates = async (
  db: Db | Tx,
  row: CertificateStored,
): Promise<CertificateRecord> => ({ ...row, delegates: await delegatesOf(db, row.holderId) });

export const certificateNoun = defineNoun<
  CertificateStatus,
  CertificateAction,
  typeof personCertificate,
  CertificateRecord
>({
  name: "personCertificate",
  path: "person-certificates",
  page: "/admin/certifications",
  table: personCertificate,
  cycle: certificateCycle,
  number: ({ number }) => number,
  read: "training.read",
  visible: seesCertificate,
  load: withDelegates,
});
