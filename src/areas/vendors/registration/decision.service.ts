import { recordFile } from "#server/files/stored-file.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { unseal } from "#server/auth/sealing.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { registrationLetter } from "../letters.service.ts";
import { kindsOfVendor } from "../certification/certification.service.ts";
import { screenVendor } from "../screening/screening.service.ts";
import { findDuplicates } from "../vendor/duplicates.service.ts";
import { vendorPatch, type Duplicate } from "../vendor/vendor.model.ts";
import type { VendorRecord } from "../vendor/vendor.noun.ts";
import { activateVendor, changeVendor, moveVendor } from "../vendor/vendor.service.ts";
import { vendor, type Owner } from "../vendors.tables.ts";
import {
  registrationNoun,
  registrationOwner,
  type RegistrationRecord,
} from "./submission.service.ts";
import { registeredUntil } from "./term.service.ts";

type Content = Record<string, unknown> & {
  name: string;
  entityType: string;
  owners: Owner[];
  employees: number | null;
  bondingCents: number | null;
  serviceArea: string;
};
export const contentOf = (r: RegistrationRecord) => r.content as Content;
export const tinOf = (r: RegistrationRecord): string | null =>
  r.tinSealed ? unseal("vendor-tin", registrationOwner(r.orgId, r.id, "tin"), r.tinSealed) : null;
export const accountOf = (r: RegistrationRecord): string | null =>
  r.accountSealed
    ? unseal("vendor-bank", registrationOwner(r.orgId, r.id, "bank"), r.accountSealed)
    : null;
export const basics = ({
  entityType: _e,
  owners: _o,
  employees: _n,
  bondingCents: _b,
  serviceArea: _s,
  ...rest
}: Content) => rest;
const extras = ({ entityType, owners, employees, bondingCents, serviceArea }: Content) => ({
  entityType,
  owners,
  employees,
  bondingCents,
  serviceArea,
});

export const aboutOf = (r: RegistrationRecord) => ({
  type: "vendorRegistration",
  id: r.id,
  number: r.number,
});
export const triggerOf = (r: RegistrationRecord) =>
  r.kind === "renewal" ? "renewal" : "registration";

/**
 * Vendors of the agency that look like the company: by name, UEI, tax number, address and bank
 * account.
 */
export const duplicatesOf = async (tx: Tx, r: RegistrationRecord): Promise<Duplicate[]> => {
  const c = contentOf(r) as unknown as Parameters<typeof findDuplicates>[1];
  const account = accountOf(r);
  return findDuplicates(tx, {
    ...c,
    id: r.vendorId,
    tin: tinOf(r),
    account: account && `${r.routingNumber}:${account}`,
  });
};

export const adopt = async (tx: Tx, id: string, identityId: string): Promise<VendorRecord> => {
  const known = await lockRow(tx, vendor, id, "vendor");
  if (known.identityId && known.identityId !== identityId)
    throw conflict(
      "another_company",
      `${known.number} belongs to another company's account. Ask that company, or choose no record.`,
    );
  if (known.status === "inactive")
    throw conflict("not_in_this_status", `${known.number} is out of use.`);
  return known;
};

const keepDocuments = async (
  tx: Tx,
  actor: Actor,
  r: RegistrationRecord,
  vendorId: string,
): Promise<string | null> => {
  for (const d of r.documents) {
    if (
      await tx.maybe(sql`
        select 1 as ok
        from vendor_document v
        join stored_file f on f.org_id = v.org_id and f.id = v.file_id
        where v.org_id = ${r.orgId} and v.vendor_id = ${vendorId} and f.sha256 = ${d.sha256}
      `)
    )
      continue;
    const fileId = await recordFile(tx, {
      ...d,
      orgId: r.orgId,
      name: d.fileName,
      uploadedBy: r.submittedBy,
    });
    await tx.rows(sql`
      insert into vendor_document (
        org_id, id, vendor_id, kind, file_id, label, expires_on, created_by
      )
      values (
        ${r.orgId}, ${newId()}, ${vendorId}, ${d.kind}, ${fileId}, ${d.label}, ${d.expiresOn},
        ${r.submittedBy}
      )
    `);
  }
  return (
    r.documents
      .filter((d) => d.kind === "insurance" && d.expiresOn)
      .map((d) => d.expiresOn!)
      .sort()
      .at(-1) ?? null
  );
};

const applyToVendor = async (
  tx: Tx,
  actor: Actor,
  r: RegistrationRecord,
  known: VendorRecord,
): Promise<void> => {
  const c = contentOf(r);
  const tin = tinOf(r);
  const others = (
    await findDuplicates(tx, {
      ...(basics(c) as unknown as Parameters<typeof findDuplicates>[1]),
      tin,
      id: known.id,
    })
  ).map((d) => d.id);
  const numbers = tin && r.tinDigest !== known.tinDigest ? { tin, tinKind: r.tinKind } : {};
  const diversity = await kindsOfVendor(tx, known.id);
  const before = basics({ ...(known as unknown as Content), diversity });
  const patch = Object.fromEntries(
    Object.entries(basics(c)).filter(
      ([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[field] ?? null),
    ),
  );
  if (Object.keys(patch).length + Object.keys(numbers).length > 0)
    await changeVendor(
      tx,
      actor,
      known.id,
      vendorPatch.parse({ ...patch, ...numbers, confirmedDuplicates: others }),
      known.version,
      { by: "vendor", why: `Accepted with ${r.number}` },
    );
};

const link = async (tx: Tx, r: RegistrationRecord, known: VendorRecord, insured: string | null) => {
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from vendor
    where org_id = ${r.orgId}
      and identity_id = ${r.identityId}
      and id <> ${known.id}
      and status <> 'inactive'
  `);
  if (other)
    throw conflict(
      "two_records",
      `This company is ${other.number} already. Deactivate one of the records first.`,
    );
  const until = r.kind === "change" ? null : await registeredUntil(tx, known.registeredUntil);
  await updateRow(tx, vendor, known.id, {
    identityId: r.identityId,
    ...(until ? { registeredUntil: until } : {}),
    ...extras(contentOf(r)),
    ...(insured ? { insuranceExpiresOn: insured } : {}),
  });
};

const letter = async (
  tx: Tx,
  r: RegistrationRecord,
  subject: string,
  paragraphs: readonly string[],
) => {
  const { name } = await tx.one<{ name: string }>(
    sql`select name from organization where id = ${r.orgId}`,
  );
  if (r.submittedByEmail)
    await queueMail(tx, {
      ...registrationLetter({ agency: name, name: r.submittedByName, subject, paragraphs }),
      orgId: r.orgId,
      to: r.submittedByEmail,
    });
};

const accepted = {
  registration: {
    subject: "you are registered",
    text: "{agency} has accepted your registration. Orders, invoices and payments are in your portal from now on.",
  },
  change: {
    subject: "your change is accepted",
    text: "{agency} has verified and taken over your change.",
  },
  renewal: {
    subject: "your registration is renewed",
    text: "{agency} has screened you again and renewed your registration.",
  },
} as const;

const decided = (tx: Tx, actor: Actor, reason: string | null) => ({
  decidedBy: actor.personId,
  decidedAt: businessNow(tx.scope).toISOString(),
  decisionReason: reason,
});

/**
 * Accepts a registration or its renewal: the vendor becomes active when its exclusion screening is
 * clear, is tied to the company's account, and gets its documents. A change of data
 * is written to the vendor's record. Bank details stay in quarantine until somebody proposes them
 * and another verifies them by a call. Stays in screening, and says why, when the screening is not
 * clear.
 */
export const approveRegistration = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<RegistrationRecord> =>
  transition(tx, actor, registrationNoun, {
    id,
    action: "approve",
    version,
    effect: async (record) => {
      const r = record as RegistrationRecord;
      if (r.submittedBy === actor.personId)
        throw notAllowed(
          "You submitted this; another person must accept it.",
          "separation_of_duties",
        );
      const known = await adopt(tx, r.vendorId!, r.identityId);
      await applyToVendor(tx, actor, r, known);
      const fresh = known.status === "draft" || known.status === "inactive";
      const clear = fresh
        ? (await activateVendor(tx, actor, { id: known.id, version: null })).status === "active"
        : (await screenVendor(tx, actor, known.id, triggerOf(r), aboutOf(r))) === "clear";
      if (!clear)
        return { to: "screening", note: "Not accepted yet: the exclusion screening is not clear" };
      await link(tx, r, known, await keepDocuments(tx, actor, r, known.id));
      await letter(tx, r, accepted[r.kind].subject, [
        accepted[r.kind].text,
        ...(r.accountSealed
          ? ["Your bank details take effect after they are verified by a call."]
          : []),
      ]);
      return { to: "active", patch: decided(tx, actor, null) };
    },
  });

/**
 * Sends a registration back to the company with what must be mended, or turns it away; the company
 * is told by mail. A draft record made for it goes out of use when it is turned away.
 */
export const refuseRegistration = (
  tx: Tx,
  actor: Actor,
  action: "return" | "reject",
  { id, version, reason }: TakenStep,
): Promise<RegistrationRecord> =>
  transition(tx, actor, registrationNoun, {
    id,
    action,
    version,
    reason,
    effect: async (record) => {
      const r = record as RegistrationRecord;
      await letter(
        tx,
        r,
        action === "return"
          ? "your registration needs something"
          : "your registration was not accepted",
        [
          action === "return"
            ? `{agency} returned what you submitted (${r.number}):`
            : `{agency} did not accept what you submitted (${r.number}):`,
          reason ?? "",
        ],
      );
      if (action === "reject" && r.kind === "registration" && r.vendorId) {
        const draft = await tx.maybe<{ status: string; identityId: string | null }>(sql`
          select status, identity_id
          from vendor
          where org_id = ${r.orgId} and id = ${r.vendorId}
        `);
        if (draft?.status === "draft" && !draft.identityId)
          await moveVendor(tx, actor, "deactivate", {
            id: r.vendorId,
            version: null,
            reason: `Registration ${r.number} rejected`,
          });
      }
      return { patch: decided(tx, actor, reason) };
    },
  });
