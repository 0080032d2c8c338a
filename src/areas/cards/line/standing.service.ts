import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { seesAllCards } from "../cards.model.ts";
import type { CardStanding } from "./line.model.ts";

type Counts = Omit<CardStanding, "cycles">;
type Found = Pick<Counts, "splits" | "blocked" | "otherFindings" | "overdue">;

type Seen = { all: boolean; me: string | null };

// Cards that somebody sees: of whoever keeps none those that they hold, keep or approve for.
const seenCards = (db: Db, { all, me }: Seen): Sql => sql`
  select c.*
  from purchase_card c
  where c.org_id = ${db.scope.orgId}
    and (${all}::boolean or ${me}::uuid in (c.holder_id, c.approver_id, c.administrator_id))
`;

const linesOf = (db: Db, seen: Seen) =>
  db.one<Omit<Counts, keyof Found>>(sql`
    with seen as materialized (${seenCards(db, seen)})
    select
      count(*) filter (where l.status in ('posted', 'returned'))::int as uncoded,
      count(*) filter (
        where l.cents > 0
        and l.lost_receipt = ''
        and jsonb_array_length(l.receipt_file_ids) = 0
        and l.status <> 'approved'
      )::int as without_receipt,
      count(*) filter (where l.status = 'coded')::int as to_send,
      count(*) filter (where l.status = 'sent')::int as to_approve,
      count(*) filter (
        where l.holder_id = ${seen.me}::uuid
        and l.status in ('posted', 'coded', 'returned')
      )::int as mine,
      (select count(*)::int from seen where status = 'suspended') as suspended
    from card_line l
    join seen c on c.id = l.card_id
    where l.org_id = ${db.scope.orgId}
  `);

const findingsOf = (db: Db, seen: Seen) =>
  db.one<Found>(sql`
    with seen as materialized (${seenCards(db, seen)})
    select
      count(*) filter (where f.kind = 'split')::int as splits,
      count(*) filter (where f.kind = 'category')::int as blocked,
      count(*) filter (where f.kind not in ('split', 'category'))::int as other_findings,
      count(*) filter (where f.due_on < (
        clock_timestamp() at time zone ${db.scope.timeZone ?? "UTC"}
      )::date)::int as overdue
    from card_finding f
    join seen c on c.id = f.card_id
    where f.org_id = ${db.scope.orgId} and f.status = 'open'
  `);

const cyclesOf = (db: Db, seen: Seen) =>
  db.rows<CardStanding["cycles"][number]>(sql`
    with seen as materialized (${seenCards(db, seen)})
    select
      y.id, y.number, y.status, y.bank_name, y.opens_on, y.closes_on, count(l.id)::int as lines,
      coalesce(sum(l.cents), 0)::bigint as cents,
      coalesce(sum(l.cents) filter (where l.status = 'approved'), 0)::bigint as approved_cents
    from card_cycle y
    left join (
        select l.*
        from card_line l
        join seen c on c.id = l.card_id
        where l.org_id = ${db.scope.orgId}
      ) l
      on l.org_id = y.org_id
      and l.cycle_id = y.id
    where y.org_id = ${db.scope.orgId} and y.status <> 'invoiced'
    group by y.org_id, y.id
    order by y.closes_on desc
    limit 6
  `);

/** What waits of cards, for whom: of whoever keeps none, in the cards that they hold, keep or approve for. */
export const cardStanding = async (db: Db, actor: Actor): Promise<CardStanding> => {
  const seen = { all: seesAllCards(actor), me: actor.personId };
  const [lines, found, cycles] = await Promise.all([
    linesOf(db, seen),
    findingsOf(db, seen),
    cyclesOf(db, seen),
  ]);
  return { ...lines, ...found, cycles };
};
