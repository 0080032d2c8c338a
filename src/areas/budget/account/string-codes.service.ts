import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { businessDate } from "#server/clock.ts";
import { accountFacts, chargeRefusal } from "./account.service.ts";

/** The ids of account strings by their codes, in the order asked. @throws Problem 404 for an unknown one. */
export const accountStringsOf = async (db: Db, codes: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<{ id: string; code: string }>(sql`
    select id, code
    from account_string
    where org_id = ${db.scope.orgId} and code = any(${[...codes]}::text[])
  `);
  return codes.map((code) => {
    const found = rows.find((row) => row.code === code);
    if (!found) throw notFound(`account string ${code}`);
    return found.id;
  });
};

/** Account strings by their codes with their fund and account; unknown codes are left out. */
export const stringsByCode = async (
  db: Db,
  codes: readonly string[],
): Promise<
  ReadonlyMap<string, { accountStringId: string; code: string; fundId: string; accountId: string }>
> => {
  const rows = await db.rows<{
    accountStringId: string;
    code: string;
    fundId: string;
    accountId: string;
  }>(sql`
    select id as account_string_id, code, fund_id, account_id
    from account_string
    where org_id = ${db.scope.orgId} and code = any(${[...new Set(codes)]}::text[])
  `);
  return new Map(rows.map((row) => [row.code, row]));
};

/**
 * Account strings by their codes, with why something cannot be charged to one anew (null where it can);
 * unknown codes are left out.
 */
export const chargeableByCode = async (
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, { id: string; refusal: string | null }>> => {
  const found = await stringsByCode(
    db,
    codes.filter((code) => code !== ""),
  );
  const ids = [...found.values()].map(({ accountStringId }) => accountStringId);
  const facts = await accountFacts(db, ids);
  return new Map(
    [...found].map(([code, { accountStringId: id }]) => [
      code,
      { id, refusal: chargeRefusal(facts.get(id)!, businessDate(db.scope)) },
    ]),
  );
};
