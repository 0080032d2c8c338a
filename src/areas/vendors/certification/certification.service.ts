import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { certifications, type Certification } from "../vendor/vendor.labels.ts";
import type { VendorRecord } from "../vendor/vendor.noun.ts";
import { vendor } from "../vendors.tables.ts";
import {
  inForce,
  kindsInForce,
  restated,
  standingOn,
  type CertificateCorrection,
  type CertificateEnd,
  type CertificateInput,
  type CertificateRow,
} from "./certification.model.ts";
import { vendorCertification } from "./certification.tables.ts";

type Stored = typeof vendorCertification.$inferSelect;

/** Every certificate of a vendor, those in force first. */
export const listCertifications = async (db: Db, vendorId: string): Promise<CertificateRow[]> => {
  const rows = await db.rows<Omit<CertificateRow, "standing">>(sql`
    select
      c.id, c.kind, c.certifier, c.certificate_number, c.valid_from, c.valid_to, c.dates_recorded,
      c.ended_on, c.ended_reason, c.file_id, f.name as file_name, c.version
    from vendor_certification c
    left join stored_file f on f.org_id = c.org_id and f.id = c.file_id
    where c.org_id = ${db.scope.orgId} and c.vendor_id = ${vendorId}
    order by c.kind, c.valid_from desc nulls last, c.created_at desc
    limit 500
  `);
  const today = businessDate(db.scope);
  return rows
    .map((row) => ({ ...row, standing: standingOn(row as never, today) }))
    .toSorted(
      (a, b) => Number(inForce(b as never, today)) - Number(inForce(a as never, today)),
    ) as CertificateRow[];
};

const certificatesOf = (tx: Db, vendorId: string) =>
  tx.rows<Stored>(sql`
    select *
    from vendor_certification
    where org_id = ${tx.scope.orgId} and vendor_id = ${vendorId}
    order by created_at, id
    limit 1000
  `);

/** The kinds that a vendor has in force on a day of the agency; today where none is named. */
export const kindsOfVendor = async (
  db: Db,
  vendorId: string,
  day: Day = businessDate(db.scope),
): Promise<Certification[]> => kindsInForce(await certificatesOf(db, vendorId), day);

const merged = (row: VendorRecord): void => {
  if (row.mergedIntoId)
    throw conflict(
      "merged",
      `${row.number} was merged into another record and stays as it was. Change that one.`,
    );
};

const told = ({ kind, certifier, certificateNumber, validFrom, validTo, endedOn }: Stored) => ({
  certification: certifications[kind],
  certifier,
  certificateNumber,
  validFrom,
  validTo,
  endedOn,
});

const fileOf = async (tx: Tx, actor: Actor, fileId: string | null | undefined) =>
  fileId ? await requireSeenFile(tx, actor, fileId) : null;

// What was only stated of a kind counts until the day on which its certificate begins, no longer.
const endStated = async (tx: Tx, rows: readonly Stored[], row: Stored): Promise<void> => {
  for (const stated of rows)
    if (stated.kind === row.kind && !stated.datesRecorded && stated.endedOn === null)
      await updateRow(tx, vendorCertification, stated.id, {
        endedOn: row.validFrom,
        endedReason: "Its certificate was recorded.",
      });
};

/**
 * Records a certificate of a vendor with its days. What was only stated of this kind ends as it
 * begins. 404, 409 for a merged vendor, 422 for a file that the actor does not see.
 */
export const addCertification = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  { validTo, fileId, ...input }: CertificateInput,
): Promise<void> => {
  const owner = await lockRow(tx, vendor, vendorId, "vendor");
  merged(owner);
  const file = await fileOf(tx, actor, fileId);
  const before = await certificatesOf(tx, vendorId);
  const row = await insertRow(tx, vendorCertification, {
    ...input,
    validTo: validTo as Day | null,
    orgId: actor.orgId!,
    id: newId(),
    vendorId,
    datesRecorded: true,
    fileId: fileId ?? null,
    createdBy: actor.personId,
  });
  await endStated(tx, before, row);
  note(tx, actor, "vendor", owner, {
    action: "addCertification",
    after: { ...told(row), ...(file && { file: file.name, sha256: file.sha256 }) },
    event: "vendor.change",
  });
};

const locked = async (tx: Tx, id: string, version: number | null) => {
  const row = await lockRow(tx, vendorCertification, id, "certificate");
  requireVersion(row.version, version);
  const owner = await lockRow(tx, vendor, row.vendorId, "vendor");
  merged(owner);
  return { row, owner };
};

/**
 * Says anew what a certificate says, with the reason; what was only stated becomes a certificate
 * with its days so. 404, 412, 409 for a withdrawn one.
 */
export const correctCertification = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  { reason, validTo, fileId, ...input }: CertificateCorrection,
): Promise<string> => {
  const { row, owner } = await locked(tx, id, version);
  if (row.endedOn !== null)
    throw conflict(
      "certificate_ended",
      "This certificate was withdrawn. Record the one that holds instead.",
    );
  if (fileId !== row.fileId) await fileOf(tx, actor, fileId);
  const others = (await certificatesOf(tx, row.vendorId)).filter((one) => one.id !== id);
  const after = await updateRow(tx, vendorCertification, id, {
    ...input,
    validTo: validTo as Day | null,
    fileId: fileId ?? null,
    datesRecorded: true,
  });
  await endStated(tx, others, after);
  note(tx, actor, "vendor", owner, {
    action: "correctCertification",
    before: told(row),
    after: told(after),
    note: reason,
    event: "vendor.change",
  });
  return row.vendorId;
};

/**
 * Withdraws a certificate from a day on, with the reason: it counts on the days before. 404, 412,
 * 409 where it was withdrawn before, 422 for a day to come.
 */
export const endCertification = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  { endedOn, reason }: CertificateEnd,
): Promise<string> => {
  const { row, owner } = await locked(tx, id, version);
  if (row.endedOn !== null)
    throw conflict("certificate_ended", "This certificate was withdrawn before.");
  if (endedOn > businessDate(tx.scope))
    throw invalidField(
      "endedOn",
      "This day is still to come. Correct the last day of the certificate instead.",
      "end_to_come",
    );
  const after = await updateRow(tx, vendorCertification, id, { endedOn, endedReason: reason });
  note(tx, actor, "vendor", owner, {
    action: "endCertification",
    before: told(row),
    after: told(after),
    note: reason,
    event: "vendor.change",
  });
  return row.vendorId;
};

const refuseCertified = (
  rows: readonly Stored[],
  kinds: readonly Certification[],
  today: Day,
): void => {
  const [first] = kinds;
  if (!first) return;
  const held = rows.find((r) => r.kind === first && r.datesRecorded && inForce(r, today));
  throw invalidField(
    "diversity",
    held
      ? `${certifications[first]} has a certificate${held.validTo ? ` until ${formatDate(held.validTo)}` : ""}. Withdraw it under Documents, with the reason.`
      : `The certificate of ${certifications[first]} does not hold today. Record the new one under Documents.`,
    "certificate_recorded",
  );
};

/**
 * Who restates the kinds: staff in the form (`form`), to whom a certificate is named that stands in
 * the way; a file (`file`), which leaves kinds with certificates alone; or an accepted submission of
 * the vendor (`vendor`), which withdraws the certificates of kinds that the vendor no longer claims.
 */
export type RestatedBy = { by: "form" | "file" | "vendor"; why: string };

const endings = async (
  tx: Tx,
  rows: readonly Stored[],
  kinds: readonly Certification[],
  why: string,
  today: Day,
) => {
  for (const row of rows)
    if (kinds.includes(row.kind) && inForce(row, today))
      await updateRow(tx, vendorCertification, row.id, { endedOn: today, endedReason: why });
};

/** Kinds before and after, as the history of the vendor keeps them. */
type Kinds = { before: Certification[]; after: Certification[] };

const statedRow = (actor: Actor, vendorId: string, today: Day) => (kind: Certification) => ({
  orgId: actor.orgId!,
  id: newId(),
  vendorId,
  kind,
  validFrom: today,
  datesRecorded: false,
  createdBy: actor.personId,
});

/** Keeps kinds that new vendors state, from today and without certificates. */
export const stateCertifications = (
  tx: Tx,
  actor: Actor,
  made: readonly { id: string; kinds: readonly Certification[] }[],
): Promise<void> => {
  const today = businessDate(tx.scope);
  return insertRows(
    tx,
    vendorCertification,
    made.flatMap(({ id, kinds }) => kinds.map(statedRow(actor, id, today))),
  );
};

/**
 * Takes over a list of kinds as what a vendor states today: kinds that are new are kept as stated
 * from today without a certificate, stated ones that are not named end today. Gives the kinds for the
 * caller's entry of the history; 422 `certificate_recorded` where a form contradicts a certificate.
 */
export const restateCertifications = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  kinds: readonly Certification[],
  { by, why }: RestatedBy,
): Promise<Kinds> => {
  const today = businessDate(tx.scope);
  const rows = await certificatesOf(tx, vendorId);
  const before = kindsInForce(rows, today);
  const { stated, unstated, dropped, lapsed } = restated(rows, kinds, today);
  if (by === "form") refuseCertified(rows, [...dropped, ...lapsed], today);
  const gone = [...unstated, ...(by === "vendor" ? dropped : [])];
  await endings(tx, rows, gone, why, today);
  if (stated.length)
    await insertRows(tx, vendorCertification, stated.map(statedRow(actor, vendorId, today)));
  const after = [...before.filter((one) => !gone.includes(one)), ...stated].toSorted();
  return { before, after };
};
