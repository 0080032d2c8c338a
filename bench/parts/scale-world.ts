import type pg from "pg";
import { writeMany, type ManyOf } from "#server/testing/many.ts";
import type { BenchDatabase } from "./database.ts";
import { buyingAgency, type BuyingAgency } from "./people.ts";

/** Ledger entries of each document: what it reserved, what it ordered, what was paid, what was let go. */
const entriesOfDocument = 4;

/** How far the sizes of agencies fall from the largest on: the k-th has a share of k to this power. */
const fall = 0.65;

/** Documents of each of so many agencies, the largest first; together as many as asked, in whole hundreds. */
export const sizesOf = (agencies: number, documents: number): number[] => {
  const shares = Array.from({ length: agencies }, (_, k) => (k + 1) ** -fall);
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => Math.max(100, Math.round((share / all) * (documents / 100)) * 100));
};

// Each entry names a line that is there: it is written without asking so for each of millions.
const withoutTriggers = async (owner: pg.Client, work: () => Promise<void>): Promise<void> => {
  await owner.query("set session_replication_role = replica");
  try {
    await work();
  } finally {
    await owner.query("set session_replication_role = origin");
  }
};

/** What the words of records are found by: made once behind all rows, which takes a tenth of keeping it at each. */
const indexOfWords = "record_words_like";

/** Fills without the index of words, and makes it behind. */
export const withoutIndexOfWords = async (
  owner: pg.Client,
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await owner.query<{ text: string }>(
    "select pg_get_indexdef($1::regclass) as text",
    [indexOfWords],
  );
  await owner.query(`drop index ${indexOfWords}`);
  await work();
  await owner.query("set maintenance_work_mem = '1GB'");
  await owner.query(rows[0]!.text);
  await owner.query("reset maintenance_work_mem");
};

/**
 * An agency that buys, with so many documents in equal parts of requisitions, orders and invoices, and
 * four entries of the commitment ledger for each.
 */
export const agencyOf = async (bench: BenchDatabase, documents: number): Promise<BuyingAgency> => {
  const agency = await buyingAgency(bench.database);
  const { rows } = await bench.owner.query<{ id: string }>(
    "select id from budget_line where org_id = $1 limit 1",
    [agency.orgId],
  );
  const of: ManyOf = {
    orgId: agency.orgId,
    departmentId: agency.departmentId,
    fiscalYearId: agency.fiscalYearId,
    personId: agency.people.buyer.personId!,
    vendorIds: agency.vendors,
    policyId: agency.orgId,
    budgetLineId: rows[0]!.id,
  };
  const third = Math.ceil(documents / 3);
  for (const table of ["requisition", "purchase_order", "invoice"] as const)
    await writeMany(bench.owner, table, of, third);
  await withoutTriggers(bench.owner, () =>
    writeMany(bench.owner, "commitment_entry", of, third * 3 * entriesOfDocument),
  );
  return agency;
};
