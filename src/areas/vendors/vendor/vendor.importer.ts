import type { Actor } from "#kernel/access.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cells, oneOf, several } from "#server/import/cells.ts";
import {
  defineImporter,
  type ImportField,
  type Planned,
  type Verdict,
  type Watch,
} from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { bankColumns, readAccounts } from "../bank/bank-import.service.ts";
import { unknownCodes, useCommodities } from "../commodity/commodity.service.ts";
import { watchVendors } from "./vendor-watch.service.ts";
import { certifications, paymentMethods } from "./vendor.labels.ts";
import { vendorFields } from "./vendor.model.ts";
import { tinDigestOf } from "./vendor.service.ts";
import { type ImportedVendor, type Plan, vendorRowSchema } from "./imported-vendor.service.ts";
import {
  knownVendors,
  neighbours,
  type Known,
  judgeRow,
  keysOf,
} from "./vendor-matching.service.ts";
import { createMany, changeOne } from "./vendor-writing.service.ts";

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
  Record<keyof typeof vendorFields, Pick<ImportField, "aliases" | "expected" | "type">>
> = {
  name: {
    aliases: [
      "Vendor",
      "Vendor name",
      "Name",
      "Supplier",
      "Company",
      "Business name",
      "Firm",
      "Name of firm",
    ],
    expected: "the name as on Form W-9",
  },
  doingBusinessAs: { aliases: ["DBA", "Trade name"] },
  uei: {
    aliases: ["Unique Entity ID", "SAM UEI"],
    expected: "twelve letters and digits",
    type: cells.code,
  },
  tin: {
    aliases: ["TIN", "EIN", "Tax ID", "FEIN", "SSN", "Tax number"],
    expected: "nine digits",
    type: cells.code,
  },
  tinKind: { aliases: ["TIN type"], type: oneOf({ ein: "EIN", ssn: "SSN" }) },
  email: { aliases: ["Email", "E-mail address", "Mail"], type: cells.email },
  phone: { aliases: ["Telephone", "Phone number"], type: cells.phone },
  website: { aliases: ["URL", "Web"] },
  address1: { aliases: ["Address", "Address 1", "Address line 1", "Street address"] },
  address2: { aliases: ["Address 2", "Address line 2"] },
  city: { aliases: ["Town"] },
  state: { aliases: ["State / Province", "Province", "ST"] },
  postalCode: { aliases: ["Zip", "Zip code", "Postal code"], type: cells.zip },
  country: { expected: "two letters" },
  termsDays: {
    aliases: ["Terms", "Payment terms", "Net days"],
    expected: "days from 0 to 365",
    type: cells.whole,
  },
  paymentTerms: { aliases: ["Discount"], expected: "such as 2/10 net 30" },
  paymentMethod: {
    aliases: ["Payment method"],
    expected: "ach or check",
    type: oneOf(paymentMethods),
  },
  isPublic: { aliases: ["Public"], expected: "yes or no", type: cells.yesNo },
  diversity: {
    aliases: ["Certification", "Diversity"],
    expected: "such as wbe; sb",
    type: several(oneOf(certifications)),
  },
  commodityCodes: {
    aliases: ["NAICS", "Commodity", "Commodities", "Commodity codes"],
    expected: "NAICS codes, parted by ;",
    type: several(cells.code),
  },
  insuranceExpiresOn: {
    aliases: ["Insurance expiry", "COI expires"],
    type: cells.day,
  },
  note: { aliases: ["Notes", "Comment"] },
};

// Said once a file, at the first row that has the column.
const withRetired = (watch: Watch<ImportedVendor>): Watch<ImportedVendor> => {
  let said = false;
  return async (db, rows, since) => {
    const found = await watch(db, rows, since);
    const first = said ? undefined : rows.find(({ row }) => row.form1099 !== undefined);
    if (!first) return found;
    said = true;
    const problem = {
      column: "Form 1099",
      expected: "nothing",
      found: first.row.form1099!,
      fix: "This column is no longer needed and is read past: accounts and papers of the payee decide (Payments, Tax forms).",
    };
    return [...found, { rowNo: first.rowNo, problem }];
  };
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
      type: cells.code,
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
      type: cells.yesNo,
      once: true,
    },
    {
      name: "form1099",
      label: "Form 1099",
      aliases: ["1099", "1099 vendor", "reportable1099"],
      expected: "no longer needed: accounts and papers of the payee decide",
      once: true,
    },
    ...bankColumns,
  ],
  schema: vendorRowSchema,
  keys: keysOf,
  plan,
  apply,
  watch: () => withRetired(watchVendors()),
});
