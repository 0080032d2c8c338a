import type { Actor } from "#kernel/access.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { documentKinds, type DocumentKind } from "#areas/vendors/vendors.public.ts";
import { renewalDays } from "#areas/vendors/vendors.public.ts";
import { reminderDays, type WaitingItem } from "./portal.model.ts";

const day = 86_400_000;
const days = (from: string, to: number): number => Math.floor((Date.parse(from) - to) / day);

type Order = {
  orgId: string;
  id: string;
  agency: string;
  number: string;
  title: string;
  issuedAt: string;
};
// As every list of the portal: from the vendor's own records to each agency's rows, which an index
// finds by vendor.
const mine = sql`from vendor v join organization g on g.id = v.org_id`;
const orders = async (side: Db, now: number): Promise<WaitingItem[]> =>
  (
    await side.rows<Order>(sql`
      select o.org_id, o.id, g.name as agency, o.number, o.title, o.issued_at ${mine}
      join purchase_order o on o.org_id = v.org_id and o.vendor_id = v.id
      where o.status = 'issued'
        and not exists (
          select 1
          from order_change_request c
          where c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'open'
        )
      order by o.issued_at
      limit 50
    `)
  ).map((o) => ({
    kind: "order",
    title: `Acknowledge ${o.number}`,
    detail: o.title,
    agency: o.agency,
    at: o.issuedAt,
    href: `/vendor-portal/orders/${o.orgId}/${o.id}`,
    urgent: now - Date.parse(o.issuedAt) > 3 * day,
  }));

type Asked = {
  orgId: string;
  id: string;
  agency: string;
  timeZone: string;
  number: string;
  title: string;
  dueAt: string;
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
const solicitations = async (side: Db, now: number): Promise<WaitingItem[]> => {
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
  dueAt: string;
};
const finalOffers = async (side: Db, now: number): Promise<WaitingItem[]> =>
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

type Document = { kind: DocumentKind; label: string; expiresOn: string; left: number };
// A company's document serves all its agencies: it has run out when it has where the day is
// youngest.
const documents = async (side: Db, own: Db, actor: Actor): Promise<WaitingItem[]> => {
  const { today } = await side.one<{ today: string | null }>(sql`
    select min(${dayIn(side.scope, sql`g.time_zone`)})::text as today
    from vendor v
    join organization g on g.id = v.org_id
  `);
  const day = today ?? businessDate(own.scope);
  const found = await own.rows<Document>(sql`
    select kind, label, expires_on, expires_on - ${day}::date as left
    from (
      select distinct on (kind, label) kind, label, expires_on
      from vendor_company_document
      where identity_id = ${actor.vendorIds[0] ?? null} and expires_on is not null
      order by kind, label, expires_on desc
    ) d
    where expires_on <= ${day}::date + ${reminderDays}::int
    order by expires_on
    limit 50
  `);
  return found.map((d) => ({
    kind: "document",
    title: `${documentKinds[d.kind]} ${d.left < 0 ? "has run out" : "runs out"}`,
    detail: d.label,
    agency: "All agencies",
    at: d.expiresOn,
    href: "/vendor-portal/company?tab=documents",
    urgent: d.left < 14,
  }));
};

type Registration = { agency: string; number: string; reason: string | null; decidedAt: string };
const registrations = async (side: Db): Promise<WaitingItem[]> =>
  (
    await side.rows<Registration>(sql`
      select g.name as agency, r.number, r.decision_reason as reason, r.decided_at
      from vendor_registration r
      join organization g on g.id = r.org_id
      where r.status = 'returned'
      order by r.decided_at
      limit 20
    `)
  ).map((r) => ({
    kind: "registration",
    title: `${r.number} was returned`,
    detail: r.reason ?? "",
    agency: r.agency,
    at: r.decidedAt,
    href: "/vendor-portal/company?tab=agencies",
    urgent: true,
  }));

type Ending = { orgId: string; agency: string; number: string; until: string; left: number };
const renewals = async (side: Db): Promise<WaitingItem[]> => {
  const today = dayIn(side.scope, sql`g.time_zone`);
  const found = await side.rows<Ending>(sql`
    select
      v.org_id, g.name as agency, v.number, v.registered_until as until,
      v.registered_until - ${today} as left
    from vendor v
    join organization g on g.id = v.org_id
    where v.status <> 'inactive'
      and v.registered_until <= ${today} + ${renewalDays}::int
      and not exists (
        select 1
        from vendor_registration r
        where r.org_id = v.org_id and r.status in ('submitted', 'screening', 'returned')
      )
    order by v.registered_until
    limit 20
  `);
  return found.map((v) => ({
    kind: "renewal",
    title: `Registration with ${v.agency} ${v.left < 0 ? "has run out" : "runs out"}`,
    detail: `${v.number}: look your data over and renew it`,
    agency: v.agency,
    at: v.until,
    href: "/vendor-portal/company?tab=agencies",
    urgent: v.left < 14,
  }));
};

type Talk = { orgId: string; id: string; agency: string; subject: string; lastAt: string };
const messages = async (side: Db): Promise<WaitingItem[]> =>
  (
    await side.rows<Talk>(sql`
      select t.org_id, t.id, g.name as agency, t.subject, t.last_at ${mine}
      join vendor_thread t on t.org_id = v.org_id and t.vendor_id = v.id
      where not t.last_from_vendor and (t.vendor_read_at is null or t.vendor_read_at < t.last_at)
      order by t.last_at desc
      limit 20
    `)
  ).map((t) => ({
    kind: "message",
    title: "New message",
    detail: t.subject,
    agency: t.agency,
    at: t.lastAt,
    href: `/vendor-portal/messages/${t.orgId}/${t.id}`,
    urgent: false,
  }));

type Held = { agency: string; vendorNumber: string; reason: string; since: string };
const invoices = async (side: Db): Promise<WaitingItem[]> =>
  (
    await side.rows<Held>(sql`
      select
        g.name as agency, i.vendor_number,
        case
          when i.status = 'disputed' then coalesce(i.dispute_reason, 'In dispute')
          else 'Something does not agree with the order'
        end as reason,
        i.received_on::text as since ${mine}
      join invoice i on i.org_id = v.org_id and i.vendor_id = v.id
      where i.status = 'disputed'
        or (
          i.status = 'exception'
          and exists (
            select 1
            from invoice_exception e
            where e.org_id = i.org_id
              and e.invoice_id = i.id
              and e.kind in ('price', 'quantity', 'totals', 'duplicate')
          )
        )
      order by i.received_on
      limit 20
    `)
  ).map((i) => ({
    kind: "invoice",
    title: `Invoice ${i.vendorNumber} waits`,
    detail: i.reason,
    agency: i.agency,
    at: i.since,
    href: `/vendor-portal/invoices?q=${encodeURIComponent(i.vendorNumber)}`,
    urgent: false,
  }));

type Plan = { agency: string; number: string; title: string; dueOn: string };
const plans = async (side: Db): Promise<WaitingItem[]> =>
  (
    await side.rows<Plan>(sql`
      select g.name as agency, c.number, c.title, c.due_on ${mine}
      join corrective_plan c on c.org_id = v.org_id and c.vendor_id = v.id
      where c.status = 'sent'
      order by c.due_on
      limit 20
    `)
  ).map((p) => ({
    kind: "plan",
    title: `Answer ${p.number}`,
    detail: p.title,
    agency: p.agency,
    at: p.dueOn,
    href: "/vendor-portal/performance",
    urgent: false,
  }));

/**
 * Everything that waits for the vendor, over all agencies, what presses first; at most 100. `side`
 * is the vendor's reading, `own` the company's.
 */
export const waitingFor = async (
  side: Db,
  own: Db,
  actor: Actor,
  now = Date.now(),
): Promise<WaitingItem[]> => {
  const parts = await Promise.all([
    orders(side, now),
    finalOffers(side, now),
    solicitations(side, now),
    documents(side, own, actor),
    registrations(side),
    renewals(side),
    messages(side),
    invoices(side),
    plans(side),
  ]);
  return parts
    .flat()
    .sort(
      (a, b) =>
        Number(b.urgent) - Number(a.urgent) || (a.at ?? "9999").localeCompare(b.at ?? "9999"),
    )
    .slice(0, 100);
};
