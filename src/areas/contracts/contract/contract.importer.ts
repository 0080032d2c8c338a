import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import {
  groupsOf,
  lotOf,
  sharedNumber,
  verdictOnLot,
  type Group,
} from "../master/register-lots.service.ts";
import { keepEntry } from "../ceiling/ceiling.service.ts";
import { contractKinds, priceTypes } from "./contract.labels.ts";
import { contractFields } from "./contract.model.ts";
import { contractNoun } from "./contract.noun.ts";
import { nowInForce } from "./signing.service.ts";

const {
  title,
  kind,
  priceType,
  startsOn,
  endsOn,
  ceiling,
  federalAward,
  description,
  evidence,
  optionCount,
  optionMonths,
  optionNoticeDays,
  optionNoticeMonths,
  insuranceRequired,
} = contractFields;
const rowSchema = z
  .object({
    earlierNumber: z.string().trim().max(60).default(""),
    title,
    vendor: z.string().trim().min(1).max(200),
    department: z.string().trim().min(1).max(200),
    kind: kind.default("other"),
    priceType: priceType.default("fixed"),
    startsOn,
    endsOn,
    ceiling,
    drawn: ceiling.default(0),
    federalAward,
    description,
    evidence,
    optionCount,
    optionMonths,
    optionNoticeDays,
    optionNoticeMonths,
    insuranceRequired,
    lotNo: z.number().int().min(1).max(9999).nullable().default(null),
    jointCeiling: ceiling.nullable().default(null),
  })
  .refine((row) => row.lotNo === null || (row.earlierNumber && row.jointCeiling), {
    path: ["jointCeiling"],
    message: "A lot names the number of its contract and the ceiling over all lots.",
  })
  .refine((row) => row.endsOn >= row.startsOn, {
    path: ["endsOn"],
    message: "The contract ends before it begins.",
  })
  .refine((row) => row.drawn <= row.ceiling, {
    path: ["drawn"],
    message: "More is drawn than the ceiling allows: correct one of both.",
  });
type Row = z.output<typeof rowSchema>;
type Ids = { vendorId: string; departmentId: string; masterId: string | null };
type Vendor = { id: string; number: string; name: string };
type OnFile = {
  vendorId: string;
  number: string;
  earlierNumber: string;
  lotNo: number | null;
  title: string;
  startsOn: Day;
  endsOn: Day;
  originalEndsOn: Day | null;
  ceiling: number;
  originalCeiling: number | null;
};
type Known = {
  vendors: readonly Vendor[];
  departments: readonly { id: string; code: string; name: string }[];
  taken: ReadonlyMap<string, OnFile>;
  groups: Map<string, Group>;
};

const vendorsNamed = (db: Db, names: readonly string[]) =>
  db.rows<Vendor>(sql`
    select id, lower(number) as number, lower(name) as name
    from vendor
    where org_id = ${db.scope.orgId}
      and status <> 'inactive'
      and (lower(number) = any(${names}::text[]) or lower(name) = any(${names}::text[]))
  `);

const keyOf = (
  vendorId: string,
  row: Pick<Row, "earlierNumber" | "title" | "startsOn" | "lotNo">,
): string =>
  `${vendorId} ${row.lotNo ? `${sharedNumber(row)} lot ${row.lotNo}`.toLowerCase() : (row.earlierNumber || `${row.title} ${row.startsOn}`).toLowerCase()}`;

// What was brought in before: by its number there, else by title and first day.
const takenBy = async (
  db: Db,
  vendorIds: readonly string[],
): Promise<ReadonlyMap<string, OnFile>> =>
  new Map(
    (
      await db.rows<OnFile>(sql`
        select
          vendor_id, number, earlier_number, lot_no, title, starts_on, ends_on, original_ends_on,
          ceiling, original_ceiling
        from contract
        where org_id = ${db.scope.orgId}
          and vendor_id = any(${vendorIds}::uuid[])
          and status <> 'cancelled'
      `)
    ).flatMap((row) => [
      [keyOf(row.vendorId, row), row] as const,
      [keyOf(row.vendorId, { ...row, earlierNumber: row.number }), row] as const,
    ]),
  );

// What an amendment has changed since is no other content: the register says what stood before it.
const verdictOnContract = (row: Row, known: OnFile): Verdict<Ids> =>
  verdictOnKnown(
    known.number,
    [
      { column: "Title", onFile: known.title, inFile: row.title },
      { column: "Begins", onFile: known.startsOn, inFile: row.startsOn },
      {
        column: "Ends",
        onFile: row.endsOn === known.originalEndsOn ? row.endsOn : known.endsOn,
        inFile: row.endsOn,
      },
      {
        column: "Ceiling",
        onFile: formatCents(row.ceiling === known.originalCeiling ? row.ceiling : known.ceiling),
        inFile: formatCents(row.ceiling),
      },
    ],
    "Amend the contract on its page, or give another contract a number of its own.",
  );

const departmentsNamed = async (db: Db) =>
  (await listDepartments(db)).map(({ code, name }) => ({ code, name }));

const reject = (problem: RowProblem): Verdict<Ids> => ({ action: "reject", problem });

const verdictOn = (row: Row, { vendors, departments, taken, groups }: Known): Verdict<Ids> => {
  const wanted = row.vendor.toLowerCase();
  const found = vendors.filter((v) => v.number === wanted || v.name === wanted);
  if (found.length !== 1)
    return reject({
      column: "Vendor",
      expected: "number or legal name of one vendor in use",
      found: row.vendor,
      fix: found.length
        ? "Several vendors have this name: use the vendor's number."
        : "No vendor has this number or name: enter the vendor first, or use its number.",
    });
  const place = row.department.toLowerCase();
  const department = departments.find(
    (d) => d.code.toLowerCase() === place || d.name.toLowerCase() === place,
  );
  if (!department)
    return reject({
      column: "Department",
      expected: "code or name of a department",
      found: row.department,
      fix: "No such department: correct it, or make it under Team.",
    });
  const vendorId = found[0]!.id;
  const known = taken.get(keyOf(vendorId, row));
  if (known) return verdictOnContract(row, known);
  const ids = { vendorId, departmentId: department.id };
  return row.lotNo === null
    ? { action: "create", plan: { ...ids, masterId: null } }
    : verdictOnLot(row, groups, (masterId) => ({ ...ids, masterId }));
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Ids>[]> => {
  const [vendors, departments] = await Promise.all([
    vendorsNamed(db, [...new Set(rows.map((row) => row.vendor.toLowerCase()))]),
    listDepartments(db),
  ]);
  const taken = await takenBy(
    db,
    vendors.map((v) => v.id),
  );
  const groups = await groupsOf(db, rows);
  return rows.map((row) => verdictOn(row, { vendors, departments, taken, groups }));
};

// One contract of the register: in force, or over, with what was ordered under it before.
const bring = async (tx: Tx, actor: Actor, row: Row, ids: Ids, year: number): Promise<void> => {
  const { vendor: _v, department: _d, jointCeiling: _j, lotNo, ...terms } = row;
  const id = newId();
  const lot = ids.masterId ? await lotOf(tx, actor, row, ids.masterId) : null;
  const entry = (sequence: number, kind: "set" | "order", amount: number, note: string) =>
    keepEntry(tx, actor, { contractId: id, sequence, kind, amount, note });
  const made = await create(tx, actor, contractNoun, {
    number: lot ? { within: lot } : { kind: "CON", year },
    row: {
      ...terms,
      lotNo,
      ...ids,
      orgId: actor.orgId!,
      id,
      ownerId: actor.personId,
      status: row.endsOn >= businessDate(tx.scope) ? "active" : "expired",
      source: "import",
      originalCeiling: row.ceiling,
      originalEndsOn: row.endsOn,
      entries: row.drawn > 0 ? 2 : 1,
    },
    store: async () => {
      await entry(1, "set", row.ceiling, "As brought in");
      if (row.drawn > 0) await entry(2, "order", row.drawn, "Ordered before it was brought in");
    },
  });
  await nowInForce(tx, actor, made, "As brought in");
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Ids>[]): Promise<void> => {
  const { year } = await fiscalYearOf(tx, businessDate(tx.scope), "startsOn");
  for (const { row, plan: ids } of rows) await bring(tx, actor, row, ids, year);
};

/**
 * A register of contracts: one row each, in force until its last day. Rows with a lot and one number
 * become lots of one contract. One that was brought in before
 * (by vendor and its number there, else by title and first day) is left alone.
 */
export const contractImporter = defineImporter({
  kind: "contracts",
  label: "contracts",
  permission: "contract.import",
  fields: [
    {
      name: "earlierNumber",
      label: "Number",
      aliases: ["Contract number", "Contract no", "Contract"],
      expected: "its number where it came from",
      type: cells.code,
    },
    { name: "title", label: "Title", required: true, aliases: ["For", "Name", "Subject"] },
    {
      name: "vendor",
      label: "Vendor",
      required: true,
      aliases: ["Vendor number", "Vendor name", "Supplier", "Contractor"],
      expected: "number or legal name",
      type: cells.code,
    },
    {
      name: "department",
      label: "Department",
      required: true,
      expected: "code or name",
      named: departmentsNamed,
      takesNames: true,
      type: cells.code,
    },
    {
      name: "kind",
      label: "Kind",
      aliases: ["Type"],
      type: oneOf(contractKinds),
    },
    {
      name: "priceType",
      label: "Price type",
      type: oneOf(priceTypes),
    },
    {
      name: "startsOn",
      label: "Begins",
      required: true,
      aliases: ["Start", "Start date", "Effective"],
      type: cells.day,
    },
    {
      name: "endsOn",
      label: "Ends",
      required: true,
      aliases: ["End", "End date", "Expires", "Expiration"],
      type: cells.day,
    },
    {
      name: "ceiling",
      label: "Ceiling",
      required: true,
      aliases: ["Amount", "Value", "Not to exceed"],
      expected: "dollars and cents",
      type: cells.money,
    },
    {
      name: "drawn",
      label: "Drawn",
      aliases: ["Spent", "Ordered", "Used"],
      expected: "dollars and cents ordered so far",
      type: cells.money,
    },
    {
      name: "optionCount",
      label: "Options",
      aliases: ["Renewals"],
      expected: "how many",
      type: cells.whole,
    },
    { name: "optionMonths", label: "Option months", expected: "months each", type: cells.whole },
    { name: "optionNoticeDays", label: "Notice days", expected: "days", type: cells.whole },
    { name: "optionNoticeMonths", label: "Notice months", expected: "months", type: cells.whole },
    { name: "federalAward", label: "Federal award", aliases: ["Grant"], type: cells.code },
    {
      name: "evidence",
      label: "Evidence",
      aliases: ["Solicitation", "Bid number"],
      type: cells.code,
    },
    {
      name: "insuranceRequired",
      label: "Insurance",
      aliases: ["Insurance required"],
      expected: "yes or no",
      type: cells.yesNo,
    },
    { name: "description", label: "Description", aliases: ["Notes"] },
    {
      name: "lotNo",
      label: "Lot",
      aliases: ["Lot number", "Lot no"],
      expected: "a whole number, where one contract number has several vendors",
      type: cells.whole,
    },
    {
      name: "jointCeiling",
      label: "Ceiling over all lots",
      aliases: ["Joint ceiling", "Total ceiling"],
      expected: "dollars and cents, the same for all lots of a number",
      type: cells.money,
    },
  ],
  sum: "ceiling",
  schema: rowSchema,
  keys: (row) => [`${row.vendor.toLowerCase()} ${keyOf("", row)}`],
  plan,
  apply,
});
