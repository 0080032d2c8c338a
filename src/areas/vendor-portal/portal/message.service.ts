import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { announce } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { addressesOfVendor } from "#areas/identity/identity.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { aboutVendor, type Opening } from "./thread.read.service.ts";

type Thread = {
  id: string;
  vendorId: string;
  subject: string;
  objectType: string | null;
  objectId: string | null;
  objectNumber: string | null;
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
  note(tx, actor, "vendor", thread.vendorId, {
    number: thread.objectNumber,
    action: "vendorMessage.send",
    after: { thread: thread.subject, from: fromVendor ? "vendor" : "agency" },
    note: body.slice(0, 500),
    event: null,
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
  const buyers = buyerId ? [buyerId] : (await peopleOnDuty(tx, "buyer")).slice(0, 5);
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

const messageLetter = defineLetter({
  kind: "vendor_message",
  why: "You get this letter because your company is a vendor of {agency}.",
  write: (m: { agency: string; by: string; subject: string; path: string }) => ({
    subject: `${m.agency}: ${m.subject}`,
    paragraphs: [`${m.by} of ${m.agency} wrote to you.`],
    link: { label: "Read and answer", href: m.path },
  }),
  sample: {
    agency: "Gulfside",
    by: "Dana Ruiz",
    subject: "Delivery to yard 2",
    path: "/vendor-portal/messages/sample/sample",
  },
});

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
        ...messageLetter({
          agency: v.agency,
          by: actor.name,
          subject: thread.subject,
          path: `/vendor-portal/messages/${actor.orgId}/${thread.id}`,
        }),
        orgId: actor.orgId,
        to,
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
