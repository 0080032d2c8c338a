// The chain of a record as people see it: what it came of, and what came of it.
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "../db/db.ts";
import { rowsAs } from "../db/read-as.ts";
import { shapeOf } from "../db/rows.ts";
import { bind, sql } from "../db/sql.ts";
import { nounNamed, readsNoun, seesRow, standingOf, type Noun } from "../noun.ts";

export const chainLink = z
  .object({
    type: z.string(),
    id: z.string(),
    /** What it is: "purchase order". */
    what: z.string(),
    number: z.string(),
    status: z.string(),
    tone: z.enum(["neutral", "info", "progress", "success", "warning", "danger", "emergency"]),
    /** Where it opens; null where it has no page of its own. */
    href: z.string().nullable(),
    /** Steps between it and the record: 1 is next to it. */
    steps: z.number(),
  })
  .meta({ id: "ChainLink" });
export type ChainLink = z.output<typeof chainLink>;
export type Chain = { from: ChainLink[]; cameOf: ChainLink[] };

export type Found = { type: string; id: string; steps: number };

const most = 200;
const farthest = 16;

const above = (db: Db, type: string, id: string) =>
  db.rows<Found>(sql`
    with recursive up(type, id, steps) as (
      select ${type}::text, ${id}::uuid, 0
      union
      select o.from_type, o.from_id, u.steps + 1
      from up u
      join record_origin o
        on o.org_id = ${db.scope.orgId}
        and o.record_type = u.type
        and o.record_id = u.id
      where u.steps < ${farthest}
    )
    select type, id, min(steps)::int as steps
    from up
    where steps > 0 and (type, id) <> (${type}::text, ${id}::uuid)
    group by type, id
    order by steps, type, id
    limit ${most}
  `);

/** What came of a record, over all steps, with how far away it is. */
export const below = (db: Db, type: string, id: string) =>
  db.rows<Found>(sql`
    with recursive down(type, id, steps) as (
      select ${type}::text, ${id}::uuid, 0
      union
      select o.record_type, o.record_id, d.steps + 1
      from down d
      join record_origin o
        on o.org_id = ${db.scope.orgId}
        and o.from_type = d.type
        and o.from_id = d.id
      where d.steps < ${farthest}
    )
    select type, id, min(steps)::int as steps
    from down
    where steps > 0 and (type, id) <> (${type}::text, ${id}::uuid)
    group by type, id
    order by steps, type, id
    limit ${most}
  `);

const anyRecord = z.looseObject({ id: z.string(), status: z.string() });
type Row = z.output<typeof anyRecord>;

const rowsOf = (db: Db, noun: Noun, ids: readonly string[]): Promise<Row[]> =>
  rowsAs(
    db,
    anyRecord,
    bind(`select * from ${shapeOf(noun.table).name} where org_id = $1 and id = any($2::uuid[])`, [
      db.scope.orgId,
      [...ids],
    ]),
  );

/** The links of records that the person may read, in the order of `found`. */
export const linksOf = async (
  db: Db,
  actor: Actor,
  found: readonly Found[],
): Promise<ChainLink[]> => {
  const kinds = [...new Set(found.map((one) => one.type))].flatMap((type) => {
    const noun = nounNamed(type);
    return noun && readsNoun(actor, noun) ? [noun] : [];
  });
  const read = await Promise.all(
    kinds.map(async (noun): Promise<ChainLink[]> => {
      const of = found.filter((one) => one.type === noun.name);
      const rows = await rowsOf(
        db,
        noun,
        of.map((one) => one.id),
      );
      const seen = await Promise.all(rows.map((row) => seesRow(db, actor, noun, row)));
      return rows
        .filter((_row, at) => seen[at])
        .map((row) => linkOf(noun, row, of.find((one) => one.id === row.id)!.steps));
    }),
  );
  const links = read.flat();
  const at = (one: { type: string; id: string }) =>
    found.findIndex((f) => f.type === one.type && f.id === one.id);
  return links.toSorted((a, b) => at(a) - at(b));
};

/**
 * Numbers of records that are told apart by them on paper, by id, whoever reads; a record without a kind of its
 * own is left out. For what already belongs to a record that the person may read.
 */
export const numbersOf = async (
  db: Db,
  records: readonly { type: string; id: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const kinds = [...new Set(records.map((one) => one.type))].flatMap(
    (type) => nounNamed(type) ?? [],
  );
  const read = await Promise.all(
    kinds.map(async (noun) => {
      const ids = records.filter((one) => one.type === noun.name).map((one) => one.id);
      const rows = await rowsOf(db, noun, ids);
      return rows.map((row): [string, string] => [row.id, String(noun.number(row))]);
    }),
  );
  return new Map(read.flat());
};

const linkOf = (noun: Noun, row: Row, steps: number): ChainLink => {
  const { label, tone } = standingOf(noun, row);
  return {
    type: noun.name,
    id: row.id,
    what: noun.cycle.noun,
    number: noun.number(row),
    status: label,
    tone,
    href: noun.page && !noun.page.includes("?") ? `${noun.page}/${row.id}` : null,
    steps,
  };
};

/**
 * What a record came of and what came of it, the nearest first: of each kind only what the person may
 * read. At most 200 each way.
 */
export const chainFor = async (
  db: Db,
  actor: Actor,
  { type, id }: { type: string; id: string },
): Promise<Chain> => {
  const [up, down] = await Promise.all([above(db, type, id), below(db, type, id)]);
  const [from, cameOf] = await Promise.all([linksOf(db, actor, up), linksOf(db, actor, down)]);
  return { from, cameOf };
};
