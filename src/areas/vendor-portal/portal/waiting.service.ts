import type { Actor } from "#kernel/access.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { businessDate, businessDayOf } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  certifications,
  documentKinds,
  type DocumentKind,
  renewalDays,
} from "#areas/vendors/vendors.public.ts";
import { certificatesEnding } from "#areas/vendors/vendors.server.ts";
import { reminderDays, type WaitingItem } from "./portal.model.ts";
import { day, finalOffers, solicitations } from "./waiting-solicitations.service.ts";
import { broughtWaits } from "./waits.ts";
import { databaseMs } from "#server/db/database-clock.ts";

type Order = {
  orgId: string;
  id: string;
  agency: string;
  number: string;
  title: string;
  issuedAt: Instant;
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

type Document = { kind: DocumentKind; label: string; expiresOn: Day; left: number };
// A company's document serves all its agencies: it has run out when it has where the day is
// youngest.
const documents = async (side: Db, own: Db, actor: Actor): Promise<WaitingItem[]> => {
  const { today } = await side.one<{ today: string | null }>(sql`
    select min(${businessDayOf(side.scope, sql`g.time_zone`)})::text as today
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

// What an agency recorded of the firm; a new certificate is sent to it as a document.
const certificates = async (side: Db): Promise<WaitingItem[]> =>
  (await certificatesEnding(side, reminderDays)).map((c) => ({
    kind: "certificate",
    title: `${certifications[c.kind]}: the certificate ${c.left < 0 ? "has ended" : "ends"}`,
    detail: "Send the new one, so that you go on counting as certified",
    agency: c.agency,
    at: c.expiresOn,
    href: "/vendor-portal/company?tab=documents",
    urgent: c.left < 14,
  }));

type Registration = { agency: string; number: string; reason: string | null; decidedAt: Instant };
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

type Ending = { orgId: string; agency: string; number: string; until: Day; left: number };
const renewals = async (side: Db): Promise<WaitingItem[]> => {
  const today = businessDayOf(side.scope, sql`g.time_zone`);
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

type Talk = { orgId: string; id: string; agency: string; subject: string; lastAt: Instant };
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

type Held = { agency: string; vendorNumber: string; reason: string; since: Instant };
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

type Plan = { agency: string; number: string; title: string; dueOn: Day };
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
  now = databaseMs(),
): Promise<WaitingItem[]> => {
  const parts = await Promise.all([
    orders(side, now),
    finalOffers(side, now),
    solicitations(side, now),
    documents(side, own, actor),
    certificates(side),
    registrations(side),
    renewals(side),
    messages(side),
    invoices(side),
    plans(side),
    broughtWaits(side),
  ]);
  return parts
    .flat()
    .sort(
      (a, b) =>
        Number(b.urgent) - Number(a.urgent) || (a.at ?? "9999").localeCompare(b.at ?? "9999"),
    )
    .slice(0, 100);
};
