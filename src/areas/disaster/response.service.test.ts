import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor, EndingChoice } from "#kernel/access.ts";
import { published } from "#server/db/scopes/published.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { chainFor } from "#server/origin/chain.ts";
import { endingOf } from "#server/origin/ends.ts";
import { tokenOf } from "#server/mail/letter-link.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { createOrder, issueOrder, submitOrder } from "#areas/procurement/procurement.server.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { observationInput } from "./after/observation.model.ts";
import { observationsOf, observe } from "./after/observation.service.ts";
import { addFeed, feedSchedule, listFeeds } from "./alert/feed.jobs.ts";
import { takeMessages } from "./alert/alert.service.ts";
import { beginIncident } from "./incident/draft.service.ts";
import { incidentInput } from "./incident/incident.model.ts";
import { readIncident } from "./incident/incident.read.service.ts";
import { moveIncident } from "./incident/incident.service.ts";
import { holdPosition } from "./incident/position.service.ts";
import { sourcedOf } from "#server/testing/requests.ts";
import { requestInput, type StepInput } from "./request/request.model.ts";
import { askForResource, readRequest, requestSteps } from "./request/request.service.ts";
import { siteInput } from "./site/site.model.ts";
import { moveSite, publicSites, sitesOf, writeSite } from "./site/site.service.ts";
import { lifelines, type Lifeline } from "./situation/lifelines.ts";
import { situationInput } from "./situation/situation.model.ts";
import { reportSituation, situationsOf } from "./situation/situation.service.ts";
import { answerQuestion, askedVendors, askVendors, questionOf } from "./supply/question.service.ts";
import { supplyNow } from "./supply/supply.service.ts";

let t: TestDatabase;
let app: App;
let source: StandIn;
let says: () => StandInAnswer = () => ({});
let departmentId: string, accountStringId: string, vendorId: string;
type Name =
  | "chief"
  | "second"
  | "planner"
  | "logistics"
  | "finance"
  | "manager"
  | "buyer"
  | "receiver";
let allow: { host: string; port: number; clear: true }[];
let people: Record<Name, Actor>;

const ask = askingOf(() => t);
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  t = await freshDatabase();
  source = await openStandIn(() => says());
  allow = [{ host: "localhost", port: source.port, clear: true }];
  app = {
    ...t.app,
    config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow },
    outgoing: outgoingDoor(openOutgoing({ allow }), t.database),
  };
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
    second: { duties: ["emergency_manager"] },
    planner: {},
    logistics: {},
    finance: {},
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  ({ accountStringId } = await makeBudget(t.database, agency, 1_000_000_00));
  ({ departmentId } = agency);
  vendorId = (await makeVendor(t.database, agency)).id;
  await t.database.transaction(people.chief, (tx) =>
    tx.rows(sql`
      update vendor
      set postal_code = '55318'
      where org_id = ${tx.scope.orgId} and id = ${vendorId}
    `),
  );
  await makePolicy(t.database, people.manager, { documentType: "requisition" });
  await makePolicy(t.database, people.manager, { documentType: "purchaseOrder" });
});
afterAll(async () => {
  await app.outgoing.close();
  await source.close();
  await t.drop();
});

const incidentOf = async (exercise = false): Promise<string> => {
  const { chief } = people;
  const made = await as(chief, (tx) =>
    beginIncident(
      tx,
      chief,
      incidentInput.parse({
        title: "Flood of the Cedar",
        kind: "flood",
        exercise,
        beginsOn: businessDate(tx.scope),
        departmentId,
        accountStringId,
      }),
    ),
  );
  await as(chief, (tx) =>
    moveIncident(tx, chief, "activate", { id: made.id, version: null, level: 1 }),
  );
  const { positions } = await readIncident(t.database.read(chief), chief, made.id);
  const holders = { PSC: people.planner, LSC: people.logistics, FSC: people.finance };
  for (const [code, person] of Object.entries(holders))
    await as(chief, (tx) =>
      holdPosition(tx, chief, positions.find((p) => p.code === code)!.id, {
        personId: person.personId!,
        handover: "",
      }),
    );
  return made.id;
};

const eight = (over: Partial<Record<Lifeline, [string, string]>> = {}) =>
  (Object.keys(lifelines) as Lifeline[]).map((lifeline) => {
    const [status, reason] = over[lifeline] ?? ["stable", ""];
    return { lifeline, status, reason };
  });
const sitrep = (over: object = {}) =>
  situationInput.parse({
    asOf: at(-1),
    summary: "Water falls; two roads are still closed.",
    lifelines: eight({ transportation: ["disrupted", "County Road 14 is closed"] }),
    ...over,
  });

test("a situation report says all eight lifelines, by people of the section, and stays as it is", async () => {
  const id = await incidentOf();
  await as(people.planner, (tx) => reportSituation(tx, people.planner, id, sitrep()));
  const [report] = await situationsOf(t.database.read(people.chief), id);
  expect(report).toMatchObject({ number: expect.stringMatching(/^SIT-\d{4}-00001$/) });
  expect(report!.lifelines).toHaveLength(8);
  expect(() => sitrep({ lifelines: eight().slice(1) })).toThrow(/each of the eight/);
  expect(() => sitrep({ lifelines: eight({ water: ["failed", ""] }) })).toThrow(
    /: say why\. Only what is stable/,
  );
  await expect(
    as(people.buyer, (tx) => reportSituation(tx, people.buyer, id, sitrep())),
  ).rejects.toMatchObject({ status: 403 });
  await expect(
    as(people.planner, (tx) => reportSituation(tx, people.planner, id, sitrep({ asOf: at(2) }))),
  ).rejects.toMatchObject({ status: 422 });
  await expect(
    as(people.chief, (tx) =>
      tx.rows(sql`update incident_situation set summary = 'dry' where org_id = ${tx.scope.orgId}`),
    ),
  ).rejects.toThrow();
});

test("an improvement is a task of whoever sees to it, and is done when the task is", async () => {
  const id = await incidentOf();
  const wanted = observationInput.parse({
    kind: "improvement",
    observed: "The pump came six hours late.",
    recommendation: "Keep a kit for pumps.",
    ownerId: people.buyer.personId,
    dueOn: "2099-06-30",
  });
  await as(people.planner, (tx) => observe(tx, people.planner, id, wanted));
  expect(() => observationInput.parse({ ...wanted, ownerId: null })).toThrow(/who sees to it/);
  const tasks = await as(people.buyer, (tx) =>
    tx.rows<{ title: string }>(sql`
      update task
      set done_at = clock_timestamp()
      where org_id = ${tx.scope.orgId} and person_id = ${people.buyer.personId}
      returning title
    `),
  );
  expect(tasks).toEqual([{ title: expect.stringContaining("Keep a kit for pumps.") }]);
  const [seen] = await observationsOf(t.database.read(people.chief), id);
  expect(seen!.doneAt).not.toBeNull();
});

test("who writes a shelter down does not publish it; the public reads it until it is over; an exercise publishes none", async () => {
  const { chief, second } = people;
  const shelter = siteInput.parse({
    kind: "shelter",
    name: "Ice arena",
    address: "250 Village Road, Chaska",
    hours: "Day and night",
  });
  const step = (actor: Actor, action: "publish" | "end", id: string) =>
    as(actor, (tx) => moveSite(tx, actor, action, { id, version: null }));
  const incidentId = await incidentOf();
  const { id } = await as(chief, (tx) => writeSite(tx, chief, incidentId, shelter));
  await expect(step(chief, "publish", id)).rejects.toMatchObject({ status: 409 });
  expect(await publicSites(published(t.database))).toEqual([]);
  await step(second, "publish", id);
  expect(await publicSites(published(t.database))).toMatchObject([
    { name: "Ice arena", hours: "Day and night" },
  ]);
  await step(chief, "end", id);
  expect(await publicSites(published(t.database))).toEqual([]);
  const exercise = await incidentOf(true);
  const drill = await as(chief, (tx) => writeSite(tx, chief, exercise, shelter));
  await expect(step(second, "publish", drill.id)).rejects.toMatchObject({ code: "exercise" });
  const stranger = await makeMembers(t.database, await makeAgency(t.database), {
    other: { duties: ["emergency_manager"] },
  });
  await expect(step(stranger.other, "end", drill.id)).rejects.toMatchObject({ status: 404 });
  await expect(
    sitesOf(t.database.read(stranger.other), stranger.other, exercise),
  ).rejects.toMatchObject({ status: 404 });
});

const bought = async (incidentId: string) => {
  const { chief, planner, logistics, finance } = people;
  const step = (
    actor: Actor,
    action: keyof typeof requestSteps,
    id: string,
    input: StepInput = {},
  ) =>
    as(actor, (tx) =>
      requestSteps[action](tx, actor, { id, version: null, reason: input.reason ?? null }, input),
    );
  const { id } = await as(chief, (tx) =>
    askForResource(
      tx,
      chief,
      requestInput.parse({
        incidentId,
        title: "Pumps for the station",
        need: "The lift station stands dry only by pumping.",
        category: "B",
        neededAt: at(4),
        lines: [{ description: "Pump, 6 inch", quantity: "2", unitPrice: "1200.00" }],
      }),
    ),
  );
  await step(planner, "approveSection", id);
  await step(logistics, "check", id);
  await step(logistics, "order", id, await sourcedOf(t.database.read(chief), id, "purchase"));
  await step(logistics, "toFinance", id);
  await step(finance, "fund", id);
  const { requisitionId } = await readRequest(t.database.read(chief), chief, id);
  await approveDocument(t.database, people.manager, requisitionId!);
  const [line] = await t.database.read(chief).rows<{ id: string }>(sql`
    select id
    from requisition_line
    where org_id = ${chief.orgId} and requisition_id = ${requisitionId}
  `);
  const { buyer } = people;
  const input = orderInput.parse({
    title: "Pumps",
    vendorId,
    departmentId,
    requisitionLines: [{ requisitionLineId: line!.id, quantity: "2", unitPrice: "1200.00" }],
  });
  const order = await as(buyer, (tx) => createOrder(tx, buyer, input));
  await as(buyer, (tx) => submitOrder(tx, buyer, { id: order.id, version: null }));
  await approveDocument(t.database, people.manager, order.id);
  await as(buyer, (tx) =>
    issueOrder(tx, buyer, { id: order.id, version: null }, "http://levee.test"),
  );
  const lines = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${buyer.orgId} and purchase_order_id = ${order.id}
  `);
  return { id, order: { id: order.id, lines } };
};

test("a request is received once all of its order came; its cost is what the ledger holds, by category", async () => {
  const incidentId = await incidentOf();
  const { id, order } = await bought(incidentId);
  const { chief } = people;
  const state = async () => (await readRequest(t.database.read(chief), chief, id)).status;
  expect(await state()).toBe("ordered");
  await receiveGoods(t.database, people, order, ["1"]);
  expect(await state()).toBe("partial");
  await receiveGoods(t.database, people, order, ["1"]);
  expect(await state()).toBe("received");
  const read = await readIncident(t.database.read(chief), chief, incidentId);
  const [ledger] = await t.database.read(chief).rows<{ cents: number }>(sql`
    select sum(encumbered + expended)::bigint as cents
    from commitment_entry
    where org_id = ${chief.orgId} and document_id = ${order.id}
  `);
  expect(ledger!.cents).toBe(2400_00);
  expect(read.costCents).toBe(2400_00);
  expect(read.costs).toMatchObject([{ committed: 2400_00, spent: 0, orders: 1 }]);
  expect(read.categories).toEqual([{ category: "B", committed: 2400_00 }]);
});

test("who cancels a request is told of its half-received order and says what becomes of it", async () => {
  const { chief, logistics, manager } = people;
  const half = async () => {
    const made = await bought(await incidentOf());
    await receiveGoods(t.database, people, made.order, ["1"]);
    return made;
  };
  const cancel = (id: string, ending?: readonly EndingChoice[]) => {
    const actor: Actor = { ...logistics, ...(ending && { ending }) };
    return as(actor, (tx) =>
      requestSteps.cancel(tx, actor, { id, version: null, reason: "The water falls." }, {}),
    );
  };
  const orderNow = (id: string) =>
    t.database.read(manager).one<{ status: string; amount: number; encumbered: number }>(sql`
      select
        o.status, o.amount,
        (
          select coalesce(sum(encumbered), 0)::bigint
          from commitment_entry e
          where e.org_id = o.org_id and e.document_id = o.id
        ) as encumbered
      from purchase_order o
      where o.org_id = ${manager.orgId} and o.id = ${id}
    `);
  const first = await half();
  const record = { type: "incidentRequest", id: first.id };
  const read = t.database.read(chief);
  expect(await endingOf(read, chief, record, "takes")).toMatchObject([
    {
      type: "purchaseOrder",
      id: first.order.id,
      cents: 1200_00,
      says: "$1,200.00 has not come",
      outcomes: [{ name: "shortClose" }, { name: "tell" }, { name: "keep", needsReason: true }],
    },
  ]);
  const said = { id: first.order.id, outcome: "keep" };
  await expect(cancel(first.id, [said])).rejects.toMatchObject({ code: "reason_required" });
  await expect(cancel(first.id, [])).rejects.toMatchObject({ code: "children_changed" });
  await expect(
    cancel(first.id, [{ id: first.order.id, outcome: "withdraw" }]),
  ).rejects.toMatchObject({ code: "no_such_outcome" });
  await cancel(first.id);
  expect(await orderNow(first.order.id)).toMatchObject({ amount: 1200_00, encumbered: 1200_00 });
  const second = await half();
  const kept = { id: second.order.id, outcome: "keep", reason: "The next flood needs it." };
  await cancel(second.id, [kept]);
  expect(await orderNow(second.order.id)).toMatchObject({
    status: "partly_received",
    amount: 2400_00,
  });
  const chain = await chainFor(read, chief, { type: "incidentRequest", id: second.id });
  expect(chain.from.map((link) => link.type)).toEqual(["incident"]);
  expect(chain.cameOf.every((link) => link.number !== "")).toBe(true);
});

const warning = (id: string) =>
  JSON.stringify({
    type: "Feature",
    geometry: null,
    properties: {
      id,
      areaDesc: "Carver",
      geocode: { SAME: ["027019"] },
      references: [],
      sent: at(-2),
      ends: at(20),
      status: "Actual",
      messageType: "Alert",
      severity: "Severe",
      event: "Flood Warning",
      headline: "Flood warning",
      parameters: {},
    },
  });

test("vendors inside a warning with open orders are asked once, whoever presses; who asked is told the answer", async () => {
  const { chief, buyer } = people;
  await bought(await incidentOf());
  await expect(as(buyer, (tx) => askVendors(tx, buyer))).rejects.toMatchObject({
    code: "nobody_to_ask",
  });
  await as(chief, (tx) => takeMessages(tx, chief, warning("w1")));
  const tries = await Promise.allSettled(
    [buyer, chief].map((who) => as(who, (tx) => askVendors(tx, who))),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [asked] = await askedVendors(t.database.read(chief));
  expect(asked).toMatchObject({ vendorId, answer: null, over: false });
  const supply = () => supplyNow(t.database.read(chief), chief, businessDate(chief));
  const named = await supply();
  expect(named.touched).not.toEqual([]);
  expect(named.touched.every((order) => order.vendorId === vendorId)).toBe(true);
  expect(named.alerts.map(({ headline }) => headline)).toEqual(["Flood warning"]);
  const atStake = named.touched.reduce((sum, { amount }) => sum + amount, 0);
  expect(named.exposed).toEqual({ count: named.touched.length, cents: atStake });
  // Software comes over the wire: no flood holds it up.
  const recode = (code: string) =>
    as(chief, (tx) =>
      tx.rows(sql`
        update purchase_order_line
        set commodity_code = ${code}
        where org_id = ${chief.orgId}
      `),
    );
  await recode("513210");
  expect(await supply()).toMatchObject({ touched: [], places: [], alerts: [], vendors: 0 });
  await recode("333914");
  const letters = await identityDb(t.database).rows<{ text: string }>(sql`
    select body_text as text
    from mail
    where org_id = ${chief.orgId} and kind = 'supply_question'
  `);
  expect(letters).toHaveLength(1);
  expect(letters[0]!.text).toContain("/cannot");
  const link = tokenOf("supply-question", { orgId: chief.orgId!, id: asked!.id });
  expect(await refusalOf(ask(chief, `POST /api/v1/public/deliveries/${link}/which`))).toBe(
    "invalid_field: Choose one of the three answers.",
  );
  await as(chief, (tx) => answerQuestion(tx, chief, asked!.id, "late"));
  const ends = (from: string) =>
    as(chief, (tx) =>
      tx.rows(sql`
        update supply_question
        set ends_at = clock_timestamp() + ${from}::interval
        where org_id = ${chief.orgId} and id = ${asked!.id}
      `),
    );
  await ends("-1 second");
  await expect(
    as(chief, (tx) => answerQuestion(tx, chief, asked!.id, "cannot")),
  ).rejects.toMatchObject({
    code: "question_over",
    message: "This question is over. Please call the buyer.",
  });
  await ends("1 day");
  expect((await questionOf(t.database.read(chief), asked!.id)).answer).toBe("late");
  const told = await Promise.all(
    [buyer, chief].map((who) =>
      t.database.read(who).rows<{ title: string }>(sql`
        select title
        from notification
        where person_id = ${who.personId} and kind = 'supply.answered'
      `),
    ),
  );
  expect(told.flat()).toEqual([{ title: expect.stringContaining("later") }]);
});

test("a feed that is down, busy or cut loses and doubles nothing, and stops no other", async () => {
  const { chief } = people;
  await as(chief, (tx) =>
    addFeed(app, tx, chief, { name: "NWS", address: `http://localhost:${source.port}/alerts` }),
  );
  const kept = async () =>
    (
      await t.database.read(chief).rows<{ identifier: string }>(sql`
        select identifier
        from weather_alert
        where org_id = ${chief.orgId} and identifier like 'feed-%'
        order by identifier
      `)
    ).map((row) => row.identifier);
  const fetched = async (answer: StandInAnswer) => {
    says = () => answer;
    await as(chief, (tx) =>
      tx.rows(sql`update alert_feed set tried_at = null where org_id = ${tx.scope.orgId}`),
    );
    // A host that failed is left alone for a while; each time somebody else asks.
    await app.outgoing.close();
    app = { ...app, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
    await feedSchedule.run(app);
    return (await listFeeds(t.database.read(chief)))[0]!;
  };
  const body = `{"type":"FeatureCollection","features":[${warning("feed-1")},${warning("feed-2")}]}`;
  for (const bad of [{ status: 429 }, { status: 503 }, { body, fault: "cut" as const }])
    expect((await fetched(bad)).failures).toBeGreaterThan(0);
  expect(await fetched({ status: 410 })).toMatchObject({ message: "The feed answered with 410." });
  expect(await kept()).toEqual([]);
  expect(await fetched({ body, etag: '"one"' })).toMatchObject({ failures: 0, message: null });
  expect(await kept()).toEqual(["feed-1", "feed-2"]);
  // The second time it says 304, the third the same again.
  await fetched({ body, etag: '"one"' });
  await fetched({ body, etag: '"two"' });
  expect(await kept()).toEqual(["feed-1", "feed-2"]);
  expect((await fetched({ body: "<html>Sorry</html>" })).lastOkAt).not.toBeNull();
  expect(await kept()).toEqual(["feed-1", "feed-2"]);
});
