import { z } from "zod";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { fitOf } from "./commodity-words.model.ts";
import { naics } from "./naics.data.ts";
import { psc } from "./psc.data.ts";

const shipped = new Map([...naics, ...psc]);
const schemeOf = (code: string): string => (naicsCodes.has(code) ? "NAICS" : "PSC");
const naicsCodes = new Set(naics.map(([code]) => code));
/**
 * The codes that come with the product: NAICS 2022 and the groups of the federal Product and
 * Service Codes, both in the public domain. NIGP codes are licensed: an agency loads its own.
 */
export const shippedCodes: ReadonlySet<string> = new Set(shipped.keys());
export type CommodityRow = { id: string; code: string; name: string; scheme: string };

/** Names of codes: the agency's own word for it, else the shipped list's. */
export const commodityNames = async (
  db: Db,
  codes: readonly string[],
): Promise<Map<string, string>> => {
  const names = new Map(
    codes.flatMap((code) => (shipped.has(code) ? [[code, shipped.get(code)!] as const] : [])),
  );
  if (codes.length > 0)
    for (const own of await db.rows<{ code: string; name: string }>(sql`
      select code, name
      from commodity
      where org_id = ${db.scope.orgId} and code = any(${codes}::text[])
    `))
      names.set(own.code, own.name);
  return names;
};

/** Codes that nobody knows, neither the shipped list nor the agency. */
export const unknownCodes = async (db: Db, codes: readonly string[]): Promise<string[]> => {
  const open = [...new Set(codes)].filter((code) => !shipped.has(code));
  if (open.length === 0) return [];
  const own = await db.rows<{ code: string }>(sql`
    select code
    from commodity
    where org_id = ${db.scope.orgId} and code = any(${open}::text[])
  `);
  return open.filter((code) => !own.some((row) => row.code === code));
};

/**
 * Makes the shipped codes that are used rows of the agency; 422 at `path` for a code that nobody
 * knows.
 */
export const useCommodities = async (
  tx: Tx,
  codes: readonly string[],
  path = "commodityCodes",
): Promise<void> => {
  if (codes.length === 0) return;
  const unknown = await unknownCodes(tx, codes);
  if (unknown.length > 0)
    throw invalidField(
      path,
      `Unknown commodity code: ${unknown.join(", ")}. Choose from the list, or add the code under master data.`,
      "unknown_commodity",
    );
  const known = [...new Set(codes)].filter((code) => shipped.has(code));
  await tx.rows(sql`
    insert into commodity (org_id, id, code, name, scheme)
    select ${tx.scope.orgId}::uuid, c.id, c.code, c.name, c.scheme
    from unnest(
      ${known.map(() => newId())}::uuid[], ${known}::text[],
      ${known.map((code) => shipped.get(code)!)}::text[], ${known.map(schemeOf)}::text[]
    ) as c (id, code, name, scheme)
    on conflict (org_id, code)
    do nothing
  `);
};

/**
 * What is sought: words or the beginning of a code, or exactly these codes (to name what was
 * chosen); at most `limit`.
 */
export const commodityQuery = z.object({
  q: z.string().trim().max(100).default(""),
  codes: z
    .string()
    .max(4000)
    .transform((s) => s.split(",").filter(Boolean))
    .pipe(z.array(z.string().max(20)).max(200))
    .optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
export type CommodityQuery = z.output<typeof commodityQuery>;

/**
 * Commodities to choose from, by code: the shipped lists and the agency's own. Words are found as
 * they stand first, then by stem and by other words for the same; typos only where nothing else is
 * found.
 */
export const searchCommodities = async (
  db: Db,
  { q, codes, limit }: CommodityQuery,
): Promise<CommodityRow[]> => {
  const own = await db.rows<{ code: string; name: string; scheme: string; active: boolean }>(
    sql`select code, name, scheme, active from commodity where org_id = ${db.scope.orgId}`,
  );
  const all = new Map<string, CommodityRow>(
    [...shipped].map(([code, name]) => [code, { id: code, code, name, scheme: schemeOf(code) }]),
  );
  // A retired code is named where it was chosen, and offered no more.
  for (const { active, ...row } of own)
    if (active || codes) all.set(row.code, { ...row, id: row.code });
    else all.delete(row.code);
  const among = codes && new Set(codes);
  const found = [...all.values()].flatMap((c) => {
    const fit = among && !among.has(c.code) ? null : fitOf(q, c);
    return fit === null ? [] : [{ c, fit }];
  });
  const sure = found.filter(({ fit }) => fit < 2);
  return (sure.length ? sure : found)
    .sort((a, b) => a.fit - b.fit || a.c.code.localeCompare(b.c.code))
    .slice(0, limit)
    .map(({ c }) => c);
};
