import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { invoiceNumberKey } from "#areas/finance/invoice/invoice.model.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeVendor } from "#server/testing/agency.ts";
import { withOwner } from "./owner.ts";

const db = withOwner();

const keyOfBefore = (number: string): string =>
  number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, "") || "0";

test("keys of invoice numbers that were stored before are remade as new ones are made", async () => {
  const agency = await makeAgency(db.t.database);
  const vendor = await makeVendor(db.t.database, agency);
  const scope = { orgId: agency.orgId, personId: null };
  const numbers = [
    "INV-0033-b",
    "1O05",
    "ΑВ-1005",
    "000",
    "lo-7",
    "№ 7/2026",
    "Ж-1",
    "Ünit 0L5",
    "--",
    "A 001/02",
  ];
  await db.t.database.transaction(scope, async (tx) => {
    for (const number of numbers)
      await tx.rows(sql`
        insert into invoice (
          org_id, id, number, vendor_id, vendor_number, vendor_number_key, invoice_date, received_on
        )
        values (
          ${agency.orgId}, ${newId()}, ${number}, ${vendor.id}, ${number}, ${keyOfBefore(number)},
          '2026-11-01', '2026-11-01'
        )
      `);
  });
  await db.owner.query(
    readFileSync(new URL("migrations/0262_alike_numbers.sql", import.meta.url), "utf8"),
  );
  const seen = await db.t.database.read(scope).rows<{ number: string; key: string }>(sql`
    select vendor_number as number, vendor_number_key as key
    from invoice
    where org_id = ${agency.orgId}
  `);
  expect(Object.fromEntries(seen.map((r) => [r.number, r.key]))).toEqual(
    Object.fromEntries(numbers.map((n) => [n, invoiceNumberKey(n)])),
  );
});
