import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { announce } from "#server/lifecycle.ts";
import { pairStates } from "./merge.labels.ts";
import { vendorNotSame } from "./merge.tables.ts";

const state =
  "case when n.id is not null then 'not_same' when m.id is not null then 'proposed' else 'open' end";

/** Records that may be one firm, the likeliest first. */
export const pairList: ListDefinition = {
  name: "vendor-pairs",
  title: "vendors that may be the same",
  from: "vendor_pair p join vendor a on a.org_id = p.org_id and a.id = p.first_id join vendor b on b.org_id = p.org_id and b.id = p.second_id left join vendor_not_same n on n.org_id = p.org_id and n.first_id = p.first_id and n.second_id = p.second_id and n.undone_at is null left join person w on w.id = n.said_by left join vendor_merge m on m.org_id = p.org_id and m.status = 'proposed' and ((m.kept_id = p.first_id and m.merged_id = p.second_id) or (m.kept_id = p.second_id and m.merged_id = p.first_id))",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    firstId: { sql: "p.first_id", hidden: true },
    firstNumber: { sql: "a.number", label: "Number", sort: true },
    firstName: { sql: "a.name", label: "Vendor", sort: true },
    secondId: { sql: "p.second_id", hidden: true },
    secondNumber: { sql: "b.number", label: "Other number" },
    secondName: { sql: "b.name", label: "Other vendor" },
    score: { sql: "p.score", label: "Weight", sort: true },
    speaksFor: { sql: "p.speaks_for", label: "Speaks for" },
    speaksAgainst: { sql: "p.speaks_against", label: "Speaks against" },
    state: { sql: state, label: "State", codes: pairStates },
    saidBy: { sql: "w.display_name", label: "Said by" },
    saidAt: { sql: "n.said_at", label: "Said" },
    saidBecause: { sql: "n.reason", label: "Because" },
    mergeId: { sql: "m.id", hidden: true },
  },
  filters: {
    state: { kind: "set", sql: state, type: "text", values: Object.keys(pairStates) },
    vendorId: {
      kind: "among",
      sql: "(p.first_id::text = any($values) or p.second_id::text = any($values))",
      type: "text",
    },
  },
  search: ["(a.number || ' ' || a.name || ' ' || b.number || ' ' || b.name)"],
  defaultSort: "-score",
};

// What two records are compared by, from the strongest on; the words are those of `findDuplicates`.
const evidence = sql`
  select
    p.first_id, p.second_id,
    array_remove(
      array[ case when a.tin_digest = b.tin_digest then 'same tax number' end,
      case when a.uei = b.uei then 'same UEI' end, case when p.account then 'same bank account' end,
      case when a.name_key = b.name_key then 'same name' end,
      case
        when a.name_key <> b.name_key and similarity(
          a.name_key, b.name_key
        ) >= 0.6 then 'a similar name'
      end,
      case when a.address_key = b.address_key then 'same address' end,
      case when a.phone_key = b.phone_key then 'same phone' end,
      case when a.domain = b.domain then 'same mail domain' end ], null
    ) as speaks_for,
    array_remove(
      array[ case when a.tin_digest <> b.tin_digest then 'different tax numbers' end,
      case when a.uei <> b.uei then 'different UEIs' end,
      case when a.state <> b.state then 'different states' end,
      case when a.ordered and b.ordered then 'orders were placed with both within a year' end ],
      null
    ) as speaks_against,
    coalesce((a.tin_digest = b.tin_digest)::int * 4, 0) + coalesce((a.uei = b.uei)::int * 4, 0) + p.account::int * 4 + (a.name_key = b.name_key)::int * 3 + (
      a.name_key <> b.name_key
      and similarity(a.name_key, b.name_key) >= 0.6
    )::int * 2 + coalesce((a.address_key = b.address_key)::int * 2, 0) + coalesce(
      (a.phone_key = b.phone_key)::int * 2, 0
    ) + coalesce((a.domain = b.domain)::int, 0) - coalesce(
      (a.tin_digest <> b.tin_digest)::int * 3, 0
    ) - coalesce((a.uei <> b.uei)::int * 3, 0) - coalesce((a.state <> b.state)::int, 0) - (
      a.ordered
      and b.ordered
    )::int as score
  from pairs p
  join known a on a.id = p.first_id
  join known b on b.id = p.second_id
`;

// Addresses at which anybody may have a mailbox say nothing of a firm.
const openDomains = [
  "gmail.com",
  "yahoo.com",
  "outlook.com",
  "hotmail.com",
  "icloud.com",
  "aol.com",
  "msn.com",
  "comcast.net",
  "example.com",
];

// What every record in use is compared by.
const knownSql = (orgId: string) => sql`
  
    known as materialized (
      select
        v.id, v.name_key, v.uei, v.tin_digest, v.address_key, v.state,
        nullif(
          right(regexp_replace(coalesce(v.phone, ''), '[^0-9]', '', 'g'), 10), ''
        ) as phone_key,
        case
          when split_part(lower(coalesce(v.email, '')), '@', 2) <> all(${openDomains}::text[]) then nullif(
            split_part(lower(coalesce(v.email, '')), '@', 2), ''
          )
        end as domain,
        exists (
          select 1
          from purchase_order o
          where o.org_id = v.org_id
            and o.vendor_id = v.id
            and o.issued_at > clock_timestamp() - interval '1 year'
        ) as ordered
      from vendor v
      where v.org_id = ${orgId} and v.merged_into_id is null and v.status <> 'inactive'
    ),
    accounts as (
      select distinct vendor_id, account_digest
      from vendor_bank_account
      where org_id = ${orgId} and ended_at is null
    )
`;

// Pairs that share at least one thing, each found by an index or a hash of it.
const alikeSql = (orgId: string) => sql`
  alike as (
    select a.id as x, b.id as y, false as account
    from known a
    join known b on b.name_key = a.name_key and b.id > a.id
    union all
    select a.id, b.id, false
    from known a
    join known b on b.uei = a.uei and b.id > a.id
    union all
    select a.id, b.id, false
    from known a
    join known b on b.tin_digest = a.tin_digest and b.id > a.id
    union all
    select a.id, b.id, false
    from known a
    join known b on b.address_key = a.address_key and b.id > a.id
    union all
    select a.id, b.id, false
    from known a
    join known b on b.phone_key = a.phone_key and b.id > a.id
    union all
    select least(a.vendor_id, b.vendor_id), greatest(a.vendor_id, b.vendor_id), true
    from accounts a
    join accounts b on b.account_digest = a.account_digest and b.vendor_id > a.vendor_id
    union all
    select v.id, w.id, false
    from vendor v
    join vendor w on w.org_id = v.org_id and w.name_key % v.name_key and w.id > v.id
    where v.org_id = ${orgId} and similarity(w.name_key, v.name_key) >= 0.6
  )
`;

/** Works out anew which records may be one firm, over the whole file; gives how many pairs. */
export const findPairs = async (tx: Tx): Promise<number> => {
  const orgId = tx.scope.orgId!;
  const { n } = await tx.one<{ n: number }>(sql`
    with ${knownSql(orgId)},
    ${alikeSql(orgId)},
    pairs as (
      select x as first_id, y as second_id, bool_or(account) as account
      from alike
      group by 1, 2
    ),
    weighed as (${evidence}),
    likely as (select * from weighed where score >= 2 or cardinality(speaks_for) >= 3),
    gone as (
      delete from vendor_pair p
      where p.org_id = ${orgId}
        and not exists (
          select 1
          from likely l
          where l.first_id = p.first_id and l.second_id = p.second_id
        )
    ),
    stored as (
      insert into vendor_pair (org_id, id, first_id, second_id, score, speaks_for, speaks_against)
      select
        ${orgId}::uuid, gen_random_uuid(), first_id, second_id, score, speaks_for, speaks_against
      from likely
      on conflict (org_id, first_id, second_id)
      do update set
        score = excluded.score, speaks_for = excluded.speaks_for,
        speaks_against = excluded.speaks_against, found_at = clock_timestamp()
      returning 1
    )
    select count(*)::int as n
    from stored
  `);
  announce(tx, orgId, "vendorPair.find", orgId);
  return n;
};

type Pair = { id: string; firstId: string; secondId: string; numbers: string };

const pairOf = async (db: Db, id: string): Promise<Pair> => {
  const pair = await db.maybe<Pair>(sql`
    select p.id, p.first_id, p.second_id, a.number || ' and ' || b.number as numbers
    from vendor_pair p
    join vendor a on a.org_id = p.org_id and a.id = p.first_id
    join vendor b on b.org_id = p.org_id and b.id = p.second_id
    where p.org_id = ${db.scope.orgId} and p.id = ${id}
  `);
  if (!pair) throw notFound("pair");
  return pair;
};

const record = (tx: Tx, actor: Actor, pair: Pair, action: string, why: string) => {
  for (const id of [pair.firstId, pair.secondId])
    note(tx, actor, "vendor", id, { number: pair.numbers, action, note: why, event: null });
  announce(tx, tx.scope.orgId!, `vendorPair.${action}`, pair.id);
};

const standing = (tx: Tx, pair: Pair) =>
  tx.maybe<typeof vendorNotSame.$inferSelect>(sql`
    select *
    from vendor_not_same
    where org_id = ${tx.scope.orgId}
      and first_id = ${pair.firstId}
      and second_id = ${pair.secondId}
      and undone_at is null
    for update
  `);

/** Remembers that two records are different firms; both say so. @throws 404, 409. */
export const sayNotSame = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> => {
  const pair = await pairOf(tx, id);
  if (await standing(tx, pair)) throw conflict("said", "Somebody said this before.");
  const open = await tx.maybe<{ number: string }>(sql`
    select number
    from vendor_merge
    where org_id = ${tx.scope.orgId}
      and status = 'proposed'
      and kept_id in (${pair.firstId}, ${pair.secondId})
      and merged_id in (${pair.firstId}, ${pair.secondId})
  `);
  if (open)
    throw conflict("merge_open", `${open.number} proposes to merge them. Decline it first.`);
  await insertRow(tx, vendorNotSame, {
    orgId: actor.orgId!,
    id: newId(),
    firstId: pair.firstId,
    secondId: pair.secondId,
    reason,
    saidBy: actor.personId!,
  });
  record(tx, actor, pair, "notSame", `${pair.numbers} are different firms: ${reason}`);
};

/** Takes back that two records are different firms. @throws 404 where nobody said so. */
export const undoNotSame = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const pair = await pairOf(tx, id);
  const said = await standing(tx, pair);
  if (!said) throw conflict("not_said", "Nobody says that these are different firms.");
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  await updateRow(tx, vendorNotSame, said.id, { undoneBy: actor.personId, undoneAt: at });
  record(tx, actor, pair, "undoNotSame", `${pair.numbers} may be one firm again`);
};
