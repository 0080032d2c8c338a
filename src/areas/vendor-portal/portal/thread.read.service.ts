import { conflict, notFound } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { ThreadDetail, ThreadRow } from "./portal.model.ts";

const last =
  "(select left(m.body, 160) from vendor_message m where m.org_id = t.org_id and m.thread_id = t.id order by m.created_at desc, m.id desc limit 1)";

/** Threads as members see them. */
export const threadList: ListDefinition = {
  name: "vendor-messages",
  from: "vendor_thread t join vendor v on v.org_id = t.org_id and v.id = t.vendor_id join organization g on g.id = t.org_id",
  base: "vendor_thread t",
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    orgId: { sql: "t.org_id", hidden: true },
    agency: { sql: "g.name", hidden: true },
    vendorId: { sql: "t.vendor_id", hidden: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    subject: { sql: "t.subject", label: "Subject", sort: true },
    objectType: { sql: "t.object_type", hidden: true },
    objectId: { sql: "t.object_id", hidden: true },
    objectNumber: { sql: "t.object_number", label: "About" },
    lastAt: { sql: "t.last_at", label: "Last", sort: true },
    unread: {
      sql: "(t.last_from_vendor and (t.agency_read_at is null or t.agency_read_at < t.last_at))",
      label: "Unread",
    },
    last: { sql: last, label: "Text" },
  },
  filters: {
    vendorId: { kind: "set", sql: "t.vendor_id", type: "uuid" },
    objectId: { kind: "set", sql: "t.object_id", type: "uuid" },
    unread: {
      kind: "flag",
      sql: "(t.last_from_vendor and (t.agency_read_at is null or t.agency_read_at < t.last_at))",
    },
  },
  search: ["(t.subject || ' ' || coalesce(t.object_number, ''))", "v.name"],
  defaultSort: "-lastAt",
};

const asVendorSees = sql`
  
    t.id, t.org_id, g.name as agency, t.vendor_id, v.name as vendor, t.subject, t.object_type,
    t.object_id, t.object_number, t.last_at,
    not t.last_from_vendor and (t.vendor_read_at is null or t.vendor_read_at < t.last_at) as unread,
    (
      select left(m.body, 160)
      from vendor_message m
      where m.org_id = t.org_id and m.thread_id = t.id
      order by m.created_at desc, m.id desc
      limit 1
    ) as last
`;
const from = sql`
  from vendor_thread t
  join vendor v on v.org_id = t.org_id and v.id = t.vendor_id
  join organization g on g.id = t.org_id
`;

/** The vendor's threads in every agency, the last one first, 25 at a time. */
export const vendorThreads = async (
  db: Db,
  page: number,
): Promise<{ items: ThreadRow[]; more: boolean; page: number }> => {
  const rows = await db.rows<ThreadRow>(sql`
    select ${asVendorSees} ${from}
    order by t.last_at desc, t.id desc
    limit 26
    offset ${(page - 1) * 25}
  `);
  return { items: rows.slice(0, 25), more: rows.length > 25, page };
};

/**
 * A thread with its messages (the last 500), through whichever side `db` reads; 404 for one that
 * this side cannot see.
 */
export const readThread = async (db: Db, orgId: string, id: string): Promise<ThreadDetail> => {
  const [thread, messages] = await Promise.all([
    db.maybe<ThreadRow>(
      sql`select ${asVendorSees} ${from} where t.org_id = ${orgId} and t.id = ${id}`,
    ),
    db.rows<ThreadDetail["messages"][number]>(sql`
      select id, from_vendor, person_name as person, body, created_at
      from (
        select id, from_vendor, person_name, body, created_at
        from vendor_message
        where org_id = ${orgId} and thread_id = ${id}
        order by created_at desc, id desc
        limit 500
      ) m
      order by created_at, id
    `),
  ]);
  if (!thread) throw notFound("thread");
  return { ...thread, messages };
};

export const aboutVendor = async (
  tx: Tx,
  vendor: ActingVendor,
  opening: Opening,
): Promise<{ number: string | null; buyerId: string | null }> => {
  const { objectType, objectId } = opening;
  if (!objectType || !objectId) return { number: null, buyerId: null };
  if (objectType === "solicitation") {
    const row = await tx.maybe<{ number: string; status: string; buyerId: string | null }>(sql`
      select number, status, buyer_id
      from solicitation
      where org_id = ${tx.scope.orgId}
        and id = ${objectId}
        and published_at is not null
        and (
          not invited_only
          or exists (
            select 1
            from solicitation_invitation i
            where i.org_id = solicitation.org_id
              and i.solicitation_id = solicitation.id
              and i.vendor_id = ${vendor.id}
          )
        )
    `);
    if (!row) throw notFound("solicitation");
    if (["published", "questions_closed", "closed"].includes(row.status))
      throw conflict(
        "use_questions",
        "While bids are not opened, ask under Questions of the solicitation: everybody gets the same answer.",
      );
    return row;
  }
  const row =
    objectType === "purchaseOrder"
      ? await tx.maybe<{ number: string; buyerId: string | null }>(sql`
        select number, buyer_id
        from purchase_order
        where org_id = ${tx.scope.orgId}
          and id = ${objectId}
          and vendor_id = ${vendor.id}
          and issued_at is not null
      `)
      : await tx.maybe<{ number: string; buyerId: string | null }>(sql`
        select i.number, o.buyer_id
        from invoice i
        left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
        where i.org_id = ${tx.scope.orgId} and i.id = ${objectId} and i.vendor_id = ${vendor.id}
      `);
  if (!row) throw notFound(objectType === "invoice" ? "invoice" : "purchase order");
  return row;
};

export type Opening = {
  subject: string;
  objectType?: "purchaseOrder" | "solicitation" | "invoice" | null | undefined;
  objectId?: string | null | undefined;
  body: string;
};
