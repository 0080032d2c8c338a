import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { screenVendor } from "../screening/screening.service.ts";
import { vendor } from "../vendors.tables.ts";
import { addressKey, nameKey } from "../vendor/key.model.ts";
import { auditedVendor, tinOwner } from "../vendor/vendor.service.ts";
import type { VendorRecord } from "../vendor/vendor.noun.ts";
import { restateAccount } from "./account.service.ts";
import { mergeCycle, type MergeField } from "./merge.labels.ts";
import type { MergeInput } from "./merge.model.ts";
import { vendorMerge } from "./merge.tables.ts";
import {
  afterReferences,
  blocksOf,
  countReferences,
  keepAsIssued,
  moveReferences,
} from "./reference.service.ts";

export const mergeNoun = defineNoun({
  name: "vendorMerge",
  path: "vendor-merges",
  page: "/master-data/merges",
  table: vendorMerge,
  cycle: mergeCycle,
  number: (row) => row.number,
  read: "vendor.read",
});
export type MergeRecord = typeof vendorMerge.$inferSelect;

/** Both records, in one order for everybody who locks them. */
const lockBoth = async (tx: Tx, keptId: string, mergedId: string) => {
  const rows = await tx.rows<VendorRecord>(sql`
    select *
    from vendor
    where org_id = ${tx.scope.orgId} and id = any(${[keptId, mergedId]}::uuid[])
    order by id
    for update
  `);
  const [kept, merged] = [keptId, mergedId].map((id) => rows.find((row) => row.id === id));
  if (!kept) throw invalidField("keptId", "There is no such vendor.");
  if (!merged) throw invalidField("mergedId", "There is no such vendor.");
  return { kept, merged };
};

const requireMergeable = ({ kept, merged }: { kept: VendorRecord; merged: VendorRecord }): void => {
  if (merged.mergedIntoId)
    throw conflict("merged", `${merged.number} was merged into another record before.`);
  if (kept.mergedIntoId)
    throw conflict("merged", `${kept.number} was merged into another record before.`);
  if (kept.status === "inactive")
    throw invalidField("keptId", `${kept.number} is out of use. Keep the record that is in use.`);
  if (merged.status === "active" && kept.status !== "active")
    throw invalidField("keptId", `${kept.number} is not active. Keep ${merged.number}, which is.`);
};

/**
 * Proposes that one record is merged into another, field by field which value stays; those who may
 * approve are told. @throws Problem 409 `merged` | `merge_open` | `not_same`, 422.
 */
export const proposeMerge = async (
  tx: Tx,
  actor: Actor,
  input: MergeInput,
): Promise<MergeRecord> => {
  const both = await lockBoth(tx, input.keptId, input.mergedId);
  requireMergeable(both);
  const ids = [input.keptId, input.mergedId];
  const open = await tx.maybe<{ number: string }>(sql`
    select number
    from vendor_merge
    where org_id = ${actor.orgId}
      and status = 'proposed'
      and (kept_id = any(${ids}::uuid[]) or merged_id = any(${ids}::uuid[]))
  `);
  if (open)
    throw conflict("merge_open", `${open.number} waits for its approval. Decide or withdraw it.`);
  const apart = await tx.maybe(sql`
    select 1 as said
    from vendor_not_same
    where org_id = ${actor.orgId}
      and first_id = any(${ids}::uuid[])
      and second_id = any(${ids}::uuid[])
      and undone_at is null
  `);
  if (apart)
    throw conflict(
      "not_same",
      "Somebody said that these are different firms. Take that back first.",
    );
  const row = await create(tx, actor, mergeNoun, {
    number: { kind: "MRG" },
    row: {
      ...input,
      orgId: actor.orgId!,
      id: newId(),
      keptVersion: both.kept.version,
      mergedVersion: both.merged.version,
      proposedBy: actor.personId!,
    },
  });
  const others = (await peopleWhoMay(tx, "vendor.approveMerge")).filter(
    (id) => id !== actor.personId,
  );
  notify(tx, others, {
    kind: "vendorMerge",
    title: `${actor.name} proposes to merge ${both.merged.number} into ${both.kept.number}`,
    body: input.reason,
    link: `/master-data/merges/${row.id}`,
  });
  return row;
};

const plain = {
  name: ["name"],
  doingBusinessAs: ["doingBusinessAs"],
  uei: ["uei"],
  email: ["email"],
  phone: ["phone"],
  website: ["website"],
  address: ["address1", "address2", "city", "state", "postalCode", "country"],
  termsDays: ["termsDays"],
  paymentTerms: ["paymentTerms"],
  paymentMethod: ["paymentMethod"],
  isPublic: ["isPublic"],
  insuranceExpiresOn: ["insuranceExpiresOn"],
} as const satisfies Record<Exclude<MergeField, "tin">, readonly (keyof VendorRecord)[]>;

// A tax number is sealed for its record: it is opened for the one and sealed for the other.
const tinFrom = (kept: VendorRecord, merged: VendorRecord): Partial<VendorRecord> => {
  const { tinSealed, tinDigest, tinLast4, tinKind } = merged;
  if (!tinSealed) return { tinSealed, tinDigest, tinLast4, tinKind };
  const tin = unseal("vendor-tin", tinOwner(merged.orgId, merged.id), tinSealed);
  return {
    tinSealed: seal("vendor-tin", tinOwner(kept.orgId, kept.id), tin),
    tinDigest,
    tinLast4,
    tinKind,
  };
};

/** What the kept record says afterwards: its own values, and those that were chosen. */
const combined = (
  tx: Tx,
  kept: VendorRecord,
  merged: VendorRecord,
  taken: readonly MergeField[],
): Partial<VendorRecord> => {
  const chosen = Object.fromEntries(
    taken
      .filter((field): field is keyof typeof plain => field !== "tin")
      .flatMap((field) => plain[field].map((key) => [key, merged[key]])),
  ) as Partial<VendorRecord>;
  const next = { ...kept, ...chosen };
  const ends = [kept.registeredUntil, merged.registeredUntil].filter((day) => day !== null);
  return {
    ...chosen,
    ...(taken.includes("tin") && tinFrom(kept, merged)),
    nameKey: nameKey(next.name),
    addressKey: addressKey(next),
    commodityCodes: [...new Set([...kept.commodityCodes, ...merged.commodityCodes])].toSorted(),
    note: [kept.note, merged.note].filter(Boolean).join("\n\n").slice(0, 4000),
    registeredUntil: ends.toSorted().at(-1) ?? null,
    // A number that comes from the other record is known from now on, not since then.
    ...(taken.includes("phone") && { phoneSince: businessNow(tx.scope).toISOString() }),
    ...signIns(kept, merged),
  };
};

// The people of both companies act for the record that stays, within this agency only.
const signIns = (kept: VendorRecord, merged: VendorRecord): Partial<VendorRecord> => {
  const identityId = kept.identityId ?? merged.identityId;
  const also = [...kept.alsoIdentities, ...merged.alsoIdentities, merged.identityId];
  return {
    identityId,
    alsoIdentities: [
      ...new Set(also.filter((id): id is string => id !== null && id !== identityId)),
    ],
  };
};

const addressOf = (v: VendorRecord): string =>
  [v.address1, v.address2, v.city, [v.state, v.postalCode].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
const asIssued = (v: VendorRecord) => ({
  id: v.id,
  number: v.number,
  name: v.name,
  address: addressOf(v),
});

const requireUnblocked = async (tx: Tx, row: MergeRecord) => {
  const [first] = await blocksOf(tx, [row.keptId, row.mergedId]);
  if (first) throw conflict("merge_blocked", first.sentence, { href: first.href });
};

const requireUnchanged = (row: MergeRecord, kept: VendorRecord, merged: VendorRecord) => {
  const changed = [
    ...(kept.version === row.keptVersion ? [] : [kept.number]),
    ...(merged.version === row.mergedVersion ? [] : [merged.number]),
  ];
  if (changed.length > 0)
    throw conflict(
      "vendor_changed",
      `${changed.join(" and ")} changed since this was proposed. Look at both again and propose anew.`,
    );
};

const writeBoth = async (
  tx: Tx,
  actor: Actor,
  row: MergeRecord,
  { kept, merged }: { kept: VendorRecord; merged: VendorRecord },
) => {
  const why = `${row.number}: ${row.reason}`;
  // The merged record first: what must be one of a kind is free for the other then.
  const gone = await updateRow(tx, vendor, merged.id, {
    status: "inactive",
    holdReason: `Merged into ${kept.number}`,
    mergedIntoId: kept.id,
    identityId: null,
    alsoIdentities: [],
  });
  const after = await updateRow(tx, vendor, kept.id, combined(tx, kept, merged, row.taken));
  const entries = [
    { action: "merge", id: kept.id, before: kept, now: after },
    { action: "mergedInto", id: merged.id, before: merged, now: gone },
  ] as const;
  for (const { action, id, before, now } of entries)
    note(tx, actor, "vendor", id, {
      number: now.number,
      action,
      before: auditedVendor(before),
      after: auditedVendor(now),
      note: why,
      event: "vendor.change",
    });
};

const carryOut = async (tx: Tx, actor: Actor, row: MergeRecord) => {
  const both = await lockBoth(tx, row.keptId, row.mergedId);
  requireMergeable(both);
  requireUnchanged(row, both.kept, both.merged);
  await requireUnblocked(tx, row);
  const merging = { id: row.id, from: row.mergedId, to: row.keptId };
  const found = await countReferences(tx, row.mergedId);
  await keepAsIssued(tx, row.id, asIssued(both.merged));
  // Its own documents would say something else only where its name or address changes.
  if (row.taken.some((field) => field === "name" || field === "address"))
    await keepAsIssued(tx, row.id, asIssued(both.kept));
  await restateAccount(tx, actor, { ...row, ...merging });
  await moveReferences(tx, merging);
  await writeBoth(tx, actor, row, both);
  if (both.kept.status === "active") await screenVendor(tx, actor, row.keptId);
  await afterReferences(tx, actor, merging);
  return found
    .filter(({ reference }) => reference.rule === "move" || reference.rule === "combine")
    .map(({ reference, count }) => ({ label: reference.label, count }));
};

const tell = (tx: Tx, row: MergeRecord, title: string, body: string) =>
  notify(tx, [row.proposedBy], {
    kind: "vendorMerge",
    title,
    body,
    link: `/master-data/merges/${row.id}`,
  });

/**
 * Merges two records as proposed, all or nothing, by another person than the proposer: every
 * reference goes by its rule, documents that went out keep what they said, the account that stays
 * is verified again. @throws Problem 409 `merge_blocked` (with the page), `vendor_changed`.
 */
export const approveMerge = (tx: Tx, actor: Actor, { id, version }: StepAt) =>
  transition(tx, actor, mergeNoun, {
    id,
    action: "approve",
    version,
    effect: async (record) => {
      const row = record as MergeRecord;
      const moved = await carryOut(tx, actor, row);
      tell(tx, row, `${row.number}: the records are merged`, "");
      return {
        patch: {
          moved,
          decidedBy: actor.personId,
          decidedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

/** Declines a proposal (another person) or withdraws one's own; nothing moves. */
export const endMerge = (
  tx: Tx,
  actor: Actor,
  action: "decline" | "withdraw",
  { id, version, reason }: TakenStep,
) =>
  transition(tx, actor, mergeNoun, {
    id,
    action,
    version,
    reason,
    effect: async (record) => {
      const row = record as MergeRecord;
      if (action === "withdraw") return {};
      tell(tx, row, `${row.number} was declined`, reason ?? "");
      return {
        patch: {
          answer: reason ?? "",
          decidedBy: actor.personId,
          decidedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });
