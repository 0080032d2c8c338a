import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { published as publicDb } from "#server/db/scopes/published.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import {
  makeBidder,
  published,
  publishedAddendum,
  solicitationOf,
} from "#server/testing/sourcing.ts";
import { ocdsProblems } from "../ocds/ocds-schema.service.ts";
import { readRelease } from "../ocds/reading.model.ts";
import { recordPackage } from "../ocds/release.model.ts";
import { releasesOfProcess } from "../ocds/release.service.ts";
import { writeAddendum } from "./addendum.service.ts";
import { keepDeadlines } from "./clock.service.ts";
import { agreeToExtension, declineExtension, withdrawExtension } from "./extension.service.ts";
import { listVendors, markSeen } from "./invitation.service.ts";
import { readOpportunity } from "./opportunity.service.ts";
import { publicSolicitation, publicSolicitations } from "./public.service.ts";
import { answerQuestion, askQuestion } from "./question.service.ts";
import { readSolicitation } from "./solicitation.list.ts";
import { addendumInput as addendumShape } from "./solicitation.fields.model.ts";
import type { z } from "zod";
import { createSolicitation, endSolicitation } from "./solicitation.service.ts";
import {
  t,
  agency,
  people,
  read,
  as,
  mails,
  code,
  solicitationSetUp,
} from "#server/testing/solicitations.ts";

solicitationSetUp();

const addendumInput = (input: z.input<typeof addendumShape>) => addendumShape.parse(input);
const moveDeadline = (id: string, interval: string) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = clock_timestamp() + ${interval}::interval, questions_until = null
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );

test("a question shows nobody who asked, its answer everybody; one step makes an addendum of it, which moves the deadline and tells who took the documents", async () => {
  const { buyer } = people;
  const ada = await makeBidder(t.database, agency, "Ada Salt");
  const bo = await makeBidder(t.database, agency, "Bo Minerals");
  const s = await published(
    t.database,
    people as never,
    solicitationOf(agency, {
      dueAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      questionsUntil: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    }),
  );
  const asked = await asVendor(t.app, ada.actor, agency.orgId, (tx, vendor) =>
    askQuestion(tx, vendor, ada.actor.personId!, s.id, "May the salt be of 2 percent moisture?"),
  );
  await asVendor(t.app, bo.actor, agency.orgId, (tx, vendor) =>
    markSeen(tx, vendor, bo.actor.personId!, s.id),
  );
  expect((await readOpportunity(vendorSide(t.database, bo.actor), s.id)).questions).toEqual([]);
  expect((await readOpportunity(vendorSide(t.database, ada.actor), s.id)).questions).toHaveLength(
    1,
  );
  const inside = JSON.stringify([
    await read(s.id),
    await t.database.read(people.manager).rows(sql`
      select actor_id, session_id, content
      from audit_entry
      where object_id = ${s.id} and action = 'solicitation.ask'
    `),
    await t.database
      .read(people.buyer)
      .rows(sql`select title, body from notification where person_id = ${buyer.personId}`),
  ]);
  for (const trace of [
    ada.actor.name,
    ada.actor.personId!,
    ada.identityId,
    ada.actor.sessionId!,
    "Ada Salt",
  ])
    expect(inside).not.toContain(trace);
  const item = (await read(s.id)).items[0]!;
  const added = await publishedAddendum(
    t.database,
    people as never,
    s.id,
    addendumInput({
      title: "Moisture and quantity",
      text: "Moisture up to 2 percent is accepted.",
      material: true,
      questionId: asked.id,
      changes: [{ itemId: item.id, quantity: "1500" }],
    }),
  );
  expect(new Date(added.dueAfter).getTime() - Date.now()).toBeGreaterThan(4.9 * 86_400_000);
  const seen = await publicSolicitation(publicDb(t.database), { id: s.id });
  expect(seen.items[0]!.quantity).toBe("1500.0000");
  expect(seen.addendaList).toMatchObject([
    {
      addendumNo: 1,
      material: true,
      changes: [{ what: "Quantity of item 1", before: "1200 t", after: "1500 t" }],
    },
  ]);
  expect(seen.questions).toMatchObject([
    { questionNo: 1, answer: expect.stringContaining("See addendum 1."), addendumNo: 1 },
  ]);
  expect((await mails("solicitation")).map((m) => m.to_address)).toEqual([bo.actor.email]);
  expect(
    await code(
      as(buyer, (tx) =>
        writeAddendum(
          tx,
          buyer,
          s.id,
          addendumInput({ title: "Earlier", text: "Sooner.", material: false, dueAt: s.dueAt! }),
          null,
        ),
      ),
    ),
  ).toBe("invalid_field");
  expect(
    await code(as(buyer, (tx) => answerQuestion(tx, buyer, s.id, bo.vendorId, "No", false))),
  ).toBe("not_found");
});

test("a published deadline moves when a second person agrees, before it passes, once; who took the documents hears of it", async () => {
  const { buyer, manager } = people;
  const bo = await makeBidder(t.database, agency, "Bo Second");
  const s = await published(t.database, people as never, solicitationOf(agency));
  await asVendor(t.app, bo.actor, agency.orgId, (tx, vendor) =>
    markSeen(tx, vendor, bo.actor.personId!, s.id),
  );
  const later = new Date(new Date(s.dueAt!).getTime() + 86_400_000).toISOString();
  const input = addendumInput({
    title: "More time",
    text: "One day.",
    material: false,
    dueAt: later,
  });
  const ask = () => as(buyer, (tx) => writeAddendum(tx, buyer, s.id, input, null));
  const agree = (who: typeof buyer, id: string) =>
    as(who, (tx) => agreeToExtension(tx, who, s.id, id));

  const { former } = await makeMembers(t.database, agency, { former: { role: "manager" } });
  await as(manager, (tx) =>
    tx.rows(sql`
      insert into user_role (org_id, id, person_id, role)
      values (${agency.orgId}, gen_random_uuid(), ${former.personId}, 'user')
    `),
  );

  const first = await ask();
  expect(first.addendum).toBeNull();
  const asked = first.extension!.dueAfter;
  expect(Date.parse(asked) - Date.parse(s.dueAt!)).toBe(86_400_000);
  expect(await read(s.id)).toMatchObject({
    dueAt: s.dueAt,
    addenda: 0,
    extensions: [{ status: "waiting", title: "More time", mine: true, dueAfter: asked }],
  });
  expect((await publicSolicitation(publicDb(t.database), { id: s.id })).dueAt).toBe(s.dueAt);
  const told = (person: typeof buyer) =>
    t.database.read(person).rows<{ kind: string }>(sql`
      select kind
      from notification
      where person_id = ${person.personId} and link = ${`/rfq-builder/${s.id}?tab=addenda`}
    `);
  expect(await told(manager)).toHaveLength(1);
  expect(await told(buyer)).toHaveLength(0);
  expect(await told(former)).toHaveLength(0);
  expect(await code(ask())).toBe("extension_waiting");
  expect(await code(agree(buyer, first.extension!.id))).toBe("not_allowed");

  const decline = (reason: string) =>
    as(manager, (tx) => declineExtension(tx, manager, s.id, first.extension!.id, reason));
  await expect(decline(" ")).rejects.toThrow("Say why the deadline stays.");
  const takeBack = as(manager, (tx) => withdrawExtension(tx, manager, s.id, first.extension!.id));
  await expect(takeBack).rejects.toThrow("Who wrote the addendum takes it back.");
  await decline("Time is enough");
  expect(await code(agree(manager, first.extension!.id))).toBe("already_decided");
  expect((await read(s.id)).dueAt).toBe(s.dueAt);

  const second = (await ask()).extension!;
  const before = (await mails("solicitation")).length;
  const both = await Promise.allSettled([agree(manager, second.id), agree(manager, second.id)]);
  expect(both.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await read(s.id)).toMatchObject({ dueAt: asked, addenda: 1 });
  expect((await mails("solicitation")).slice(before).map((m) => m.to_address)).toEqual([
    bo.actor.email,
  ]);
  expect(await told(buyer)).toHaveLength(2);

  const third = await as(buyer, (tx) =>
    writeAddendum(
      tx,
      buyer,
      s.id,
      { ...input, dueAt: new Date(new Date(later).getTime() + 3_600_000).toISOString() },
      null,
    ),
  );
  await moveDeadline(s.id, "0 seconds");
  expect(await code(agree(manager, third.extension!.id))).toBe("not_open");
  expect((await read(s.id)).extensions[0]).toMatchObject({ status: "waiting", late: true });
});

test("the database's clock ends questions and bids; who comes later is refused; nobody closes it twice", async () => {
  const { buyer } = people;
  const ada = await makeBidder(t.database, agency, "Ada Salt");
  const s = await published(t.database, people as never, solicitationOf(agency));
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set questions_until = clock_timestamp()
      where org_id = ${agency.orgId} and id = ${s.id}
    `),
  );
  expect(
    await code(
      asVendor(t.app, ada.actor, agency.orgId, (tx, vendor) =>
        askQuestion(tx, vendor, ada.actor.personId!, s.id, "Too late?"),
      ),
    ),
  ).toBe("questions_closed");
  await keepDeadlines(t.app);
  expect((await read(s.id)).status).toBe("questions_closed");
  await moveDeadline(s.id, "0 seconds");
  expect(
    await code(
      as(buyer, (tx) =>
        writeAddendum(
          tx,
          buyer,
          s.id,
          addendumInput({ title: "Late", text: "Too late.", material: false }),
          null,
        ),
      ),
    ),
  ).toBe("not_open");
  const both = await Promise.all([keepDeadlines(t.app), keepDeadlines(t.app)]);
  expect(both.reduce((n, each) => n + each.changed, 0)).toBe(1);
  expect(await read(s.id)).toMatchObject({ status: "closed", closedAt: expect.any(String) });
});

test("each public event leaves a release that passes the official schema; the record reads back without loss; the estimate is never in it", async () => {
  const { buyer } = people;
  const ada = await makeBidder(t.database, agency, "Ada Salt");
  const s = await published(
    t.database,
    people as never,
    solicitationOf(agency, {
      kind: "rfp",
      lots: [
        { lotNo: 1, title: "North" },
        { lotNo: 2, title: "Süd – 南" },
      ],
      items: [
        {
          lotNo: 1,
          description: "Treated salt",
          quantity: "1200",
          unit: "t",
          commodityCode: "325998",
        },
        { lotNo: 2, description: "Untreated & crushed <salt>", quantity: "400.5", unit: "t" },
      ],
      estimateCents: 77_123_45,
    }),
  );
  const asked = await asVendor(t.app, ada.actor, agency.orgId, (tx, vendor) =>
    askQuestion(tx, vendor, ada.actor.personId!, s.id, "Which yards?"),
  );
  await as(buyer, (tx) =>
    answerQuestion(tx, buyer, s.id, asked.id, "Mill Street and Depot Avenue.", false),
  );
  await as(buyer, (tx) =>
    writeAddendum(
      tx,
      buyer,
      s.id,
      addendumInput({ title: "Yards", text: "Two yards.", material: false }),
      null,
    ),
  );
  await as(buyer, (tx) =>
    endSolicitation(tx, buyer, "cancel", {
      id: s.id,
      version: null,
      reason: "The council postponed it",
    }),
  );
  const releases = (await releasesOfProcess(publicDb(t.database), s.ocid!)).map((r) => r.release);
  expect(releases.map((r) => (r.tag as string[])[0])).toEqual([
    "tender",
    "tenderUpdate",
    "tenderAmendment",
    "tenderCancellation",
  ]);
  for (const release of releases)
    for (const kind of ["release", "ownRelease"] as const)
      expect(ocdsProblems(kind, release)).toEqual([]);
  expect(
    (releases[0] as { tender: { items: { classification?: object }[] } }).tender.items.map(
      (i) => i.classification,
    ),
  ).toEqual([{ scheme: "NAICS", id: "325998" }, undefined]);
  const record = recordPackage(
    { uri: "https://levee.test/r", publisher: "Agency", at: "2026-11-20T10:00:00Z" },
    [{ ocid: s.ocid!, releases }],
  );
  expect(ocdsProblems("recordPackage", record)).toEqual([]);
  const now = await read(s.id);
  const back = readRelease(record.records[0]!.compiledRelease as Record<string, unknown>);
  expect(back).toMatchObject({
    number: s.number,
    title: s.title,
    dueAt: now.dueAt,
    questionsUntil: now.questionsUntil,
    questions: [{ question: "Which yards?", answer: "Mill Street and Depot Avenue." }],
    amendments: [{ text: "Two yards." }],
  });
  expect(back.items.map((i) => ({ ...i, quantity: Number(i.quantity) }))).toEqual(
    now.items.map((i) => ({
      id: i.id,
      description: i.description,
      quantity: Number(i.quantity),
      unit: i.unit,
      commodityCode: i.commodityCode,
      lotId: i.lotId,
    })),
  );
  expect(back.lots.map((l) => l.title)).toEqual(["North", "Süd – 南"]);
  const all =
    JSON.stringify(record) +
    JSON.stringify(await publicSolicitation(publicDb(t.database), { id: s.id }));
  for (const secret of ["77123", "7712345", ada.identityId, ada.actor.personId!, "estimate"])
    expect(all).not.toContain(secret);
});

test("the public list and another agency: only what is published, and nothing of anybody else's", async () => {
  const other = await makeAgency(t.database);
  const theirs = await makeMembers(t.database, other, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
  });
  const mine = await published(
    t.database,
    people as never,
    solicitationOf(agency, { title: "Bridge inspection 4711" }),
  );
  const hidden = await as(people.buyer, (tx) =>
    createSolicitation(tx, people.buyer, solicitationOf(agency, { title: "Secret plan 4711" })),
  );
  const found = await publicSolicitations(publicDb(t.database), {
    q: "4711",
    show: "open",
    kind: "",
    agency: "",
    code: "",
    page: 1,
  });
  expect(found.items.map((i) => i.id)).toEqual([mine.id]);
  expect(
    (
      await publicSolicitations(publicDb(t.database), {
        q: "",
        show: "open",
        kind: "",
        agency: "",
        code: "3259",
        page: 1,
      })
    ).items.map((i) => i.id),
  ).toContain(mine.id);
  expect(await code(publicSolicitation(publicDb(t.database), { id: hidden.id }))).toBe("not_found");
  expect(await code(readSolicitation(t.database.read(theirs.buyer), theirs.buyer, mine.id))).toBe(
    "not_found",
  );
  expect(
    await code(
      as(theirs.buyer, (tx) =>
        endSolicitation(tx, theirs.buyer, "cancel", {
          id: mine.id,
          version: null,
          reason: "Theirs",
        }),
      ),
    ),
  ).toBe("not_found");
});

test("an invitation brings the pre-bid meeting for the vendor's calendar; a cancelled solicitation takes it away; answers go to the contact", async () => {
  const ada = await makeBidder(t.database, agency, "Ada Gravel");
  // With milliseconds that end in no nought: the database leaves those out.
  const seconds = Math.floor(Date.now() / 1000);
  const prebidAt = new Date((seconds + 5 * 86_400) * 1000 + 123).toISOString();
  const over = { prebidAt, prebidPlace: "Hall 2", contactEmail: "contact@county.test" };
  const s = await published(t.database, people, solicitationOf(agency, over));
  await as(people.buyer, (tx) => listVendors(tx, people.buyer, s.id, [ada.vendorId], "chosen"));
  await as(people.buyer, (tx) =>
    endSolicitation(tx, people.buyer, "cancel", { id: s.id, version: null, reason: "Postponed" }),
  );
  const { rows } = await t.database.poolAs("levee_identity", { max: 1 }).query(
    `
      select kind, reply_to, appointment
      from mail
      where org_id = $1 and to_address = $2
      order by created_at
    `,
    [agency.orgId, ada.actor.email],
  );
  const meeting = { uid: `meeting-${s.id}`, at: prebidAt, place: "Hall 2" };
  expect(rows).toMatchObject([
    {
      kind: "invitation",
      reply_to: over.contactEmail,
      appointment: { ...meeting, cancelled: false },
    },
    { kind: "solicitation", appointment: { ...meeting, cancelled: true } },
  ]);
  expect(rows[1].appointment.sequence).toBeGreaterThan(rows[0].appointment.sequence);
});
