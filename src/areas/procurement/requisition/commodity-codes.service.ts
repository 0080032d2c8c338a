import { invalid } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { commodityNames, searchCommodities, unknownCodes } from "#areas/vendors/vendors.server.ts";
import { goodsWords, withSame } from "./goods-words.model.ts";
import type { CodeProposal } from "./code-proposal.model.ts";

/**
 * 422 at the path of every line whose commodity code neither the product's lists nor the agency
 * know: like purchases are compared by codes.
 */
export const refuseUnknownCodes = async (
  db: Db,
  lines: readonly { commodityCode?: string | null; path: string }[],
): Promise<void> => {
  const unknown = new Set(
    await unknownCodes(
      db,
      lines.flatMap((l) => l.commodityCode || []),
    ),
  );
  if (unknown.size === 0) return;
  const errors = lines.flatMap(({ commodityCode, path }) =>
    commodityCode && unknown.has(commodityCode)
      ? [
          {
            path: `${path}.commodityCode`,
            message: `${commodityCode} is no commodity code that the agency knows. Choose one from the list, leave it out, or ask an administrator to add it.`,
          },
        ]
      : [],
  );
  throw invalid(
    "unknown_commodity",
    "Some commodity codes are not known. Nothing was saved.",
    errors,
  );
};

/** How many lines back an agency's own words are looked at, and how many codes are proposed. */
const BACK = 3000;
const MOST = 3;

type Past = { code: string; lines: number; like: string };
// Of each code the line most like the description; by stems, words for the same, and typos.
const pastCodes = (db: Db, description: string, words: readonly string[]) =>
  db.rows<Past>(sql`
    with past as materialized (
      select description, commodity_code as code
      from requisition_line
      where org_id = ${db.scope.orgId} and commodity_code is not null
      order by id desc
      limit ${BACK}
    ),
    named as (select description, code, count(*) as lines from past group by 1, 2),
    found as (
      select
        n.*, ts_rank(to_tsvector('english', n.description), w.words) as by_words,
        similarity(n.description, ${description}) as by_letters
      from named n
      cross join to_tsquery('english', ${words.join(" | ")}) as w(words)
      where to_tsvector('english', n.description) @@ w.words
        or similarity(n.description, ${description}) > 0.3
    )
    select
      code, sum(lines)::int as lines,
      (array_agg(description order by by_words + by_letters desc, description))[1] as like
    from found
    group by 1
    order by max(by_words + by_letters) desc, sum(lines) desc, code
    limit ${MOST}
  `);

/**
 * Codes for what is typed: those of the agency's own lines that say the like, then those of the
 * list whose titles hold one of its longer words. At most three, the likeliest first.
 */
export const proposeCodes = async (db: Db, description: string): Promise<CodeProposal[]> => {
  const words = goodsWords(description);
  if (words.length === 0) return [];
  const past = await pastCodes(db, description, withSame(words));
  const names = await commodityNames(
    db,
    past.map((p) => p.code),
  );
  const proposed: CodeProposal[] = past.map((p) => ({ ...p, name: names.get(p.code) ?? "" }));
  for (const word of words.filter((w) => w.length > 4)) {
    if (proposed.length >= MOST) break;
    for (const c of await searchCommodities(db, { q: word, limit: MOST }))
      if (proposed.length < MOST && !proposed.some((p) => p.code === c.code))
        proposed.push({ code: c.code, name: c.name, lines: 0, like: null });
  }
  return proposed;
};
