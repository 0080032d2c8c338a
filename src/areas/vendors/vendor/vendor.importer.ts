import { setImmediate } from "node:timers/promises";
import { getTableColumns } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { auditMany, auditStaging } from "#server/audit/audit.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { shapeOf, updateRow } from "#server/db/rows.ts";
import { bind, snake, sql } from "#server/db/sql.ts";
import { stage } from "#server/db/wire/stage.ts";
import {
  codeOf,
  defineImporter,
  listOf,
  usDate,
  wholeNumber,
  yesNo,
  type Planned,
  type Verdict,
} from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { restartBankHold } from "../bank/bank-hold.service.ts";
import {
  bankColumns,
  proposeFromFile,
  readAccounts,
  type BankPlan,
} from "../bank/bank-import.service.ts";
import { unknownCodes, useCommodities } from "../commodity/commodity.service.ts";
import { vendor } from "../vendors.tables.ts";
import { addressKey, nameKey } from "./key.model.ts";
import { watchVendors } from "./vendor-watch.service.ts";
import { certifications, paymentMethods } from "./vendor.labels.ts";
import { vendorColumns, vendorFields } from "./vendor.model.ts";
import type { VendorRecord } from "./vendor.noun.ts";
import { auditedVendor, nextVendorNumbers, tinColumns, tinDigestOf } from "./vendor.service.ts";
import {
  type ImportedVendor,
  type Plan,
  typed,
  nameKeyOf,
  vendorRowSchema,
} from "./imported-vendor.service.ts";
import {
  knownVendors,
  neighbours,
  type Known,
  judgeRow,
  keysOf,
} from "./vendor-matching.service.ts";

const plan = async (
  db: Db,
  rows: readonly ImportedVendor[],
  since: string,
): Promise<Verdict<Plan>[]> => {
  const digests = rows.map((r) => (r.tin ? tinDigestOf(db.scope.orgId!, r.tin) : null));
  const [known, near, unknown] = await Promise.all([
    knownVendors(
      db,
      rows,
      digests.filter((d) => d !== null),
    ),
    neighbours(db, rows, since),
    unknownCodes(
      db,
      rows.flatMap((r) => r.commodityCodes ?? []),
    ),
  ]);
  const byKey = new Map<string, Known[]>();
  for (const k of known)
    for (const key of [
      `n${k.number}`,
      `k${k.nameKey}`,
      ...(k.uei ? [`u${k.uei}`] : []),
      ...(k.tinDigest ? [`t${k.tinDigest}`] : []),
    ])
      byKey.set(key, [...(byKey.get(key) ?? []), k]);
  const strange = new Set(unknown);
  const byAddress = new Map(near.map((n) => [n.addressKey, n]));
  const accounts = rows.some((r) => r.accountNumber)
    ? await readAccounts(
        db,
        rows,
        known.map((k) => k.id),
        since,
      )
    : null;
  return rows.map((row, at) => judgeRow(row, byKey, digests[at]!, strange, byAddress, accounts));
};

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
const said = (v: NewVendor): object => {
  const kept: Record<string, unknown> = {};
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

const createMany = async (
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
  for (const [at, { plan }] of rows.entries()) {
    const number = numbers[at]!;
    const v = newVendor(actor, plan, number);
    if (plan.bank) proposals.push({ id: v.id, bank: plan.bank });
    vendors.add(keys.map((k) => v[k]));
    entries.add({
      action: "vendor.import",
      objectType: "vendor",
      objectId: v.id,
      objectNumber: number,
      before: null,
      after: said(v),
      note,
    });
    if (at % atOnce === atOnce - 1) await setImmediate();
  }
  const written = [vendors.end(), entries.end()];
  waiting();
  await Promise.all(written);
  for (const { id, bank } of proposals) await proposeFromFile(tx, actor, id, bank, importId);
};

const changeOne = async (
  tx: Tx,
  actor: Actor,
  { plan: { id, patch, bank } }: Planned<ImportedVendor, Plan>,
  importId: string,
) => {
  const { tin, tinKind, number: _number, ...fields } = patch;
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
  return {
    action: "vendor.import",
    objectType: "vendor",
    objectId: id!,
    objectNumber: after.number,
    before: auditedVendor(before!),
    after: auditedVendor(after),
    note: `Import ${importId}`,
  };
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<ImportedVendor, Plan>[],
  importId: string,
  waiting: () => void,
) => {
  await useCommodities(tx, [...new Set(rows.flatMap((r) => r.plan.patch.commodityCodes ?? []))]);
  const created = rows.filter((r) => r.action === "create");
  const changed = rows.filter((r) => r.action === "update");
  if (created.length > 0) await createMany(tx, actor, created, importId, waiting);
  auditMany(
    tx,
    actor,
    (await Promise.all(changed.map((r) => changeOne(tx, actor, r, importId)))).filter(
      (entry) => entry !== null,
    ),
  );
  announce(tx, actor.orgId!, "vendor.import", importId);
};

const titled = (field: keyof typeof vendorFields) => vendorFields[field].meta()?.title ?? field;
// What a column is called elsewhere, and how its cells are read. A field without an entry is a
// column under its label, which takes text as it stands.
const columns: Partial<
  Record<
    keyof typeof vendorFields,
    { aliases?: string[]; expected?: string; from?: (text: string) => unknown }
  >
> = {
  name: {
    aliases: ["Vendor", "Vendor name", "Name", "Supplier", "Company", "Business name"],
    expected: "the name as on Form W-9",
  },
  doingBusinessAs: { aliases: ["DBA", "Trade name"] },
  uei: { aliases: ["Unique Entity ID", "SAM UEI"], expected: "twelve letters and digits" },
  tin: { aliases: ["TIN", "EIN", "Tax ID", "FEIN", "SSN", "Tax number"], expected: "nine digits" },
  tinKind: { aliases: ["TIN type"], expected: "ein or ssn", from: (t) => t.toLowerCase() },
  email: { aliases: ["Email", "E-mail address"], expected: "name@example.com" },
  phone: { aliases: ["Telephone", "Phone number"], expected: "(952) 555-0134" },
  website: { aliases: ["URL", "Web"] },
  address1: { aliases: ["Address", "Address 1", "Address line 1", "Street address"] },
  address2: { aliases: ["Address 2", "Address line 2"] },
  city: {},
  state: { aliases: ["State / Province", "Province"] },
  postalCode: { aliases: ["Zip", "Zip code", "Postal code"] },
  country: { expected: "two letters" },
  termsDays: {
    aliases: ["Terms", "Payment terms", "Net days"],
    expected: "days from 0 to 365",
    from: wholeNumber,
  },
  paymentMethod: {
    aliases: ["Payment method"],
    expected: "ach or check",
    from: codeOf(paymentMethods),
  },
  reportable1099: { aliases: ["1099", "1099 vendor"], expected: "yes or no", from: yesNo },
  isPublic: { aliases: ["Public"], expected: "yes or no", from: yesNo },
  diversity: {
    aliases: ["Certification", "Diversity"],
    expected: "such as wbe; sb",
    from: (t) => listOf(t).map(codeOf(certifications)),
  },
  commodityCodes: {
    aliases: ["NAICS", "Commodity", "Commodity codes"],
    expected: "NAICS codes, parted by ;",
    from: listOf,
  },
  insuranceExpiresOn: {
    aliases: ["Insurance expiry", "COI expires"],
    expected: "YYYY-MM-DD or MM/DD/YYYY",
    from: usDate,
  },
  note: { aliases: ["Notes", "Comment"] },
};

/**
 * Vendors from a list: new ones as drafts, known ones (by number, UEI, tax number, or name with the
 * same street or e-mail) changed where they differ.
 */
export const vendorImporter = defineImporter({
  kind: "vendors",
  label: "vendors",
  permission: "vendor.import",
  batch: 2500,
  fields: [
    {
      name: "number",
      label: "Number",
      aliases: ["Vendor number", "Vendor no", "Vendor ID"],
      expected: "V-00012",
    },
    ...(Object.keys({ ...columns, ...vendorFields }) as (keyof typeof vendorFields)[]).map(
      (field) => ({
        name: field,
        label: titled(field),
        required: field === "name",
        ...columns[field],
      }),
    ),
    {
      name: "anotherFirm",
      label: "Another firm",
      expected: "yes where a vendor at the same address or with the same account is another firm",
      from: yesNo,
    },
    ...bankColumns,
  ],
  schema: vendorRowSchema,
  keys: keysOf,
  plan,
  apply,
  watch: watchVendors,
});
