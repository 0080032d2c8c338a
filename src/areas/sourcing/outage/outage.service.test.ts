import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { noScope } from "#server/db/db.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { beat, selfOf } from "#server/operation/heartbeat.ts";
import { bidOf } from "#server/testing/opening.ts";
import { published, solicitationOf } from "#server/testing/sourcing.ts";
import { ada, agency, bidSetUp, code, moveDue, people, priced, t, told } from "../bid/bid.setup.ts";
import { openHeld } from "../opening/opening.jobs.ts";
import { openingState } from "../opening/opening.service.ts";
import { openStage } from "../opening/open-stage.service.ts";
import { keepDeadlines } from "../solicitation/clock.service.ts";
import { markSeen } from "../solicitation/invitation.service.ts";
import { extendAfterOutage, openAfterOutage } from "./outage.service.ts";

bidSetUp();

/** A quotation that the server holds, with a bid of Ada Salt, who took its documents. */
const quotation = async () => {
  const s = await published(t.database, people, solicitationOf(agency, { kind: "rfq" }));
  await asVendor(t.app, ada.actor, agency.orgId, (tx, vendor) =>
    markSeen(tx, vendor, ada.actor.personId!, s.id),
  );
  await moveDue(s.id, "2026-11-01T20:00:00Z");
  await bidOf(t.app, told(ada.actor, "2026-11-01T19:00:00Z"), s.id, await priced(s.id, "5", "6"));
  return s;
};
const dueAgo = (id: string, interval: string) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = clock_timestamp() - ${interval}::interval, questions_until = null
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
/** No instance wrote anything for so long; then this one does. */
const comesBackAfter = async (interval: string) => {
  const self = selfOf(3000);
  await beat(t.app, self);
  await t.database.transaction(noScope, (tx) =>
    tx.rows(sql`update instance set seen_at = clock_timestamp() - ${interval}::interval`),
  );
  await beat(t.app, self);
};
const clockPasses = async () => {
  await keepDeadlines(t.app);
  await openHeld(t.app);
};
const statusOf = async (id: string) =>
  (
    await t.database
      .read(people.buyer)
      .one<{ status: string }>(sql`select status from solicitation where id = ${id}`)
  ).status;
const lettersTo = (number: string) =>
  identityDb(t.database).rows<{ subject: string; bodyText: string }>(sql`
    select subject, body_text
    from mail
    where org_id = ${agency.orgId}
      and subject like ${`%${number}%`}
      and kind = 'solicitation'
      and to_address = ${ada.actor.email}
  `);
const noticesOf = (number: string) =>
  t.database
    .read(people.buyer)
    .rows<{ title: string; body: string }>(
      sql`select title, body from notification where title like ${`${number}%`} order by id`,
    );
const reason = "Bids could not be handed in while the county's line was down.";

test("after an outage before the deadline nothing opens by itself: the buyer extends, or opens with a reason, and bidders are told once", async () => {
  const { buyer } = people;
  const [extended, opened] = [await quotation(), await quotation()];
  for (const { id } of [extended, opened]) await dueAgo(id, "1 minute");
  await comesBackAfter("20 minutes");
  for (let i = 0; i < 2; i++) await clockPasses();
  for (const { id, number } of [extended, opened]) {
    expect(await statusOf(id)).toBe("closed");
    const state = await openingState(t.database, buyer, id);
    expect(state).toMatchObject({ outage: { minutes: 60 }, ready: false });
    expect(state.blocked).toContain("Nothing opens by itself");
    expect(await code(openStage(t.app, buyer, id))).toBe("blocked");
    expect(await noticesOf(number)).toEqual([
      { title: `${number} waits for your decision`, body: state.blocked },
    ]);
    expect(await lettersTo(number)).toEqual([]);
  }

  const dueAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
  const extend = () =>
    t.database.transaction(buyer, (tx) =>
      extendAfterOutage(tx, buyer, extended.id, { dueAt, reason }),
    );
  await extend();
  expect(await code(extend())).toBe("not_held");
  await clockPasses();
  expect(await statusOf(extended.id)).toBe("published");
  const after = await openingState(t.database, buyer, extended.id);
  expect([after.outage, Date.parse(after.dueAt!)]).toEqual([null, Date.parse(dueAt)]);
  expect((await lettersTo(extended.number)).map((letter) => letter.subject)).toEqual([
    `Addendum 1 to ${extended.number}`,
  ]);

  const open = () =>
    t.database.transaction(buyer, (tx) => openAfterOutage(tx, buyer, opened.id, { reason }));
  await open();
  expect(await code(open())).toBe("not_held");
  await clockPasses();
  expect(await statusOf(opened.id)).toBe("opened");
  const letters = await lettersTo(opened.number);
  expect(letters).toHaveLength(1);
  expect(letters[0]!.bodyText).toContain(reason);
  expect(
    await t.database.read(people.manager).rows(sql`
      select action
      from audit_entry
      where object_id = any(${[extended.id, opened.id]}::uuid[]) and action like '%Outage'
      order by at
    `),
  ).toMatchObject([
    { action: "solicitation.heldByOutage" },
    { action: "solicitation.heldByOutage" },
    { action: "solicitation.extendAfterOutage" },
    { action: "solicitation.openAfterOutage" },
  ]);
});

test("an outage that was over long before the deadline holds nothing", async () => {
  const s = await quotation();
  await t.database.transaction(noScope, async (tx) => {
    await tx.rows(sql`delete from outage`);
    await tx.rows(sql`
      insert into outage (id, began_at, ended_at)
      values (
        ${newId()}, clock_timestamp() - interval '2 hours',
        clock_timestamp() - interval '90 minutes'
      )
    `);
  });
  await dueAgo(s.id, "1 minute");
  await clockPasses();
  expect(await statusOf(s.id)).toBe("opened");
});
