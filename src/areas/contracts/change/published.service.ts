import type { Db } from "#server/db/db.ts";
import { join, sql, type Sql } from "#server/db/sql.ts";
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
              or o.name ilike ${word}
            )
          `,
        ),
        " and ",
      );
};
const cut = (page: number): Sql => sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`;
const paged = <T>(rows: T[]): Page<T> => ({
  items: rows.slice(0, pageSize),
  more: rows.length > pageSize,
});

type Row = Omit<PublicChange, "percent"> & { up: number; original: number };

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
      x.id, o.name as agency, x.number, x.title, x.status, c.number as contract,
      c.title as contract_title, v.name as vendor, x.increase, x.decrease,
      x.increase - x.decrease as net, x.days, coalesce(c.original_ceiling, c.ceiling) as original,
      (
        select coalesce(sum(y.increase), 0)::bigint
        from contract_change y
        where y.org_id = x.org_id and y.contract_id = x.contract_id and y.status = 'applied'
      ) as up
    from contract_change x
    join contract c on c.org_id = x.org_id and c.id = x.contract_id
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    join organization o on o.id = x.org_id
    where ${wanted(q)}
    order by x.number desc, x.id ${cut(page)}
  `);
  return paged(
    rows.map(({ up, original, ...row }) => ({ ...row, percent: percentOf(up, original) })),
  );
};

/** Claims that agencies published, newest first; never what counsel or the agency thinks of them. */
export const publishedClaims = async (db: Db, { q, page }: Sought): Promise<Page<PublicClaim>> =>
  paged(
    await db.rows<PublicClaim>(sql`
      select
        x.id, o.name as agency, x.number, x.title, x.status, c.number as contract,
        c.title as contract_title, v.name as vendor, i.claimed, i.claimed_days, i.settled
      from contract_claim x
      join contract c on c.org_id = x.org_id and c.id = x.contract_id
      join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
      join organization o on o.id = x.org_id
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
