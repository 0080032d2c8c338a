// Where a record came from: what it was made of, and who asked for that. Whoever asked two records
// earlier has a hand in what came of it, and does not decide it.
import type { Actor } from "#kernel/access.ts";
import { notAllowed, Problem } from "#kernel/errors.ts";
import type { Db, Tx } from "../db/db.ts";
import { getRow, shapeOf } from "../db/rows.ts";
import { bind, sql, type Sql } from "../db/sql.ts";
import { nounNamed, type Noun, type RecordName } from "../noun.ts";

/**
 * What a record is made from. Its noun says who asked for it (`askers` of `defineNoun`); `askers`
 * here are further people, and needed where no noun bears it.
 */
export type MadeFrom = RecordName & { askers?: readonly (string | null)[] };

// SQL of the people whom a noun's own columns name.
const namedBy = (noun: Noun | undefined): string => {
  if (!noun?.askers) return "array[]::uuid[]";
  const { columns } = shapeOf(noun.table);
  const lists = noun.askers.map((key) => {
    const { name, type } = columns.find((column) => column.key === key)!;
    if (type === "uuid[]") return `s.${name}`;
    return type === "jsonb"
      ? `array(select jsonb_array_elements_text(coalesce(s.${name}, '[]'))::uuid)`
      : `array[s.${name}]`;
  });
  return lists.join(" || ");
};

const put = (tx: Tx, madeBy: string | null, record: RecordName, from: readonly MadeFrom[]) => {
  const type = from[0]!.type;
  const noun = nounNamed(type);
  const source = noun?.askers
    ? `left join ${shapeOf(noun.table).name} s on s.org_id = $1 and s.id = f.id`
    : "";
  return tx.rows(
    bind(
      `
        insert into record_origin (
          org_id, record_type, record_id, from_type, from_id, askers, made_by
        )
        select
          $1, $2, $3::uuid, $4, f.id,
          array(select distinct p from unnest(${namedBy(noun)} || f.askers) p where p is not null),
          $5::uuid
        from jsonb_to_recordset($6::jsonb) as f(id uuid, askers uuid[]) ${source}
        on conflict (org_id, record_type, record_id, from_type, from_id)
        do update set askers = array(
          select unnest(record_origin.askers)
          union
          select unnest(excluded.askers)
        )
      `,
      [
        tx.scope.orgId,
        record.type,
        record.id,
        type,
        madeBy,
        JSON.stringify(from.map(({ id, askers = [] }) => ({ id, askers: [...askers] }))),
      ],
    ),
  );
};

/**
 * Keeps what a record was made from, and who asked for that, in the transaction that makes it. What
 * is known already stays, with whoever is named besides. `create({ from })` does it for whatever it
 * creates; an area calls it where a record comes to be otherwise, or draws on another one later. Of
 * the kinds `only` a draft that is written over is made from these and no others any more.
 */
export const keepOrigin = (
  tx: Tx,
  actor: Actor,
  record: RecordName,
  from: readonly MadeFrom[],
  { only = [] }: { only?: readonly string[] } = {},
): void => {
  const madeBy = actor.kind === "system" ? null : actor.personId;
  if (only.length)
    tx.later(
      tx.rows(sql`
        delete from record_origin
        where org_id = ${tx.scope.orgId}
          and record_type = ${record.type}
          and record_id = ${record.id}
          and from_type = any(${only}::text[])
          and not from_id = any(${from.map((one) => one.id)}::uuid[])
      `),
    );
  for (const type of new Set(from.map((one) => one.type)))
    tx.later(
      put(
        tx,
        madeBy,
        record,
        from.filter((one) => one.type === type),
      ),
    );
};

/**
 * Everything that records came of, over all steps back: each once, so that a circle ends. SQL of
 * the rows of `record_origin` that name it.
 */
const chainOf = (db: Db, records: readonly RecordName[]): Sql => sql`
  with recursive chain(type, id) as (
    select *
    from unnest(${records.map((r) => r.type)}::text[], ${records.map((r) => r.id)}::uuid[])
    union
    select o.from_type, o.from_id
    from chain c
    join record_origin o
      on o.org_id = ${db.scope.orgId}
      and o.record_type = c.type
      and o.record_id = c.id
  ),
  link as (
    select o.*
    from chain c
    join record_origin o
      on o.org_id = ${db.scope.orgId}
      and o.record_type = c.type
      and o.record_id = c.id
  )
`;

/**
 * Everybody who asked for what records came of, or had a hand in it, over the whole chain: none of
 * them decides, signs, ratifies, certifies or releases the records (separation of duties: 2 CFR
 * 200.303(a), 200.318(c)). Ids, in order; those who asked for the records themselves are not among
 * them.
 */
export const askersOf = async (db: Db, ...records: readonly RecordName[]): Promise<string[]> => {
  const known = await withDrawn(db, records);
  const people = await db.rows<{ id: string }>(sql`
    ${chainOf(db, known)}
    select distinct p.id
    from link o
    cross join lateral unnest(o.askers || o.made_by) p(id)
    where p.id is not null
    order by p.id
  `);
  return people.map((person) => person.id);
};

// With what they draw on besides: the orders and bills whose costs a request for funds holds.
const withDrawn = async (db: Db, records: readonly RecordName[]): Promise<RecordName[]> => {
  const drawn = await Promise.all(
    records.map(({ type, id }) => nounNamed(type)?.drawsOn?.(db, id) ?? []),
  );
  return [...records, ...drawn.flat()];
};

/**
 * Why the actor does not decide about these records: they asked for what the records came of, or had
 * a hand in it. Null for everybody else, and for the system, which acts in nobody's duty.
 */
export const askedBefore = async (
  db: Db,
  actor: Actor,
  records: readonly RecordName[],
  act: string,
): Promise<string | null> => {
  if (actor.kind === "system" || !actor.personId || records.length === 0) return null;
  const known = await withDrawn(db, records);
  const asked = await db.maybe<{ fromType: string; fromId: string }>(sql`
    ${chainOf(db, known)}
    select o.from_type, o.from_id
    from link o
    where ${actor.personId}::uuid = any(o.askers || o.made_by)
    order by o.made_at, o.from_id
    limit 1
  `);
  if (!asked) return null;
  const number = await numberOf(db, { type: asked.fromType, id: asked.fromId });
  return `You asked for ${number ?? "what this came of"}, or had a hand in it, so another person must ${act}.`;
};

/**
 * Refuses a decision about records to whoever asked for what they came of: 403
 * separation_of_duties, "You asked for RR-2026-00012, or had a hand in it, so another person must
 * `act`." The system acts in nobody's duty.
 */
export const refuseAskers = async (
  db: Db,
  actor: Actor,
  records: readonly RecordName[],
  act: string,
): Promise<void> => {
  const why = await askedBefore(db, actor, records, act);
  if (why) throw notAllowed(why, "separation_of_duties");
};

const numberOf = async (db: Db, { type, id }: RecordName): Promise<string | null> => {
  const noun = nounNamed(type);
  if (!noun) return null;
  try {
    return noun.number(await getRow(db, noun.table, id, noun.cycle.noun));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
};
