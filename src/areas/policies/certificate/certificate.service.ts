import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { storedFileOf } from "#server/files/stored-file.ts";
import {
  actionsAsked,
  asSystem,
  transition,
  type StepAt,
  type TakenStep,
} from "#server/lifecycle.ts";
import { agencyCertificate } from "../policies.tables.ts";
import { ownerNamed } from "../policy/policy.service.ts";
import { certificateNoun, seesCertificate, type CertificateRecord } from "./certificate.noun.ts";
import type { CertificateDetail, CertificateInput } from "./certificate.model.ts";

type Dated = Pick<
  CertificateRecord,
  "id" | "number" | "title" | "issuer" | "validUntil" | "ownerId" | "status"
>;

/** The last day of a certificate, told to its owner sixty days ahead and nearer. */
const certificateDeadlines = (row: Dated): DeadlineRecordOf => ({
  id: row.id,
  number: row.number,
  link: `/certifications-policies/certificates/${row.id}`,
  deadlines:
    row.status === "published" && row.validUntil
      ? [
          {
            key: "end",
            title: `${row.title} ends`.slice(0, 200),
            dueOn: row.validUntil,
            follows: `The last day that ${row.issuer} wrote on it. Renew it before.`,
            ownerId: row.ownerId,
            notices: [60, 30, 7],
            byHand: false,
          },
        ]
      : [],
});

export const certificateDeadlineSource: DeadlineSource = {
  type: "agencyCertificate",
  label: "Certificate of the agency",
  permission: "agencyPolicy.edit",
  duty: "compliance_officer",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select id, number, title, issuer, valid_until, owner_id, status
        from agency_certificate
        where org_id = ${db.scope.orgId} and status = 'published'
        order by id
      `)
    ).map(certificateDeadlines),
};

const keepDays = (tx: Tx, actor: Actor, row: CertificateRecord) =>
  keepDeadlines(tx, actor, "agencyCertificate", certificateDeadlines(row));

const columnsOf = async (tx: Tx, actor: Actor, input: CertificateInput, before: string | null) => {
  if (input.validUntil && input.validUntil < input.validFrom)
    throw invalidField("validUntil", "It cannot end before it begins.", "ends_before");
  if (input.fileId && input.fileId !== before)
    await requireSeenFile(tx, actor, input.fileId, "file");
  return { ...input, owner: await ownerNamed(tx, input.ownerId) };
};

/** Enters a certificate as a draft. 422 at the field. */
export const enterCertificate = async (
  tx: Tx,
  actor: Actor,
  input: CertificateInput,
): Promise<CertificateRecord> => {
  const columns = await columnsOf(tx, actor, input, null);
  return create(tx, actor, certificateNoun, {
    number: { kind: "CERT" },
    row: { ...columns, orgId: tx.scope.orgId!, id: newId(), status: "draft" },
  });
};

/** Changes a certificate that did not end. 404, 409, 412; 422 at the field. */
export const changeCertificate = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CertificateInput,
  version: number | null,
): Promise<CertificateRecord> => {
  const row = await change(tx, actor, certificateNoun, {
    id,
    version,
    action: "change",
    unless: ({ status }) =>
      status === "draft" || status === "published" ? null : "It ended: enter the new one.",
    effect: async (before) => ({ patch: await columnsOf(tx, actor, input, before.fileId) }),
  });
  await keepDays(tx, actor, row);
  return row;
};

/** Publishes a certificate: everybody reads it until its last day. 404, 412; 409 `cert_over`. */
export const publishCertificate = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
): Promise<CertificateRecord> => {
  const row = await transition(tx, actor, certificateNoun, {
    ...at,
    action: "publish",
    effect: async ({ validUntil }) => {
      if (validUntil && validUntil < businessDate(tx.scope))
        throw conflict("cert_over", "Its last day is over: enter the new one.");
      return {};
    },
  });
  await keepDays(tx, actor, row);
  return row;
};

/** Withdraws a certificate with the reason. 404, 409, 412. */
export const withdrawCertificate = async (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
): Promise<CertificateRecord> => {
  const row = await transition(tx, actor, certificateNoun, { ...at, action: "withdraw" });
  await keepDays(tx, actor, row);
  return row;
};

/** Ends the certificates whose last day is over. */
export const endCertificates = async (tx: Tx, actor: Actor): Promise<void> => {
  const over = await tx.rows<{ id: string }>(sql`
    select id
    from agency_certificate
    where org_id = ${tx.scope.orgId}
      and status = 'published'
      and valid_until < ${businessDate(tx.scope)}
    order by id
    limit 500
  `);
  for (const { id } of over) {
    const row = await transition(tx, asSystem(actor), certificateNoun, {
      id,
      action: "expire",
      effect: async () => ({ note: "Its last day is over." }),
    });
    await keepDays(tx, actor, row);
  }
};

/** A certificate with what the actor may do. 404. */
export const readCertificate = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<CertificateDetail> => {
  const row = await getRow(db, agencyCertificate, id, "certificate");
  if (!seesCertificate(actor, row)) throw notFound("certificate");
  const [file, actions] = await Promise.all([
    row.fileId ? storedFileOf(db, row.orgId, row.fileId) : null,
    actionsAsked(db, actor, certificateNoun, row),
  ]);
  const { number, title, issuer, reference, validFrom, validUntil, owner, ownerId, version } = row;
  return {
    ...{ id, number, title, issuer, reference, validFrom, validUntil, owner, ownerId, version },
    kind: row.kind as CertificateDetail["kind"],
    status: row.status as CertificateDetail["status"],
    file: file && { id: row.fileId!, name: file.name, size: file.size },
    actions,
  };
};
