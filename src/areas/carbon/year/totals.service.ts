import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Totals } from "./year.model.ts";

type Cell = { scope: number; quality: string; grams: number; other: number; lines: number };

/** What a year's lines add up to, in grams of CO2e: sums of rounded lines. */
export const totalsOf = async (db: Db, yearId: string): Promise<Totals> => {
  // By contract: the market's line of a record where there is one, else the line itself.
  const cells = await db.rows<Cell>(sql`
    select
      l.scope, l.quality, sum(l.grams)::bigint as grams,
      sum(coalesce(m.grams, l.grams))::bigint as other, count(*)::int as lines
    from carbon_line l
    left join carbon_line m
      on m.org_id = l.org_id
      and m.year_id = l.year_id
      and m.source_key = l.source_key
      and m.basis = 'market'
    where l.org_id = ${db.scope.orgId} and l.year_id = ${yearId} and l.basis = ''
    group by l.scope, l.quality
    order by l.scope, l.quality
  `);
  const sum = (of: (cell: Cell) => number, which = (_cell: Cell) => true) =>
    cells.filter(which).reduce((total, cell) => total + of(cell), 0);
  const by = (key: "scope" | "quality") =>
    Object.fromEntries(
      [...new Set(cells.map((cell) => String(cell[key])))].map((value) => [
        value,
        sum(
          ({ grams }) => grams,
          (cell) => String(cell[key]) === value,
        ),
      ]),
    );
  const grams = sum((cell) => cell.grams);
  const market = sum(({ other }) => other);
  return {
    ...{ grams, market: market === grams ? null : market },
    ...{ byScope: by("scope"), byQuality: by("quality"), lines: sum(({ lines }) => lines) },
    cells: cells.map(({ scope, quality, grams: of }) => ({ scope, quality, grams: of })),
  };
};
