import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A contract as others name it; `originalEndsOn` is null until something moved its end. */
export type NamedContract = {
  id: string;
  number: string;
  title: string;
  status: string;
  kind: string;
  vendor: string;
  startsOn: Day;
  endsOn: Day;
  originalEndsOn: Day | null;
  ceiling: number;
};

/** The agency's contracts of these ids, by number. */
export const contractsNamed = (db: Db, ids: readonly string[]): Promise<NamedContract[]> =>
  db.rows<NamedContract>(sql`
    select
      c.id, c.number, c.title, c.status, c.kind, v.name as vendor, c.starts_on, c.ends_on,
      c.original_ends_on, c.ceiling
    from contract c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    where c.org_id = ${db.scope.orgId} and c.id = any(${[...ids]}::uuid[])
    order by c.number
  `);

/** Contracts by their numbers, for files that name them. */
export const contractsByNumber = async (
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from contract
    where org_id = ${db.scope.orgId} and number = any(${[...numbers]}::text[])
  `);
  return new Map(rows.map(({ id, number }) => [number, id]));
};

/** SQL of the last day of these contracts together, of the agency's id and an array of ids as SQL. */
export const lastDayOfContracts = (org: string, ids: string): string => `(
  select max(work_contract.ends_on)
  from contract work_contract
  where work_contract.org_id = ${org} and work_contract.id = any(${ids})
)`;

/** The vendors whom these contracts are with, by contract. */
export const contractorsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; vendorId: string }>(sql`
    select id, vendor_id
    from contract
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  return new Map(rows.map(({ id, vendorId }) => [id, vendorId]));
};
