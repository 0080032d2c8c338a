import type { Db } from "#server/db/db.ts";
import { join, sql, type Sql } from "#server/db/sql.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import { percentOf } from "./caps.model.ts";
import { pageSize, type PublicChange, type PublicClaim } from "./published.model.ts";

type Sought = { q: string; page: number };
type Page<T> = { items: T[]; more: boolean };

const like = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
const wanted = (q: string): Sql => {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6).map(like);
  return words.length === 0
    ? sql`true`
    : join(
        words.map(
          (word) => sql`
            (
              x.number ilike ${word}
              or x.title ilike ${word}
              or c.number ilike ${word}
              or c.title ilike ${word}
              or v.name ilike ${word}
            )
          `,
        ),
        " and ",
      );
};
const cut = (page: number): Sql => sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`;
type Of = { orgId: string };

const paged = async <T extends Of>(
  db: Db,
  rows: readonly T[],
): Promise<Page<Omit<T, "orgId"> & { agency: string }>> => {
  const names = await agencyNames(
    db,
    rows.map((row) => row.orgId),
  );
  return {
    items: rows
      .slice(0, pageSize)
      .map(({ orgId, ...row }) => ({ ...row, agency: names.get(orgId) ?? "" })),
    more: rows.length > pageSize,
  };
};

type Row = Omit<PublicChange, "percent" | "agency"> & Of & { up: number; original: number };

/**
 * Change orders that agencies published, newest first. `db` is the public's side: what is not
 * published cannot be named.
 */
export const publishedChanges = async (
  db: Db,
  { q, page }: Sought,
): Promise<Page<PublicChange>> => {
  const rows = await db.rows<Row>(sql`
    select
      x.id, x.org_id, x.number, x.title, x.status, c.number as contract, c.title as contract_title,
      v.name as vendor, x.increase, x.decrease, x.increase - x.decrease as net, x.days,
      coalesce(c.original_ceiling, c.ceiling) as original,
      (
        select coalesce(sum(y.increase), 0)::bigint
        from contract_change y
        where y.org_id = x.org_id and y.contract_id = x.contract_id and y.status = 'applied'
      ) as up
    from contract_change x
    join contract c on c.org_id = x.org_id and c.id = x.contract_id
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    where ${wanted(q)}
    order by x.number desc, x.id ${cut(page)}
  `);
  return paged(
    db,
    rows.map(({ up, original, ...row }) => ({ ...row, percent: percentOf(up, original) })),
  );
};

/** Claims that agencies published, newest first; never what counsel or the agency thinks of them. */
export const publishedClaims = async (db: Db, { q, page }: Sought): Promise<Page<PublicClaim>> =>
  paged(
    db,
    await db.rows<Omit<PublicClaim, "agency"> & Of>(sql`
      select
        x.id, x.org_id, x.number, x.title, x.status, c.number as contract,
        c.title as contract_title, v.name as vendor, i.claimed, i.claimed_days, i.settled
      from contract_claim x
      join contract c on c.org_id = x.org_id and c.id = x.contract_id
      join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
      join lateral (
          select
            coalesce(sum(claimed), 0)::bigint as claimed,
            coalesce(sum(claimed_days), 0)::int as claimed_days, sum(settled)::bigint as settled
          from contract_claim_issue
          where org_id = x.org_id and claim_id = x.id
        ) i
        on true
      where ${wanted(q)}
      order by x.number desc, x.id ${cut(page)}
    `),
  );
