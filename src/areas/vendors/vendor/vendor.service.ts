import { note } from "#server/change.ts";
import { countOn, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow, type Written } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import { restartBankHold } from "../bank/bank-hold.service.ts";
import {
  restateCertifications,
  stateCertifications,
  type RestatedBy,
} from "../certification/certification.service.ts";
import { useCommodities } from "../commodity/commodity.service.ts";
import { screenVendor } from "../screening/screening.service.ts";
import { vendor, vendorContact } from "../vendors.tables.ts";
import { findDuplicates, refuseDuplicates } from "./duplicates.service.ts";
import { addressKey, nameKey } from "./key.model.ts";
import { keyedDigest, seal, unseal } from "#server/auth/sealing.ts";
import type { ContactInput, VendorAction, VendorInput, VendorPatch } from "./vendor.model.ts";
import { vendorNoun, type VendorRecord } from "./vendor.noun.ts";

/**
 * The next `count` vendor numbers of the agency (V-00001 …), without gaps. They hold a row lock
 * until the transaction ends: take them late.
 */
export const nextVendorNumbers = async (tx: Tx, count: number): Promise<string[]> => {
  const last = await countOn(tx, "V", 0, count);
  return Array.from(
    { length: count },
    (_, i) => `V-${String(last - count + 1 + i).padStart(5, "0")}`,
  );
};

/** What a sealed tax number belongs to. */
export const tinOwner = (orgId: string, id: string) => `${orgId}/${id}/tin`;

/** The keyed digest of a tax number, by which equal ones are found within the agency. */
export const tinDigestOf = (orgId: string, tin: string): string =>
  keyedDigest("vendor-tin", orgId, tin);

/**
 * Columns of a tax number: sealed, digest (where it is not known already), last four, kind; all
 * null for none.
 */
export const tinColumns = (
  orgId: string,
  id: string,
  tin: string | null,
  kind: "ein" | "ssn" | null | undefined,
  digest?: string | null,
): Pick<VendorRecord, "tinSealed" | "tinDigest" | "tinLast4" | "tinKind"> =>
  tin === null
    ? { tinSealed: null, tinDigest: null, tinLast4: null, tinKind: null }
    : {
        tinSealed: seal("vendor-tin", tinOwner(orgId, id), tin),
        tinDigest: digest ?? tinDigestOf(orgId, tin),
        tinLast4: tin.slice(-4),
        tinKind: kind ?? "ein",
      };

/**
 * The record as the audit entry keeps it: without the sealed tax number and its digest, and without
 * the keys that are worked out from name and address.
 */
export const auditedVendor = ({
  tinSealed: _sealed,
  tinDigest: _digest,
  nameKey: _name,
  addressKey: _address,
  ...rest
}: VendorRecord): object => rest;

const refuseSameUei = async (tx: Tx, uei: string | null | undefined, id: string | null) => {
  if (!uei) return;
  const other = await tx.maybe<{ number: string; name: string }>(sql`
    select number, name
    from vendor
    where org_id = ${tx.scope.orgId}
      and uei = ${uei}
      and status <> 'inactive'
      and id is distinct from ${id}::uuid
  `);
  if (other)
    throw invalidField(
      "uei",
      `${other.number} ${other.name} has this UEI. Use that vendor, or deactivate it first.`,
      "same_uei",
    );
};

/**
 * Creates a draft vendor with its number. Likely duplicates refuse it (409 `possible_duplicates`)
 * until each is named in `confirmedDuplicates`;
 * the confirmation stays in the audit record. A UEI that another vendor in use has is always
 * refused. `id` is given only by the demo story.
 */
export const createVendor = async (
  tx: Tx,
  actor: Actor,
  input: VendorInput,
  id = newId(),
): Promise<VendorRecord> => {
  const orgId = actor.orgId!;
  const { confirmedDuplicates, tin, tinKind, diversity, ...fields } = input;
  await refuseSameUei(tx, fields.uei, null);
  const found = await findDuplicates(tx, input);
  refuseDuplicates(found, confirmedDuplicates);
  await useCommodities(tx, fields.commodityCodes);
  const row = await insertRow(tx, vendor, {
    ...fields,
    orgId,
    id,
    number: (await nextVendorNumbers(tx, 1))[0]!,
    nameKey: nameKey(fields.name),
    addressKey: addressKey(fields),
    ...tinColumns(orgId, id, tin ?? null, tinKind),
    createdBy: actor.personId,
  });
  await stateCertifications(tx, actor, [{ id, kinds: diversity }]);
  note(tx, actor, "vendor", row, {
    action: "create",
    after: { ...auditedVendor(row), diversity },
    note:
      found.length > 0
        ? `Confirmed as another firm than ${found.map((d) => `${d.number} (${d.reasons.join(", ")})`).join("; ")}`
        : null,
  });
  return row;
};

/** What was merged away is not changed any more. */
const refuseMerged = ({ number, mergedIntoId }: VendorRecord): void => {
  if (mergedIntoId)
    throw conflict(
      "merged",
      `${number} was merged into another record and stays as it was. Change that one.`,
    );
};

const identityFields = [
  "name",
  "doingBusinessAs",
  "uei",
  "tin",
  "address1",
  "city",
  "state",
  "postalCode",
] as const;
const contactFields = [
  "email",
  "phone",
  "address1",
  "address2",
  "city",
  "state",
  "postalCode",
] as const;

const refuseOthersIdentity = async (
  tx: Tx,
  id: string,
  before: typeof vendor.$inferSelect,
  confirmedDuplicates: string[],
  tin: string | null | undefined,
  fields: Partial<Written<VendorRecord>>,
  next: VendorRecord,
): Promise<void> => {
  if (
    identityFields.some((f) =>
      f === "tin"
        ? tin
        : (fields as Record<string, unknown>)[f] !== undefined &&
          (fields as Record<string, unknown>)[f] !== before[f],
    )
  ) {
    await refuseSameUei(tx, next.uei, id);
    const known = new Set(
      (await findDuplicates(tx, { ...before, tin: null, id })).map((d) => d.id),
    );
    refuseDuplicates(
      (await findDuplicates(tx, { ...next, tin: tin ?? null, id })).filter((d) => !known.has(d.id)),
      confirmedDuplicates,
    );
  }
};

/**
 * Changes fields of a vendor; what the patch does not name stays. A new name, UEI, tax number or
 * address is compared with other vendors again.
 * A new e-mail, phone or address restarts the hold on a bank change that is open or young. `stated`
 * says who restates the certifications.
 */
export const changeVendor = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: VendorPatch,
  version: number | null,
  stated: RestatedBy = { by: "form", why: "Not stated any more" },
): Promise<VendorRecord> => {
  const orgId = actor.orgId!;
  const before = await lockRow(tx, vendor, id, "vendor");
  requireVersion(before.version, version);
  refuseMerged(before);
  const { confirmedDuplicates = [], tin, tinKind, diversity, ...fields } = patch;
  const next = {
    ...before,
    ...Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined)),
  } as VendorRecord;
  await refuseOthersIdentity(tx, id, before, confirmedDuplicates, tin, fields, next);
  if (fields.commodityCodes) await useCommodities(tx, fields.commodityCodes);
  const moved = contactFields.filter(
    (f) =>
      (fields as Record<string, unknown>)[f] !== undefined &&
      (fields as Record<string, unknown>)[f] !== before[f],
  );
  const after = await updateRow(tx, vendor, id, {
    ...(fields as Partial<VendorRecord>),
    nameKey: nameKey(next.name),
    addressKey: addressKey(next),
    ...(tin === undefined
      ? tinKind && before.tinLast4
        ? { tinKind }
        : {}
      : tinColumns(orgId, id, tin, tinKind)),
    ...(moved.includes("phone") ? { phoneSince: businessNow(tx.scope).toISOString() } : {}),
  });
  const kinds = diversity && (await restateCertifications(tx, actor, id, diversity, stated));
  note(tx, actor, "vendor", before, {
    action: "change",
    before: { ...auditedVendor(before), ...(kinds && { diversity: kinds.before }) },
    after: { ...auditedVendor(after), ...(kinds && { diversity: kinds.after }) },
    note: tin === undefined ? null : tin === null ? "Tax number taken away" : "Tax number entered",
  });
  if (moved.length > 0) await restartBankHold(tx, actor, id, `Changed: ${moved.join(", ")}`);
  return after;
};

const notActivated = {
  possible: "Not activated: a possible match with an excluded party waits for a decision",
  excluded: "Not activated: excluded from federal awards",
};

/**
 * Screens the vendor and makes it active when that comes out clear. Otherwise it stays what it was;
 * the evidence is kept either way, and the record
 * says why. 409 without an exclusion list, or when the rule of the lifecycle forbids it.
 */
export const activateVendor = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<VendorRecord> =>
  transition(tx, actor, vendorNoun, {
    id,
    action: "activate",
    version,
    effect: async (record) => {
      const outcome = await screenVendor(tx, actor, id, "activation");
      return outcome === "clear"
        ? { to: "active", patch: { holdReason: null } }
        : { to: record.status as "draft" | "inactive", note: notActivated[outcome] };
    },
  });

/**
 * Puts on hold, releases, suspends, reinstates or deactivates a vendor, with its reason; the reason
 * shows while the hold lasts.
 */
export const moveVendor = (
  tx: Tx,
  actor: Actor,
  action: Exclude<VendorAction, "activate">,
  { id, version, reason }: TakenStep,
): Promise<VendorRecord> =>
  transition(tx, actor, vendorNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => ({
      patch: { holdReason: action === "hold" || action === "suspend" ? reason : null },
    }),
  });

/**
 * The full tax number, for the person who must report it; every reveal is an audit entry. 404 when
 * there is none.
 */
export const revealTin = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<{ tin: string; kind: "ein" | "ssn" }> => {
  const row = await lockRow(tx, vendor, id, "vendor");
  if (!row.tinSealed) throw notFound("tax number");
  note(tx, actor, "vendor", row, { action: "revealTin", note: reason, event: null });
  return {
    tin: unseal("vendor-tin", tinOwner(row.orgId, id), row.tinSealed),
    kind: row.tinKind ?? "ein",
  };
};

/**
 * Adds a contact, or changes one of the vendor's (`contactId`). Only one is the first to call.
 * Restarts the hold on a bank change.
 */
export const saveContact = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  contactId: string | null,
  input: ContactInput,
  version: number | null,
): Promise<void> => {
  const orgId = actor.orgId!;
  const owner = await lockRow(tx, vendor, vendorId, "vendor");
  refuseMerged(owner);
  const before = contactId ? await lockRow(tx, vendorContact, contactId, "contact") : null;
  if (before && before.vendorId !== vendorId) throw notFound("contact");
  if (before) requireVersion(before.version, version);
  if (input.isPrimary)
    await tx.rows(sql`
      update vendor_contact
      set is_primary = false
      where org_id = ${orgId} and vendor_id = ${vendorId} and is_primary
    `);
  const since = businessNow(tx.scope).toISOString();
  const after = before
    ? await updateRow(tx, vendorContact, before.id, {
        ...input,
        email: input.email ?? null,
        phone: input.phone ?? null,
        ...(before.phone === (input.phone ?? null) ? {} : { phoneSince: since }),
      })
    : await insertRow(tx, vendorContact, {
        ...input,
        orgId,
        id: newId(),
        vendorId,
        phoneSince: since,
      });
  note(tx, actor, "vendor", owner, {
    action: before ? "changeContact" : "addContact",
    before: before && {
      contact: `${before.name} · ${before.title} · ${before.email ?? ""} · ${before.phone ?? ""}`,
      active: before.active,
    },
    after: {
      contact: `${after.name} · ${after.title} · ${after.email ?? ""} · ${after.phone ?? ""}`,
      active: after.active,
    },
    event: "vendor.change",
  });
  await restartBankHold(
    tx,
    actor,
    vendorId,
    `Contact ${after.name} ${before ? "changed" : "added"}`,
  );
};
