import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { WaitingItem } from "./portal.model.ts";

export const day = 86_400_000;
const days = (from: string, to: number): number => Math.floor((Date.parse(from) - to) / day);

type Asked = {
  orgId: string;
  id: string;
  agency: string;
  timeZone: string;
  number: string;
  title: string;
  dueAt: Instant;
  addendumNo: number | null;
};
const asked = sql`
  select s.org_id, s.id, g.name as agency, g.time_zone, s.number, s.title, s.due_at
`;
const open = sql`s.status in ('published', 'questions_closed') and s.due_at > now()`;
// Row security shows the vendor's own bids alone.
const live = sql`
  exists (
    select 1
    from bid b
    where b.org_id = s.org_id and b.solicitation_id = s.id and b.status = 'submitted'
  )
`;
const agency = sql`join organization g on g.id = s.org_id`;
const invitations = sql`
  vendor v
  join solicitation_invitation i on i.org_id = v.org_id and i.vendor_id = v.id
`;

/** Days before the deadline at which a bid that is begun or promised, and not submitted, waits. */
const finishDays = 7;

const unacknowledged = (side: Db) =>
  side.rows<Asked>(sql`
    ${asked}, min(a.addendum_no) as addendum_no
    from bid b
    join solicitation s on s.org_id = b.org_id and s.id = b.solicitation_id ${agency}
    join solicitation_addendum a on a.org_id = s.org_id and a.solicitation_id = s.id
    where b.status = 'submitted'
      and a.material
      and a.addendum_no <> all (b.addenda_acknowledged)
      and ${open}
    group by s.org_id, s.id, g.name, g.time_zone
    order by s.due_at
    limit 50
  `);

const newAddenda = (side: Db) =>
  side.rows<Asked>(sql`
    ${asked}, a.addendum_no
    from solicitation_addendum a
    join solicitation s on s.org_id = a.org_id and s.id = a.solicitation_id ${agency}
    where a.material
      and ${open}
      and a.addendum_no = s.addenda
      and not ${live}
      and (
        exists (
          select 1
          from ${invitations}
          where i.org_id = s.org_id and i.solicitation_id = s.id and i.status in ('seen', 'intends')
        )
        or exists (
          select 1
          from solicitation_follower f
          where f.org_id = s.org_id and f.solicitation_id = s.id
        )
      )
    order by s.due_at
    limit 50
  `);

const openInvitations = (side: Db) =>
  side.rows<Asked>(sql`
    ${asked}, null::int as addendum_no
    from ${invitations}
    join solicitation s on s.org_id = i.org_id and s.id = i.solicitation_id ${agency}
    where i.status in ('invited', 'seen') and ${open} and not ${live}
    order by s.due_at
    limit 50
  `);

const unfinishedBids = (side: Db) =>
  side.rows<Asked>(sql`
    ${asked}, null::int as addendum_no
    from solicitation s ${agency}
    where ${open}
      and s.due_at < now() + make_interval(days => ${finishDays}::int)
      and not ${live}
      and (
        exists (
          select 1
          from bid d
          where d.org_id = s.org_id and d.solicitation_id = s.id and d.status = 'draft'
        )
        or exists (
          select 1
          from ${invitations}
          where i.org_id = s.org_id and i.solicitation_id = s.id and i.status = 'intends'
        )
      )
    order by s.due_at
    limit 50
  `);

/**
 * Addenda first of what is submitted already: a material one that the bid does not acknowledge
 * shuts it out. Then addenda of what the vendor follows, invitations without an answer, and bids
 * that are begun or promised.
 */
export const solicitations = async (side: Db, now: number): Promise<WaitingItem[]> => {
  const [missing, addenda, invited, unfinished] = await Promise.all([
    unacknowledged(side),
    newAddenda(side),
    openInvitations(side),
    unfinishedBids(side),
  ]);
  const item = (
    s: Asked,
    of: Pick<WaitingItem, "kind" | "title" | "href" | "urgent">,
  ): WaitingItem => ({
    ...of,
    detail: s.title,
    agency: s.agency,
    timeZone: s.timeZone,
    at: s.dueAt,
  });
  const soon = (s: Asked) => days(s.dueAt, now) <= 3;
  return [
    ...missing.map((s) =>
      item(s, {
        kind: "addendum",
        title: `Your bid on ${s.number} does not acknowledge addendum ${s.addendumNo}`,
        href: `/vendor-portal/bids/${s.id}`,
        urgent: true,
      }),
    ),
    ...addenda.map((s) =>
      item(s, {
        kind: "addendum",
        title: `Addendum ${s.addendumNo} to ${s.number}`,
        href: `/opportunities/${s.id}`,
        urgent: soon(s),
      }),
    ),
    ...invited.map((s) =>
      item(s, {
        kind: "invitation",
        title: `Invitation: ${s.number}`,
        href: `/opportunities/${s.id}`,
        urgent: soon(s),
      }),
    ),
    ...unfinished.map((s) =>
      item(s, {
        kind: "bid",
        title: `Nothing is submitted yet: ${s.number}`,
        href: `/vendor-portal/bids/${s.id}`,
        urgent: soon(s),
      }),
    ),
  ];
};

type Offered = {
  id: string;
  agency: string;
  timeZone: string;
  number: string;
  title: string;
  dueAt: Instant;
};
export const finalOffers = async (side: Db, now: number): Promise<WaitingItem[]> =>
  (
    await side.rows<Offered>(sql`
      select f.id, g.name as agency, g.time_zone, s.number, s.title, r.due_at
      from final_offer f
      join final_offer_round r on r.org_id = f.org_id and r.id = f.round_id
      join organization g on g.id = f.org_id
      join solicitation s on s.org_id = f.org_id and s.id = r.solicitation_id
      where r.opened_at is null
        and r.ended_at is null
        and r.due_at > now()
        and not exists (
          select 1
          from final_offer_envelope e
          where e.org_id = f.org_id and e.offer_id = f.id and e.state = 'sealed'
        )
      order by r.due_at
      limit 50
    `)
  ).map((f) => ({
    kind: "finalOffer",
    title: `Best and final offer: ${f.number}`,
    detail: f.title,
    agency: f.agency,
    timeZone: f.timeZone,
    at: f.dueAt,
    href: `/vendor-portal/final-offers/${f.id}`,
    urgent: days(f.dueAt, now) <= 3,
  }));
