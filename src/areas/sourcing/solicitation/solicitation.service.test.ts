import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { published as publicDb } from "#server/db/scopes/published.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { rehearsedByTwo } from "#server/testing/opening.ts";
import { makeBidder, published, solicitationOf } from "#server/testing/sourcing.ts";
import { ocdsProblems } from "../ocds/ocds-schema.service.ts";
import { readRelease } from "../ocds/reading.model.ts";
import { recordPackage } from "../ocds/release.model.ts";
import { releasesOfProcess } from "../ocds/release.service.ts";
import "#areas/sourcing/sourcing.server.ts";
import { publishAddendum } from "./addendum.service.ts";
import { keepDeadlines } from "./clock.service.ts";
import { copyOf } from "./copy.service.ts";
import { answerInvitation, listVendors, markSeen, recordOutreach } from "./invitation.service.ts";
import { listOpportunities, readOpportunity } from "./opportunity.service.ts";
import { publicSolicitation, publicSolicitations } from "./public.service.ts";
import { answerQuestion, askQuestion } from "./question.service.ts";
import { readSolicitation } from "./solicitation.list.ts";
import { opportunityQuery } from "./opportunity.model.ts";
import { addendumInput as addendumShape } from "./solicitation.fields.model.ts";
import type { z } from "zod";
import {
  approveSolicitation,
  changeSolicitation,
  createSolicitation,
  endSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "./solicitation.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "manager" | "clerk", Actor>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {}}'
      where id = ${agency.orgId}
    `),
  );
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
    clerk: {},
  });
});
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const read = (id: string) => readSolicitation(t.database.read(people.buyer), people.buyer, id);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code,
  );
const addendumInput = (input: z.input<typeof addendumShape>) => addendumShape.parse(input);
const opportunityQueryOf = (query: z.input<typeof opportunityQuery>) =>
  opportunityQuery.parse(query);
const mails = (kind: string) =>
  t.database
    .poolAs("levee_identity", { max: 1 })
    .query(
      "select to_address, subject, body_text from mail where org_id = $1 and kind = $2 order by created_at",
      [agency.orgId, kind],
    )
    .then((r) => r.rows as { to_address: string; subject: string; body_text: string }[]);
const moveDeadline = (id: string, interval: string) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = clock_timestamp() + ${interval}::interval, questions_until = null
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );

test("a proposal is drafted, reviewed by somebody else, published with frozen criteria; what it lacks is said step by step", async () => {
  const { buyer, manager } = people;
  const bad = solicitationOf(agency, {
    kind: "rfp",
    criteria: [{ name: "Quality", weight: "60" }],
    dueAt: new Date(Date.now() + 86_400_000).toISOString(),
    questionsUntil: null,
  });
  const draft = await as(buyer, (tx) => createSolicitation(tx, buyer, bad));
  expect(draft).toMatchObject({
    number: expect.stringMatching(/^RFP-2027-\d{5}$/),
    protection: "sealed",
    envelopes: 2,
    priceFormula: "proportional",
    contactName: "buyer",
  });
  const shown = await read(draft.id);
  expect(shown.checks.filter((c) => !c.ok).map((c) => c.step)).toEqual([
    "criteria",
    "criteria",
    "timeline",
    "officers",
  ]);
  await rehearsedByTwo(t.database, agency, buyer, draft.id);
  expect(shown.actions.find((a) => a.name === "submit")).toMatchObject({
    enabled: false,
    reason: "Weights add up to 60, not 100.",
  });
  expect(await code(as(buyer, (tx) => submitSolicitation(tx, buyer, draft.id, null)))).toBe("rule");
  await as(buyer, (tx) =>
    changeSolicitation(tx, buyer, draft.id, solicitationOf(agency, { kind: "rfp" }), draft.version),
  );
  expect(
    await code(as(buyer, (tx) => changeSolicitation(tx, buyer, draft.id, bad, draft.version))),
  ).toBe("stale_version");
  await as(buyer, (tx) => submitSolicitation(tx, buyer, draft.id, null));
  expect(
    await code(as(buyer, (tx) => changeSolicitation(tx, buyer, draft.id, bad, draft.version + 2))),
  ).toBe("not_in_this_status");
  expect(await code(as(buyer, (tx) => approveSolicitation(tx, buyer, draft.id, null)))).toBe(
    "not_allowed",
  );
  expect(await code(as(buyer, (tx) => publishSolicitation(tx, buyer, draft.id, null)))).toBe(
    "rule",
  );
  await as(manager, (tx) => approveSolicitation(tx, manager, draft.id, null));
  const out = await as(buyer, (tx) => publishSolicitation(tx, buyer, draft.id, null));
  expect(out).toMatchObject({
    status: "published",
    ocid: `levee-${draft.id}`,
    criteriaDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("the buyer who prepared it cannot approve it, managers included; a clerk can do nothing with it", async () => {
  const { manager, clerk } = people;
  const draft = await as(manager, (tx) =>
    createSolicitation(tx, manager, solicitationOf(agency, { kind: "itb", questionsUntil: null })),
  );
  await rehearsedByTwo(t.database, agency, manager, draft.id);
  await as(manager, (tx) => submitSolicitation(tx, manager, draft.id, null));
  expect(await code(as(manager, (tx) => approveSolicitation(tx, manager, draft.id, null)))).toBe(
    "rule",
  );
  expect(
    await code(as(clerk, (tx) => endSolicitation(tx, clerk, draft.id, "cancel", null, "No"))),
  ).toBe("not_allowed");
});

test("clauses are chosen by money, kind and amount from the dated rules, and federal money asks for outreach", async () => {
  const { buyer } = people;
  const clausesOf = async (over: Parameters<typeof solicitationOf>[1]) =>
    (
      await read(
        (await as(buyer, (tx) => createSolicitation(tx, buyer, solicitationOf(agency, over)))).id,
      )
    ).clauses.map((c) => c.ruleKey.slice(7));
  expect(await clausesOf({})).toEqual([]);
  const small = await clausesOf({ federal: true, estimateCents: 9_000_00 });
  expect(small).toEqual(
    expect.arrayContaining(["domesticPreference", "telecommunications", "records", "smallFirms"]),
  );
  expect(small).not.toContain("termination");
  expect(await clausesOf({ federal: true, estimateCents: 10_000_00 })).not.toContain("termination");
  expect(await clausesOf({ federal: true, estimateCents: 10_000_01 })).toContain("termination");
  const large = await clausesOf({ federal: true, construction: true, estimateCents: 400_000_00 });
  expect(large).toEqual(
    expect.arrayContaining(["remedies", "davisBacon", "workHours", "cleanAirWater", "lobbying"]),
  );
  expect(await clausesOf({ federal: true, estimateCents: null, estimateOn: null })).toContain(
    "remedies",
  );
  const draft = await as(buyer, (tx) =>
    createSolicitation(tx, buyer, solicitationOf(agency, { federal: true })),
  );
  expect((await read(draft.id)).actions.find((a) => a.name === "publish")?.reason).toMatch(
    /small, minority-owned/,
  );
  await as(buyer, (tx) =>
    recordOutreach(tx, buyer, draft.id, {
      step: "solicited",
      note: "Wrote to four certified firms",
      doneOn: "2026-11-20",
    }),
  );
  expect((await as(buyer, (tx) => publishSolicitation(tx, buyer, draft.id, null))).status).toBe(
    "published",
  );
});

test("invited vendors get a letter once; a vendor reads only what is offered to it; a decline needs a reason and is evidence", async () => {
  const { buyer } = people;
  const [ada, bo] = [
    await makeBidder(t.database, agency, "Ada Salt"),
    await makeBidder(t.database, agency, "Bo Minerals"),
  ];
  const idle = await makeVendor(t.database, agency, { status: "suspended" });
  const draft = await as(buyer, (tx) =>
    createSolicitation(
      tx,
      buyer,
      solicitationOf(agency, { invitedOnly: true, minimumBids: 1, questionsUntil: null }),
    ),
  );
  expect((await read(draft.id)).actions.find((a) => a.name === "publish")?.reason).toBe(
    "Invite at least 3 vendors.",
  );
  expect(await code(as(buyer, (tx) => listVendors(tx, buyer, draft.id, [idle.id], "chosen")))).toBe(
    "cannot_invite",
  );
  const third = await makeBidder(t.database, agency, "Cy Stone");
  const fourth = await makeVendor(t.database, agency);
  expect(
    await as(buyer, (tx) =>
      listVendors(tx, buyer, draft.id, [ada.vendorId, third.vendorId, fourth.id], "chosen"),
    ),
  ).toBe(3);
  expect(
    (
      await listOpportunities(
        vendorSide(t.database, ada.actor),
        opportunityQueryOf({ show: "all", limit: 100 }),
      )
    ).items.map((i) => i.id),
  ).not.toContain(draft.id);
  await as(buyer, (tx) => publishSolicitation(tx, buyer, draft.id, null));
  expect((await mails("invitation")).map((m) => m.to_address)).toContain(ada.actor.email);
  expect(
    (
      await listOpportunities(
        vendorSide(t.database, ada.actor),
        opportunityQueryOf({ show: "mine" }),
      )
    ).items,
  ).toMatchObject([{ id: draft.id, invitation: "invited", registered: true }]);
  expect(
    (
      await listOpportunities(vendorSide(t.database, bo.actor), opportunityQueryOf({ show: "all" }))
    ).items.map((i) => i.id),
  ).not.toContain(draft.id);
  expect(await code(readOpportunity(vendorSide(t.database, bo.actor), draft.id))).toBe("not_found");
  expect(
    await code(
      asVendor(t.app, bo.actor, agency.orgId, (tx, vendor, who) =>
        answerInvitation(tx, who, vendor, draft.id, "intends", null),
      ),
    ),
  ).toBe("not_found");
  expect(await code(publicSolicitation(publicDb(t.database), { id: draft.id }))).toBe("not_found");
  expect(
    await code(
      asVendor(t.app, ada.actor, agency.orgId, (tx, vendor, who) =>
        answerInvitation(tx, who, vendor, draft.id, "declined", " "),
      ),
    ),
  ).toBe("reason_required");
  await asVendor(t.app, ada.actor, agency.orgId, (tx, vendor, who) =>
    answerInvitation(tx, who, vendor, draft.id, "declined", "No stock until March"),
  );
  await asVendor(t.app, third.actor, agency.orgId, (tx, vendor, who) =>
    answerInvitation(tx, who, vendor, draft.id, "intends", null),
  );
  const shown = (await read(draft.id)).invitations;
  expect(shown.find((i) => i.vendorId === ada.vendorId)).toMatchObject({
    status: "declined",
    declineReason: "No stock until March",
  });
  expect(
    shown.find((i) => i.vendorId === third.vendorId),
    "before the opening the agency does not learn who means to bid",
  ).toMatchObject({ status: "invited", answeredAt: null });
  expect(await as(buyer, (tx) => listVendors(tx, buyer, draft.id, [bo.vendorId], "outreach"))).toBe(
    1,
  );
  expect((await mails("invitation")).filter((m) => m.to_address === ada.actor.email)).toHaveLength(
    1,
  );
  expect((await readOpportunity(vendorSide(t.database, bo.actor), draft.id)).invitation).toBe(
    "invited",
  );
});

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
  const added = await as(buyer, (tx) =>
    publishAddendum(
      tx,
      buyer,
      s.id,
      addendumInput({
        title: "Moisture and quantity",
        text: "Moisture up to 2 percent is accepted.",
        material: true,
        questionId: asked.id,
        changes: [{ itemId: item.id, quantity: "1500" }],
      }),
      null,
    ),
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
        publishAddendum(
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
        publishAddendum(
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
    publishAddendum(
      tx,
      buyer,
      s.id,
      addendumInput({ title: "Yards", text: "Two yards.", material: false }),
      null,
    ),
  );
  await as(buyer, (tx) =>
    endSolicitation(tx, buyer, s.id, "cancel", null, "The council postponed it"),
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
        endSolicitation(tx, theirs.buyer, mine.id, "cancel", null, "Theirs"),
      ),
    ),
  ).toBe("not_found");
});

test("items take the commodity codes that the product or the agency knows, in capitals; an older draft and a copy say or lose the others", async () => {
  const { buyer, manager } = people;
  const items = (...codes: (string | null)[]) =>
    codes.map((commodityCode, at) => ({
      description: `Riprap ${at}`,
      quantity: "2",
      unit: "t",
      commodityCode,
    }));
  const refused = await as(buyer, (tx) =>
    createSolicitation(tx, buyer, solicitationOf(agency, { items: items("212312", "9X9", null) })),
  ).catch((error: object) => error);
  expect(refused).toMatchObject({
    code: "unknown_commodity",
    status: 422,
    errors: [
      {
        path: "items.1.commodityCode",
        message: expect.stringContaining("9X9 is no commodity code"),
      },
    ],
  });
  await as(manager, (tx) =>
    tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      values (${agency.orgId}, gen_random_uuid(), '9X9', 'Rock of our own', 'own')
    `),
  );
  const draft = await as(buyer, (tx) =>
    createSolicitation(tx, buyer, solicitationOf(agency, { items: items("212312", "9x9", null) })),
  );
  expect((await read(draft.id)).items.map((i) => i.commodityCode)).toEqual(["212312", "9X9", null]);
  expect(
    await code(
      as(buyer, (tx) =>
        changeSolicitation(
          tx,
          buyer,
          draft.id,
          solicitationOf(agency, { items: items("NO-SUCH") }),
          draft.version,
        ),
      ),
    ),
  ).toBe("unknown_commodity");
  await as(buyer, (tx) =>
    tx.rows(sql`
      update solicitation_item
      set commodity_code = '8Y8'
      where org_id = ${agency.orgId} and solicitation_id = ${draft.id} and item_no = 2
    `),
  );
  expect((await read(draft.id)).checks.filter((c) => !c.ok).map((c) => c.text)).toContain(
    "Item 2 has the commodity code 8Y8, which nobody knows: choose another, or leave it out.",
  );
  const copy = await as(buyer, (tx) => copyOf(tx, buyer, draft.id, null));
  expect((await read(copy.id)).items.map((i) => i.commodityCode)).toEqual(["212312", null, null]);
});
