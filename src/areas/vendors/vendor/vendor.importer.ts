import { setImmediate } from "node:timers/promises";
import { getTableColumns } from "drizzle-orm";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { auditMany, auditStaging } from "#server/audit/audit.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { bind, columnOf, raw, sql } from "#server/db/sql.ts";
import { stage } from "#server/db/wire/stage.ts";
import {
  codeOf,
  defineImporter,
  listOf,
  usDate,
  wholeNumber,
  yesNo,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { restartBankHold } from "../bank/bank-hold.service.ts";
import {
  accountKeyOf,
  bankColumns,
  bankProblem,
  bankRowFields,
  bankVerdict,
  proposeFromFile,
  readAccounts,
  sharedAccount,
  warnShared,
  type Accounts,
  type BankPlan,
  type Holder,
} from "../bank/bank-import.service.ts";
import { unknownCodes, useCommodities } from "../commodity/commodity.service.ts";
import { vendor } from "../vendors.tables.ts";
import { addressKey, nameKey } from "./key.model.ts";
import { watchVendors } from "./vendor-watch.service.ts";
import { certifications, paymentMethods } from "./vendor.labels.ts";
import { tinProblem, vendorFields } from "./vendor.model.ts";
import type { VendorRecord } from "./vendor.noun.ts";
import { auditedVendor, nextVendorNumbers, tinColumns, tinDigestOf } from "./vendor.service.ts";

const { name, ...others } = vendorFields;
type Patchable = Omit<typeof others, never>;
const absent = Object.fromEntries(
  Object.entries(others as Patchable).map(([key, field]) => [
    key,
    (field instanceof z.ZodDefault
      ? (field.unwrap() as z.ZodType)
      : (field as z.ZodType)
    ).optional(),
  ]),
) as unknown as { [K in keyof Patchable]: z.ZodOptional<Patchable[K]> };

/**
 * A row: the vendor's fields, all but the name optional (an empty cell leaves the field alone), the
 * number of a vendor to change, and whether a person looked and found another firm at the address.
 */
const vendorRowSchema = z
  .object({
    anotherFirm: z.boolean().optional(),
    number: z
      .string()
      .regex(/^V-\d{5,}$/, "A vendor number looks like V-00012.")
      .optional(),
    name,
    ...absent,
    ...bankRowFields,
  })
  .superRefine((row, context) => {
    const problem = row.tin ? tinProblem(row.tin, row.tinKind ?? "ein") : null;
    if (problem) context.addIssue({ code: "custom", path: ["tin"], message: problem });
    const bank = bankProblem(row);
    if (bank) context.addIssue({ code: "custom", ...bank });
  });
export type ImportedVendor = z.output<typeof vendorRowSchema>;
type Plan = {
  id: string | null;
  patch: Partial<ImportedVendor>;
  tinDigest: string | null;
  bank: BankPlan | null;
};

// A row's name is compared several times on its way.
const ownNameKey = Symbol("name key");
const nameKeyOf = (row: Partial<ImportedVendor> & { [ownNameKey]?: string }): string =>
  (row[ownNameKey] ??= nameKey(row.name!));

const keysOf = (row: ImportedVendor): string[] => [
  ...(row.number ? [`n${row.number}`] : []),
  ...(row.uei ? [`u${row.uei}`] : []),
  ...(row.tin ? [`t${row.tin}`] : []),
  ...(row.number ? [] : [`k${nameKeyOf(row)}`]),
];

type Known = Pick<VendorRecord, "id" | "number" | "name" | "nameKey" | "uei" | "tinDigest"> &
  Record<string, unknown>;

/**
 * Vendors in use that share number, UEI, tax number or name with a row. One index look-up per key:
 * written so that the planner cannot choose to read the table through.
 */
const knownVendors = (
  db: Db,
  rows: readonly ImportedVendor[],
  tins: readonly string[],
): Promise<Known[]> => {
  const org = db.scope.orgId;
  const columns = raw(
    "id, number, name, name_key, doing_business_as, uei, tin_digest, tin_kind, email, phone, website, address1, address2, city, state, postal_code, country, terms_days, payment_method, reportable1099, is_public, diversity, commodity_codes, insurance_expires_on, note, status",
  );
  const by = (column: string, values: readonly string[]) => sql`
    select v.*
    from unnest(${columnOf([...new Set(values)])}::text[]) as k
    cross join lateral (
      select ${columns}
      from vendor
      where org_id = ${org} and ${raw(column)} = k and status <> 'inactive'
      offset 0
    ) v
  `;
  return db.rows<Known>(sql`
    select distinct on (id) *
    from (${by(
      "number",
      rows.flatMap((r) => r.number ?? []),
    )} union all ${by(
      "uei",
      rows.flatMap((r) => r.uei ?? []),
    )} union all ${by("tin_digest", tins)} union all ${by("name_key", rows.map(nameKeyOf))}) found
  `);
};

type Neighbour = { number: string; name: string; addressKey: string };
/**
 * For each address of a row for a new vendor, one that stood there before the file came: two rows
 * of one file may share an address, as by hand two firms may once a person said so.
 */
const neighbours = (
  db: Db,
  rows: readonly ImportedVendor[],
  since: string,
): Promise<Neighbour[]> => {
  const keys = [
    ...new Set(rows.flatMap((r) => (r.number || r.anotherFirm ? [] : (addressKey(r) ?? [])))),
  ];
  if (keys.length === 0) return Promise.resolve([]);
  return db.rows<Neighbour>(sql`
    select v.*
    from unnest(${columnOf(keys)}::text[]) as k
    cross join lateral (
      select number, name, address_key
      from vendor
      where org_id = ${db.scope.orgId} and address_key = k and created_at < ${since}::timestamptz
      order by created_at
      limit 1
      offset 0
    ) v
  `);
};

const same = (a: unknown, b: unknown) =>
  Array.isArray(a) && Array.isArray(b)
    ? a.join("\n") === b.join("\n")
    : (a ?? null) === (b ?? null);

/** What of a row differs from the vendor on file; the tax number by its digest. */
const patchFor = (
  row: ImportedVendor,
  known: Known,
  tinDigest: string | null,
): Partial<ImportedVendor> =>
  Object.fromEntries(
    Object.entries(row).filter(([key, value]) => {
      if (
        value === undefined ||
        key === "number" ||
        key === "tinKind" ||
        key === "anotherFirm" ||
        key in bankRowFields
      )
        return false;
      return key === "tin" ? tinDigest !== known.tinDigest : !same(value, known[key]);
    }),
  );

const clash = (row: ImportedVendor, others: readonly Known[]): RowProblem => ({
  column: "Legal name",
  expected: "a vendor that is not there yet",
  found: row.name,
  fix: `A vendor of this name exists. Put its number into the column Number to change it (${others[0]!.number}), or enter the other firm by hand to confirm that it is one.`,
});
const sameAddress = (row: ImportedVendor, other: Neighbour): RowProblem => ({
  column: "Street",
  expected: "an address where no vendor is yet",
  found: [row.address1, row.city].filter(Boolean).join(", "),
  fix: `Possible duplicate of ${other.number} ${other.name}: same address. Is it the same firm, put ${other.number} into the column Number; is it not, put yes into the column Another firm.`,
});
const two = (row: ImportedVendor, matched: readonly Known[]): RowProblem => ({
  column: "Number",
  expected: "number, UEI and tax number of one vendor",
  found: matched.map((m) => m.number).join(", "),
  fix: `Number, UEI or tax number belong to different vendors (row of ${row.name}): correct them.`,
});
const missing = (row: ImportedVendor): RowProblem => ({
  column: "Number",
  expected: "the number of a vendor in use",
  found: row.number ?? "",
  fix: "No vendor in use has this number: correct it, or leave the cell empty for a new vendor.",
});

const strongMatches = (
  row: ImportedVendor,
  byKey: ReadonlyMap<string, readonly Known[]>,
  tinDigest: string | null,
) => [
  ...new Set(
    [
      row.number && byKey.get(`n${row.number}`),
      row.uei && byKey.get(`u${row.uei}`),
      tinDigest && byKey.get(`t${tinDigest}`),
    ].flatMap((found) => found || []),
  ),
];

const changeVerdict = (
  row: ImportedVendor,
  tinDigest: string | null,
  accounts: Accounts | null,
  strong: Known[],
  shared: Holder | null,
): Verdict<Plan> => {
  const patch = patchFor(row, strong[0]!, tinDigest);
  const verdict = accounts && bankVerdict(row, accounts, strong[0]!.id);
  if (verdict?.problem) return { action: "reject", problem: verdict.problem };
  const bank = verdict?.bank ?? null;
  if (Object.keys(patch).length === 0 && !bank) return { action: "skip" };
  return {
    action: "update",
    plan: {
      id: strong[0]!.id,
      patch: { ...patch, ...(patch.tin ? { tinKind: row.tinKind ?? "ein" } : {}) },
      tinDigest,
      bank,
    },
    ...(shared && bank && { warnings: [warnShared(row, shared)] }),
  };
};

const judgeRow = (
  row: ImportedVendor,
  byKey: ReadonlyMap<string, readonly Known[]>,
  tinDigest: string | null,
  unknown: ReadonlySet<string>,
  byAddress: ReadonlyMap<string, Neighbour>,
  accounts: Accounts | null,
): Verdict<Plan> => {
  const strange = row.commodityCodes?.filter((code) => unknown.has(code)) ?? [];
  if (strange.length > 0)
    return {
      action: "reject",
      problem: {
        column: "Commodities",
        expected: "NAICS codes of the list",
        found: strange.join("; "),
        fix: "Commodities: use six-digit NAICS codes of the list, or add your own under master data.",
      },
    };
  const strong = strongMatches(row, byKey, tinDigest);
  if (row.number && !byKey.has(`n${row.number}`))
    return { action: "reject", problem: missing(row) };
  if (strong.length > 1) return { action: "reject", problem: two(row, strong) };
  const alike = byKey.get(`k${nameKeyOf(row)}`) ?? [];
  if (strong.length === 0 && alike.length > 0) {
    // The same name and nothing that speaks against it: the same vendor when its tax number, UEI
    // and street do not differ.
    const only = alike.length === 1 ? alike[0]! : null;
    const differs =
      !only ||
      (tinDigest && only.tinDigest && tinDigest !== only.tinDigest) ||
      (row.uei && only.uei && row.uei !== only.uei) ||
      (addressKey(row) &&
        addressKey(only as never) &&
        addressKey(row) !== addressKey(only as never)) ||
      (!addressKey(row) && !tinDigest && !row.uei && !(row.email && row.email === only.email));
    if (differs) return { action: "reject", problem: clash(row, alike) };
    strong.push(only);
  }
  const neighbour =
    strong.length === 0 &&
    byAddress.size > 0 &&
    !row.anotherFirm &&
    byAddress.get(addressKey(row) ?? "");
  if (neighbour) return { action: "reject", problem: sameAddress(row, neighbour) };
  const key = accounts && accountKeyOf(row);
  const shared = accounts && key ? accounts.shared(key, strong[0]?.id ?? null) : null;
  if (strong.length === 0) {
    if (shared && !row.anotherFirm)
      return { action: "reject", problem: sharedAccount(row, shared) };
    return {
      action: "create",
      plan: {
        id: null,
        patch: row,
        tinDigest,
        bank: accounts && bankVerdict(row, accounts, null).bank,
      },
    };
  }
  return changeVerdict(row, tinDigest, accounts, strong, shared);
};

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

type NewVendor = Omit<VendorRecord, "createdAt" | "updatedAt">;
const stored = {
  id: "uuid",
  number: "text",
  name: "text",
  nameKey: "text",
  doingBusinessAs: "text",
  uei: "text",
  tinSealed: "text",
  tinDigest: "text",
  tinLast4: "text",
  tinKind: "text",
  email: "text",
  phone: "text",
  website: "text",
  address1: "text",
  address2: "text",
  city: "text",
  state: "text",
  postalCode: "text",
  country: "text",
  addressKey: "text",
  termsDays: "int",
  paymentMethod: "text",
  reportable1099: "boolean",
  isPublic: "boolean",
  insuranceExpiresOn: "date",
  note: "text",
  createdBy: "uuid",
  diversity: "text[]",
  commodityCodes: "text[]",
} as const;
const snakeOf = (key: string) => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const keys = Object.keys(stored) as (keyof typeof stored)[];
const stagedColumns = keys.map((k) => `${snakeOf(k)} ${stored[k]}`).join(", ");
const names = keys.map(snakeOf).join(", ");
const insertText = `
  insert into vendor (org_id, ${names})
  select $1::uuid, ${names}
  from pg_temp.vendor_staged
  where piece = $2
`;

const newVendor = (actor: Actor, { patch: row, tinDigest }: Plan, number: string): NewVendor => {
  const id = newId();
  const orgId = actor.orgId!;
  return {
    orgId,
    id,
    number,
    name: row.name!,
    nameKey: nameKeyOf(row),
    doingBusinessAs: row.doingBusinessAs ?? null,
    status: "draft",
    uei: row.uei ?? null,
    ...tinColumns(orgId, id, row.tin ?? null, row.tinKind, tinDigest),
    email: row.email ?? null,
    phone: row.phone ?? null,
    phoneSince: null,
    website: row.website ?? null,
    address1: row.address1 ?? null,
    address2: row.address2 ?? null,
    city: row.city ?? null,
    state: row.state ?? null,
    postalCode: row.postalCode ?? null,
    country: row.country ?? "US",
    addressKey: addressKey(row),
    termsDays: row.termsDays ?? 30,
    paymentMethod: row.paymentMethod ?? "check",
    reportable1099: row.reportable1099 ?? false,
    isPublic: row.isPublic ?? false,
    diversity: row.diversity ?? [],
    commodityCodes: row.commodityCodes ?? [],
    note: row.note ?? "",
    holdReason: null,
    identityId: null,
    registeredUntil: null,
    insuranceExpiresOn: row.insuranceExpiresOn ?? null,
    screenedAt: null,
    screeningResult: null,
    createdBy: actor.personId,
    entityType: null,
    owners: [],
    employees: null,
    bondingCents: null,
    serviceArea: "",
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
    const value = (v as VendorRecord)[field];
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
    ...(Object.keys(columns) as (keyof typeof vendorFields)[]).map((field) => ({
      name: field,
      label: titled(field),
      required: field === "name",
      ...columns[field],
    })),
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
