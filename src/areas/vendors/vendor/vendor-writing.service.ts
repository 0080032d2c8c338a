import { setImmediate } from "node:timers/promises";
import { getTableColumns } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { auditStaging } from "#server/audit/audit.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { shapeOf, updateRow } from "#server/db/rows.ts";
import { bind, snake, sql } from "#server/db/sql.ts";
import { stage } from "#server/db/wire/stage.ts";
import type { Planned } from "#server/import/importer.ts";
import { restartBankHold } from "../bank/bank-hold.service.ts";
import { proposeFromFile, type BankPlan } from "../bank/bank-import.service.ts";
import {
  restateCertifications,
  stateCertifications,
} from "../certification/certification.service.ts";
import { vendor } from "../vendors.tables.ts";
import type { Certification } from "./vendor.labels.ts";
import { addressKey, nameKey } from "./key.model.ts";
import { vendorColumns } from "./vendor.model.ts";
import type { VendorRecord } from "./vendor.noun.ts";
import { auditedVendor, nextVendorNumbers, tinColumns } from "./vendor.service.ts";
import { type Plan, nameKeyOf, type ImportedVendor, typed } from "./imported-vendor.service.ts";

type NewVendor = Partial<VendorRecord> & Pick<VendorRecord, "id">;
const keys = [
  "id",
  "number",
  "nameKey",
  "addressKey",
  "tinSealed",
  "tinDigest",
  "tinLast4",
  "createdBy",
  ...typed,
] as const;
const { byKey: columnsByKey } = shapeOf(vendor);
const stagedColumns = keys.map((k) => `${snake(k)} ${columnsByKey.get(k)!.type}`).join(", ");
const names = keys.map(snake).join(", ");
const insertText = `
  insert into vendor (org_id, ${names})
  select $1::uuid, ${names}
  from pg_temp.vendor_staged
  where piece = $2
`;

// What a field is that a row says nothing of.
const unsaid: Partial<Record<keyof VendorRecord, unknown>> = z
  .object(vendorColumns)
  .partial({ name: true })
  .parse({});

const newVendor = (actor: Actor, { patch: row, tinDigest }: Plan, number: string): NewVendor => {
  const id = newId();
  const orgId = actor.orgId!;
  return {
    ...Object.fromEntries(typed.map((key) => [key, row[key] ?? unsaid[key] ?? null])),
    orgId,
    id,
    number,
    status: "draft",
    nameKey: nameKeyOf(row),
    addressKey: addressKey(row),
    ...tinColumns(orgId, id, row.tin ?? null, row.tinKind, tinDigest),
    createdBy: actor.personId,
    version: 1,
  };
};

const audited = Object.keys(
  auditedVendor(
    Object.fromEntries(
      Object.keys(getTableColumns(vendor)).map((key) => [key, null]),
    ) as unknown as VendorRecord,
  ),
).sort() as (keyof VendorRecord)[];

/** What the new record says; a field without a value says nothing. */
const said = (v: NewVendor, { diversity }: Plan["patch"]): object => {
  const kept: Record<string, unknown> = diversity?.length ? { diversity } : {};
  for (const field of audited) {
    const value = v[field];
    if (
      value !== null &&
      value !== undefined &&
      value !== "" &&
      value !== false &&
      !(Array.isArray(value) && value.length === 0)
    )
      kept[field] = value;
  }
  return kept;
};

// Requests of others are answered in between.
const atOnce = 125;

export const createMany = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<ImportedVendor, Plan>[],
  importId: string,
  waiting: () => void,
) => {
  const numbers = await nextVendorNumbers(tx, rows.length);
  const note = `Import ${importId}`;
  const vendors = stage(tx, "vendor_staged", stagedColumns, (piece) =>
    bind(insertText, [actor.orgId, piece]),
  );
  const entries = auditStaging(tx, actor);
  const proposals: { id: string; bank: BankPlan }[] = [];
  const made: { id: string; kinds: readonly Certification[] }[] = [];
  for (const [at, { plan }] of rows.entries()) {
    const number = numbers[at]!;
    const v = newVendor(actor, plan, number);
    if (plan.bank) proposals.push({ id: v.id, bank: plan.bank });
    made.push({ id: v.id, kinds: plan.patch.diversity ?? [] });
    vendors.add(keys.map((k) => v[k]));
    entries.add({
      action: "vendor.import",
      objectType: "vendor",
      objectId: v.id,
      objectNumber: number,
      before: null,
      after: said(v, plan.patch),
      note,
    });
    if (at % atOnce === atOnce - 1) await setImmediate();
  }
  const written = [vendors.end(), entries.end()];
  waiting();
  await Promise.all(written);
  await stateCertifications(tx, actor, made);
  for (const { id, bank } of proposals) await proposeFromFile(tx, actor, id, bank, importId);
};

export const changeOne = async (
  tx: Tx,
  actor: Actor,
  { plan: { id, patch, bank } }: Planned<ImportedVendor, Plan>,
  importId: string,
) => {
  const { tin, tinKind, diversity, number: _number, ...fields } = patch;
  // Before the row's other cells: the call-back goes to the phone number that was known without
  // this file.
  if (bank) await proposeFromFile(tx, actor, id!, bank, importId);
  if (Object.keys(patch).length === 0) return null;
  const [before] = await tx.rows<VendorRecord>(
    sql`select * from vendor where org_id = ${actor.orgId} and id = ${id} for update`,
  );
  const next = { ...before!, ...fields } as VendorRecord;
  const after = await updateRow(tx, vendor, id!, {
    ...(fields as Partial<VendorRecord>),
    nameKey: nameKey(next.name),
    addressKey: addressKey(next),
    ...(tin === undefined ? {} : tinColumns(actor.orgId!, id!, tin, tinKind)),
    ...(fields.phone === undefined ? {} : { phoneSince: businessNow(tx.scope).toISOString() }),
  });
  if (
    ["email", "phone", "address1", "address2", "city", "state", "postalCode"].some(
      (f) => f in fields,
    )
  )
    await restartBankHold(tx, actor, id!, "Changed by an import");
  const why = `Import ${importId}`;
  const kinds =
    diversity && (await restateCertifications(tx, actor, id!, diversity, { by: "file", why }));
  return {
    action: "vendor.import",
    objectType: "vendor",
    objectId: id!,
    objectNumber: after.number,
    before: { ...auditedVendor(before!), ...(kinds && { diversity: kinds.before }) },
    after: { ...auditedVendor(after), ...(kinds && { diversity: kinds.after }) },
    note: why,
  };
};
