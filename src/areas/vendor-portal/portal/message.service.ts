import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { announce } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { addressesOfVendor } from "#areas/identity/identity.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { ThreadDetail, ThreadRow } from "./portal.model.ts";

type Thread = {
  id: string;
  vendorId: string;
  subject: string;
  objectType: string | null;
  objectId: string | null;
  objectNumber: string | null;
};
type Opening = {
  subject: string;
  objectType?: "purchaseOrder" | "solicitation" | "invoice" | null | undefined;
  objectId?: string | null | undefined;
  body: string;
};

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

const aboutVendor = async (
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

const append = async (
  tx: Tx,
  actor: Actor,
  thread: Thread,
  fromVendor: boolean,
  body: string,
): Promise<void> => {
  await tx.rows(sql`
    insert into vendor_message (org_id, id, thread_id, from_vendor, person_id, person_name, body)
    values (
      ${tx.scope.orgId}, ${newId()}, ${thread.id}, ${fromVendor}, ${actor.personId}, ${actor.name},
      ${body}
    )
  `);
  await tx.rows(sql`
    update vendor_thread
    set
      last_at = clock_timestamp(), last_from_vendor = ${fromVendor},
      vendor_read_at = case
        when ${fromVendor}::boolean then clock_timestamp()
        else vendor_read_at
      end,
      agency_read_at = case
        when ${fromVendor}::boolean then agency_read_at
        else clock_timestamp()
      end
    where org_id = ${tx.scope.orgId} and id = ${thread.id}
  `);
  audit(tx, actor, {
    action: "vendorMessage.send",
    objectType: "vendor",
    objectId: thread.vendorId,
    objectNumber: thread.objectNumber,
    before: null,
    after: { thread: thread.subject, from: fromVendor ? "vendor" : "agency" },
    note: body.slice(0, 500),
  });
  announce(tx, tx.scope.orgId!, "vendorMessage.send", thread.id);
};

const openThread = (
  tx: Tx,
  vendorId: string,
  opening: Opening,
  number: string | null,
): Promise<Thread> =>
  tx.one<Thread>(sql`
    insert into vendor_thread (
      org_id, id, vendor_id, subject, object_type, object_id, object_number
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${vendorId}, ${opening.subject}, ${opening.objectType ?? null},
      ${opening.objectId ?? null}, ${number}
    )
    on conflict (org_id, vendor_id, object_type, object_id)
    where object_id is not null
    do update set last_at = clock_timestamp()
    returning id, vendor_id, subject, object_type, object_id, object_number
  `);

const tellAgency = async (
  tx: Tx,
  vendor: ActingVendor,
  thread: Thread,
  buyerId: string | null,
  body: string,
) => {
  const buyers = buyerId
    ? [buyerId]
    : (
        await tx.rows<{ personId: string }>(sql`
          select d.person_id
          from member_duty d
          join organization_member m
            on m.org_id = d.org_id
            and m.person_id = d.person_id
            and m.active
          where d.org_id = ${tx.scope.orgId} and d.duty = 'buyer'
          order by d.granted_at
          limit 5
        `)
      ).map((p) => p.personId);
  notify(tx, buyers, {
    kind: "vendorMessage",
    title: `${vendor.name}: ${thread.subject}`,
    body: body.slice(0, 200),
    link: `/vendor-directory/${vendor.id}?tab=messages`,
  });
};

/**
 * The vendor begins a thread, or goes on with the one that stands for the same record; the buyer is
 * told.
 */
export const writeToAgency = (
  app: App,
  actor: Actor,
  orgId: string,
  opening: Opening,
): Promise<{ id: string }> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const about = await aboutVendor(tx, vendor, opening);
    const thread = await openThread(tx, vendor.id, opening, about.number);
    await append(tx, who, thread, true, opening.body);
    await tellAgency(tx, vendor, thread, about.buyerId, opening.body);
    return { id: thread.id };
  });

const ownThread = async (tx: Tx, id: string, vendorId: string | null): Promise<Thread> => {
  const row = await tx.maybe<Thread>(sql`
    select id, vendor_id, subject, object_type, object_id, object_number
    from vendor_thread
    where org_id = ${tx.scope.orgId}
      and id = ${id}
      and (${vendorId}::uuid is null or vendor_id = ${vendorId})
    for update
  `);
  if (!row) throw notFound("thread");
  return row;
};

/** The vendor answers in a thread. 404 for another vendor's. */
export const answerAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
  body: string,
): Promise<void> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const thread = await ownThread(tx, id, vendor.id);
    await append(tx, who, thread, true, body);
    await tellAgency(tx, vendor, thread, null, body);
  });

/** The vendor has seen a thread. */
export const seenByVendor = (app: App, actor: Actor, orgId: string, id: string): Promise<void> =>
  asVendor(
    app,
    actor,
    orgId,
    async (tx, vendor) =>
      void (await tx.rows(sql`
        update vendor_thread
        set vendor_read_at = clock_timestamp()
        where org_id = ${orgId} and id = ${id} and vendor_id = ${vendor.id}
      `)),
  );

/** A member has seen a thread. */
export const seenByAgency = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.rows(sql`
    update vendor_thread
    set agency_read_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
  `));

const mailVendor = async (
  app: App,
  actor: Actor,
  vendorId: string,
  thread: { id: string; subject: string },
): Promise<void> => {
  const db = app.database.read(actor);
  const v = await db.one<{ email: string | null; identityId: string | null; agency: string }>(sql`
    select v.email, v.identity_id, g.name as agency
    from vendor v
    join organization g on g.id = v.org_id
    where v.org_id = ${actor.orgId} and v.id = ${vendorId}
  `);
  const addresses = v.identityId
    ? await addressesOfVendor(identityDb(app.database), v.identityId)
    : v.email
      ? [v.email]
      : [];
  await app.database.transaction(actor, async (tx) => {
    for (const to of addresses)
      await queueMail(tx, {
        kind: "vendor_message",
        orgId: actor.orgId,
        to,
        subject: `${v.agency}: ${thread.subject}`,
        paragraphs: [`${actor.name} of ${v.agency} wrote to you.`],
        link: {
          label: "Read and answer",
          href: `/vendor-portal/messages/${actor.orgId}/${thread.id}`,
        },
      });
  });
};

/**
 * A member writes to a vendor: a new thread, or an answer in `threadId`. The vendor's people are
 * told by mail, without the text.
 */
export const writeToVendor = async (
  app: App,
  actor: Actor,
  to: { vendorId: string; opening: Opening } | { threadId: string; body: string },
): Promise<{ id: string }> => {
  const thread = await app.database.transaction(actor, async (tx) => {
    if ("threadId" in to) {
      const known = await ownThread(tx, to.threadId, null);
      await append(tx, actor, known, false, to.body);
      return known;
    }
    if (
      !(await tx.maybe(
        sql`select 1 as ok from vendor where org_id = ${actor.orgId} and id = ${to.vendorId}`,
      ))
    )
      throw notFound("vendor");
    const number =
      to.opening.objectType === "purchaseOrder" && to.opening.objectId
        ? ((
            await tx.maybe<{ number: string }>(sql`
              select number
              from purchase_order
              where org_id = ${actor.orgId}
                and id = ${to.opening.objectId}
                and vendor_id = ${to.vendorId}
            `)
          )?.number ?? null)
        : null;
    const made = await openThread(
      tx,
      to.vendorId,
      number ? to.opening : { ...to.opening, objectType: null, objectId: null },
      number,
    );
    await append(tx, actor, made, false, to.opening.body);
    return made;
  });
  await mailVendor(app, actor, thread.vendorId, thread);
  return { id: thread.id };
};
