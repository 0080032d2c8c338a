import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import type { Day } from "#kernel/time.ts";
import { memberById, notify, supervisorsOf } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { storedFileOf } from "#server/files/stored-file.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { seesAllTraining } from "../training.model.ts";
import { personCertificate } from "../training.tables.ts";
import { certificateCycle, type CertificateAction } from "./certificate.labels.ts";
import { certificateList } from "./certificate.list.ts";
import type { CertificateDetail, CertificateInput, CertificateRow } from "./certificate.model.ts";
import { tellVerified } from "./verified.ts";
import {
  certificateNoun,
  seesCertificate,
  withDelegates,
  type CertificateStored,
} from "./certificate.noun.ts";

/** Refuses days that no certificate has; 422 at the field. */
const requireDays = (
  { validFrom, validUntil }: { validFrom: Day; validUntil: Day | null },
  today: Day,
): void => {
  if (validFrom > today)
    throw invalidField(
      "validFrom",
      "It begins in the future: enter it once it holds.",
      "certificate_future",
    );
  if (validUntil && validUntil < validFrom)
    throw invalidField("validUntil", "It cannot end before it begins.", "certificate_ends_before");
};

// Whose certificates somebody enters: their own, those of their people, all for whoever keeps them.
const requireMine = async (tx: Tx, actor: Actor, holderId: string): Promise<void> => {
  if (seesAllTraining(actor) || holderId === actor.personId) return;
  const above = (await supervisorsOf(tx, [holderId])).get(holderId) ?? [];
  if (!above.includes(actor.personId ?? ""))
    throw invalidField("holderId", "Enter your own, or those of your people.", "not_your_people");
};

/** The newest certificate of a person and code that another one would renew; null without one. */
const renewedBy = async (tx: Tx, holderId: string, code: string, id: string | null) =>
  (
    await tx.maybe<{ id: string }>(sql`
      select id
      from person_certificate
      where org_id = ${tx.scope.orgId}
        and holder_id = ${holderId}
        and code = ${code}
        and status = 'valid'
        and (${id}::uuid is null or id <> ${id}::uuid)
      order by valid_until desc nulls first, valid_from desc
      limit 1
    `)
  )?.id ?? null;

const known = (error: unknown): never => {
  if ((error as { code?: unknown }).code === "23505")
    throw conflict(
      "certificate_known",
      "This person has a certificate of this code from this day already.",
    );
  throw error;
};

const columnsOf = async (
  tx: Tx,
  actor: Actor,
  input: CertificateInput,
  before: CertificateStored | null,
) => {
  requireDays(input, businessDate(tx.scope));
  await requireMine(tx, actor, input.holderId);
  const holder = await memberById(tx, input.holderId);
  if (input.fileId && input.fileId !== before?.fileId)
    await requireSeenFile(tx, actor, input.fileId, "file");
  return {
    ...input,
    holderName: holder.name,
    renewsId: await renewedBy(tx, input.holderId, input.code, before?.id ?? null),
  };
};

/**
 * Enters a certificate; another person verifies it. One of the same person and code is renewed by it. 404; 409
 * `certificate_known`; 422 at the field.
 */
export const enterCertificate = async (
  tx: Tx,
  actor: Actor,
  input: CertificateInput,
): Promise<CertificateStored> => {
  const columns = await columnsOf(tx, actor, input, null);
  return create(tx, actor, certificateNoun, {
    number: { kind: "QUAL" },
    row: {
      ...columns,
      ...{ orgId: tx.scope.orgId!, id: newId(), status: "waiting", enteredBy: actor.personId },
    },
  }).catch(known);
};

/** Changes what nobody verified yet: its holder, whoever entered it, whoever keeps certificates. 403, 404, 409, 412, 422. */
export const changeCertificate = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CertificateInput,
  version: number | null,
): Promise<CertificateStored> =>
  change(tx, actor, certificateNoun, {
    ...{ id, version },
    effect: async (before) => {
      if (!mayChange(actor, before)) throw notAllowed("Whoever entered it changes it.");
      return { patch: await columnsOf(tx, actor, input, before) };
    },
  }).catch(known);

const mayChange = (actor: Actor, row: CertificateStored): boolean =>
  seesAllTraining(actor) || row.enteredBy === actor.personId || row.holderId === actor.personId;

const told = {
  verify: "was verified",
  refuse: "was not verified",
  revoke: "was revoked",
} as const;

/** Verifies, refuses or revokes a certificate; its holder is told. 403, 404, 409, 412, 422. */
export const moveCertificate = async (
  tx: Tx,
  actor: Actor,
  action: CertificateAction,
  at: TakenStep,
): Promise<CertificateStored> => {
  const row = await transition(tx, actor, certificateNoun, {
    ...at,
    action,
    effect: async () => ({
      patch:
        action === "verify"
          ? {
              ...{ verifiedBy: actor.personId, verifiedName: actor.name ?? "" },
              verifiedAt: businessNow(tx.scope).toISOString(),
            }
          : { statusReason: at.reason?.trim() ?? "" },
    }),
  });
  if (action === "verify") await tellVerified(tx, actor, row);
  notify(tx, [row.holderId], {
    kind: `personCertificate.${action}`,
    title: `Your certificate ${row.code} ${told[action]}`,
    body: at.reason?.trim() ?? "",
    link: `/admin/certifications/${row.id}`,
  });
  return row;
};

/** Verifies several at once, each as one is; how many. The first that is refused stops all. */
export const verifyCertificates = async (
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<{ verified: number }> => {
  for (const id of [...ids].toSorted())
    await moveCertificate(tx, actor, "verify", { id, version: null, reason: null });
  return { verified: ids.length };
};

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** A code that nobody guesses: 80 bits in Crockford's alphabet. */
const newProof = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % 32]).join("");

type Earned = Pick<CertificateInput, "holderId" | "code" | "title" | "validFrom" | "validUntil"> & {
  holderName: string;
  issuer: string;
};

/** The agency's own certificate, behind what somebody passed: valid at once. One from the same day stays. */
export const issueCertificate = async (
  tx: Tx,
  actor: Actor,
  earned: Earned,
): Promise<CertificateStored> => {
  const system = asSystem(actor);
  const same = await tx.maybe<{ id: string }>(sql`
    select id
    from person_certificate
    where org_id = ${tx.scope.orgId}
      and holder_id = ${earned.holderId}
      and code = ${earned.code}
      and valid_from = ${earned.validFrom}
      and status in ('waiting', 'valid')
    limit 1
  `);
  if (same) return getRow(tx, personCertificate, same.id, "certificate");
  return create(tx, system, certificateNoun, {
    number: { kind: "QUAL" },
    row: {
      ...earned,
      ...{ orgId: tx.scope.orgId!, id: newId(), status: "valid", proof: newProof() },
      renewsId: await renewedBy(tx, earned.holderId, earned.code, null),
      verifiedAt: businessNow(tx.scope).toISOString(),
    },
  });
};

const named = (db: Db, where: { id: string | null } | { renews: string }) =>
  "id" in where && where.id === null
    ? Promise.resolve(null)
    : db.maybe<{ id: string; number: string }>(sql`
      select id, number
      from person_certificate
      where org_id = ${db.scope.orgId}
        and ${"id" in where ? sql`id = ${where.id}` : sql`renews_id = ${where.renews}`}
        and status in ('waiting', 'valid')
      order by created_at desc
      limit 1
    `);

/** A certificate with its file and what the actor may do. 404. */
export const readCertificate = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<CertificateDetail> => {
  const row = await getRow(db, personCertificate, id, "certificate");
  if (!(await seesCertificate(db, actor, row))) throw notFound("certificate");
  const record = await withDelegates(db, row);
  const [{ items }, file, renews, renewal, actions] = await Promise.all([
    runList<CertificateRow>(db, asSystem(actor), certificateList, { id: [id], limit: 1 }),
    row.fileId ? storedFileOf(db, row.orgId, row.fileId) : null,
    named(db, { id: row.renewsId }),
    named(db, { renews: id }),
    actionsAsked(db, actor, certificateNoun, record),
  ]);
  return {
    ...items[0]!,
    ...{ verifiedAt: row.verifiedAt, statusReason: row.statusReason, own: row.proof !== null },
    file: file && { id: row.fileId!, name: file.name, size: file.size },
    ...{ renews, renewal, actions },
    canEdit: editRefusal(certificateCycle.edit!, record, actor) === null && mayChange(actor, row),
  };
};
