import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { documentDate, invoiceInput, invoiceNumberKey } from "./invoice.model.ts";
import { createInvoice } from "./invoice.service.ts";

const rowSchema = z.object({
  vendor: z.string().trim().min(1).max(200),
  vendorNumber: z.string().trim().min(1).max(60),
  invoiceDate: documentDate("Enter a date such as 2026-11-20 or 11/20/2026."),
  receivedOn: documentDate("Enter a date such as 2026-11-20 or 11/20/2026.").optional(),
  description: z.string().trim().min(1).max(500),
  amount: z
    .number("Enter an amount such as 1,234.56.")
    .int()
    .min(1, "The amount must be above zero. Enter credit notes by hand.")
    .max(9e13, "This amount is too large."),
  account: z.string().trim().toUpperCase().min(3).max(120),
  note: z.string().trim().max(2000).optional(),
});
type Row = z.output<typeof rowSchema>;
type Ids = { vendorId: string; accountStringId: string };

const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
const keyOf = (row: Row): string =>
  `${row.vendor.toLowerCase()} ${invoiceNumberKey(row.vendorNumber)}`;

type Vendor = { id: string; number: string; name: string; status: string };
type Known = {
  today: string;
  vendors: readonly Vendor[];
  accounts: readonly { id: string; code: string }[];
  /** Vendors' numbers that stand on an invoice already. */
  taken: readonly Taken[];
};
type Taken = {
  vendorId: string;
  key: string;
  number: string;
  vendorNumber: string;
  invoiceDate: Day;
  total: number;
};

const vendorsNamed = (db: Db, names: readonly string[]) =>
  db.rows<Vendor>(sql`
    select id, lower(number) as number, lower(name) as name, status
    from vendor
    where org_id = ${db.scope.orgId}
      and status <> 'inactive'
      and (lower(number) = any(${names}::text[]) or lower(name) = any(${names}::text[]))
  `);

const accountsCoded = (db: Db, codes: readonly string[]) =>
  db.rows<{ id: string; code: string }>(sql`
    select id, code
    from account_string
    where org_id = ${db.scope.orgId} and code = any(${codes}::text[])
  `);

const numbersTaken = (db: Db, keys: readonly string[]) =>
  db.rows<Taken>(sql`
    select vendor_id, vendor_number_key as key, number, vendor_number, invoice_date, total
    from invoice
    where org_id = ${db.scope.orgId}
      and status <> 'voided'
      and vendor_number_key = any(${keys}::text[])
  `);

const reject = (problem: RowProblem): Verdict<Ids> => ({ action: "reject", problem });

const rejectVendor = (row: Row, found: number) =>
  found === 0
    ? reject({
        column: "Vendor",
        expected: "number or legal name of a vendor in use",
        found: row.vendor,
        fix: "No vendor has this number or name: enter the vendor first, or use its number.",
      })
    : reject({
        column: "Vendor",
        expected: "one vendor",
        found: row.vendor,
        fix: "Several vendors have this name: use the vendor's number.",
      });

// The same bill again is left alone; another one under its number is a question for a person.
const verdictOnBill = (row: Row, known: Taken): Verdict<Ids> =>
  verdictOnKnown(
    `${known.number}, ${known.vendorNumber}`,
    [
      {
        column: "Invoice date",
        onFile: formatDate(known.invoiceDate),
        inFile: formatDate(row.invoiceDate),
      },
      { column: "Amount", onFile: formatCents(known.total), inFile: formatCents(row.amount) },
    ],
    "If this is another bill, give it a number of its own; if that one is wrong, correct it on its page.",
  );

const verdictOn = (row: Row, { today, vendors, accounts, taken }: Known): Verdict<Ids> => {
  const wanted = row.vendor.toLowerCase();
  const found = vendors.filter((v) => v.number === wanted || v.name === wanted);
  const [vendor] = found;
  if (!vendor || found.length > 1) return rejectVendor(row, found.length);
  const key = invoiceNumberKey(row.vendorNumber);
  const same = taken.find((t) => t.vendorId === vendor.id && t.key === key);
  if (same) return verdictOnBill(row, same);
  const account = accounts.find((a) => a.code === row.account);
  if (!account)
    return reject({
      column: "Account",
      expected: "an account string such as 101-RDB-5340",
      found: row.account,
      fix: "No such account string: correct it, or make it under Accounts.",
    });
  if (row.receivedOn && row.receivedOn > today)
    return reject({
      column: "Received on",
      expected: `a day up to ${today}`,
      found: row.receivedOn,
      fix: "This day is still to come: enter the day on which the invoice came in, or leave it empty.",
    });
  return { action: "create", plan: { vendorId: vendor.id, accountStringId: account.id } };
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Ids>[]> => {
  const names = [...new Set(rows.map((r) => r.vendor.toLowerCase()))];
  const [vendors, accounts, taken] = await Promise.all([
    vendorsNamed(db, names),
    accountsCoded(
      db,
      rows.map((r) => r.account),
    ),
    numbersTaken(
      db,
      rows.map((r) => invoiceNumberKey(r.vendorNumber)),
    ),
  ]);
  const known: Known = { today: businessDate(db.scope), vendors, accounts, taken };
  return rows.map((row) => verdictOn(row, known));
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Ids>[]): Promise<void> => {
  for (const {
    row,
    plan: { vendorId, accountStringId },
  } of rows)
    await createInvoice(
      tx,
      actor,
      invoiceInput.parse({
        ...row,
        vendorId,
        lines: [
          {
            accountStringId,
            description: row.description,
            quantity: "1",
            unit: "each",
            unitPrice: decimalOf(row.amount),
          },
        ],
      }),
      "csv",
    );
};

/**
 * Invoices without an order (utilities, dues): one row each, charged to one account. An invoice
 * number that the vendor has used is left alone where day and amount are the same, else asked about.
 */
export const invoiceImporter = defineImporter({
  kind: "invoices",
  label: "invoices",
  permission: "invoice.create",
  fields: [
    {
      name: "vendor",
      label: "Vendor",
      required: true,
      aliases: ["Vendor number", "Vendor name", "Supplier"],
      expected: "number or legal name",
      type: cells.code,
    },
    {
      name: "vendorNumber",
      label: "Invoice number",
      required: true,
      aliases: ["Invoice", "Invoice no", "Vendor's number"],
      expected: "the vendor's number",
      type: cells.code,
    },
    {
      name: "invoiceDate",
      label: "Invoice date",
      required: true,
      aliases: ["Date"],
      type: cells.recentDay,
    },
    {
      name: "receivedOn",
      label: "Received on",
      aliases: ["Received"],
      type: cells.recentDay,
    },
    { name: "description", label: "Description", required: true, aliases: ["Memo", "For"] },
    {
      name: "amount",
      label: "Amount",
      required: true,
      aliases: ["Total"],
      expected: "dollars and cents",
      type: cells.money,
    },
    {
      name: "account",
      label: "Account",
      required: true,
      aliases: ["Account string", "GL account", "Charge to"],
      expected: "an account string",
      type: cells.code,
    },
    { name: "note", label: "Note" },
  ],
  schema: rowSchema,
  keys: (row) => [keyOf(row)],
  plan,
  apply,
});
