import { z } from "zod";
import type { Db } from "#server/db/db.ts";
import { rowsAs } from "#server/db/read-as.ts";
import { columnOf, raw, sql, snake } from "#server/db/sql.ts";
import type { RowProblem, Verdict } from "#server/import/importer.ts";
import {
  accountKeyOf,
  bankRowFields,
  bankVerdict,
  sharedAccount,
  warnShared,
  type Accounts,
  type Holder,
} from "../bank/bank-import.service.ts";
import { businessDate } from "#server/clock.ts";
import { names } from "#kernel/labels.ts";
import { kindsOn } from "../certification/in-force.service.ts";
import { addressKey } from "./key.model.ts";
import { certifications, type Certification } from "./vendor.labels.ts";
import { type ImportedVendor, nameKeyOf, type Plan, typed } from "./imported-vendor.service.ts";

export const keysOf = (row: ImportedVendor): string[] => [
  ...(row.number ? [`n${row.number}`] : []),
  ...(row.uei ? [`u${row.uei}`] : []),
  ...(row.tin ? [`t${row.tin}`] : []),
  ...(row.number ? [] : [`k${nameKeyOf(row)}`]),
];

const certification = z.enum(names(certifications));
const knownRow = z.looseObject({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  nameKey: z.string(),
  uei: z.string().nullable(),
  tinDigest: z.string().nullable(),
  /** What is in force today, and the kinds of which a certificate was recorded. */
  diversity: z.array(certification),
  certified: z.array(certification),
});
export type Known = z.output<typeof knownRow>;

const certifiedKinds = `array(
  select distinct c.kind
  from vendor_certification c
  where c.org_id = vendor.org_id and c.vendor_id = vendor.id and c.dates_recorded
  order by c.kind
) as certified`;

/**
 * Vendors in use that share number, UEI, tax number or name with a row. One index look-up per key:
 * written so that the planner cannot choose to read the table through.
 */
export const knownVendors = (
  db: Db,
  rows: readonly ImportedVendor[],
  tins: readonly string[],
): Promise<Known[]> => {
  const org = db.scope.orgId;
  const day = `'${businessDate(db.scope)}'::date`;
  const columns = raw(
    [
      ...["id", "number", "nameKey", "tinDigest", "status", ...typed].map(snake),
      `${kindsOn("vendor.org_id", "vendor.id", day)} as diversity`,
      certifiedKinds,
    ].join(", "),
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
  return rowsAs(
    db,
    knownRow,
    sql`
      select distinct on (id) *
      from (${by(
        "number",
        rows.flatMap((r) => r.number ?? []),
      )} union all ${by(
        "uei",
        rows.flatMap((r) => r.uei ?? []),
      )} union all ${by("tin_digest", tins)} union all ${by("name_key", rows.map(nameKeyOf))}) found
    `,
  );
};

type Neighbour = { number: string; name: string; addressKey: string };
/**
 * For each address of a row for a new vendor, one that stood there before the file came: two rows
 * of one file may share an address, as by hand two firms may once a person said so.
 */
export const neighbours = (
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

/** The kinds of a row as a file may state them: those with a certificate follow from that alone. */
const statable = (
  kinds: readonly Certification[],
  { diversity, certified }: Known,
): Certification[] =>
  [
    ...kinds.filter((one) => !certified.includes(one)),
    ...diversity.filter((one) => certified.includes(one)),
  ].toSorted();

/** Kinds of a row that contradict a certificate, which stands. */
const contradicting = (row: ImportedVendor, { diversity, certified }: Known): Certification[] =>
  row.diversity === undefined
    ? []
    : certified.filter((one) => row.diversity!.includes(one) !== diversity.includes(one));

const warnCertified = (kinds: readonly Certification[]): RowProblem => ({
  column: "Certifications",
  expected: "what the recorded certificates say",
  found: kinds.join("; "),
  fix: "A certificate with its days is recorded of these kinds: they stay as it says. Correct or withdraw it on the vendor's page, Documents.",
});

/** What of a row differs from the vendor on file; the tax number by its digest. */
const patchFor = (
  row: ImportedVendor,
  known: Known,
  tinDigest: string | null,
): Partial<ImportedVendor> =>
  Object.fromEntries(
    Object.entries({
      ...row,
      ...(row.diversity && { diversity: statable(row.diversity, known) }),
    }).filter(([key, value]) => {
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
  const kept = contradicting(row, strong[0]!);
  const warnings = [
    ...(shared && bank ? [warnShared(row, shared)] : []),
    ...(kept.length ? [warnCertified(kept)] : []),
  ];
  if (Object.keys(patch).length === 0 && !bank)
    return { action: "skip", ...(kept.length && { warnings }) };
  return {
    action: "update",
    plan: {
      id: strong[0]!.id,
      patch: { ...patch, ...(patch.tin ? { tinKind: row.tinKind ?? "ein" } : {}) },
      tinDigest,
      bank,
    },
    ...(warnings.length && { warnings }),
  };
};

export const judgeRow = (
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
