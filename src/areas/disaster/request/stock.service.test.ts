// A resource request that the stores fill: asked what is there, held, issued to the incident, given back.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { beginIncident } from "../incident/draft.service.ts";
import { incidentInput } from "../incident/incident.model.ts";
import { readIncident } from "../incident/incident.read.service.ts";
import { moveIncident } from "../incident/incident.service.ts";
import { holdPosition } from "../incident/position.service.ts";
import { giveLine } from "./line.service.ts";
import { requestInput, stepInput } from "./request.model.ts";
import { askForResource, readRequest, requestSteps } from "./request.service.ts";

let t: TestDatabase;
let s: Stores;
let people: Record<"chief" | "planner" | "logistics" | "finance" | "yard" | "clerk", Actor>;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  const { clerk2, ...others } = await makeMembers(t.database, s.agency, {
    chief: { duties: ["emergency_manager"] },
    planner: {},
    logistics: {},
    finance: {},
    yard: { duties: ["storekeeper"] },
    clerk2: {},
  });
  people = { ...others, clerk: clerk2 };
});
afterAll(() => t.drop());

const begun = async (exercise: boolean): Promise<string> => {
  const { chief } = people;
  const { id } = await as(chief, (tx) =>
    beginIncident(
      tx,
      chief,
      incidentInput.parse({
        title: exercise ? "Flood on paper" : "Flood of the Cedar",
        kind: "flood",
        exercise,
        beginsOn: businessDate(tx.scope),
      }),
    ),
  );
  await as(chief, (tx) => moveIncident(tx, chief, "activate", { id, version: null, level: 1 }));
  const { positions } = await readIncident(t.database.read(chief), chief, id);
  for (const [code, person] of [
    ["PSC", people.planner],
    ["LSC", people.logistics],
    ["FSC", people.finance],
  ] as const)
    await as(chief, (tx) =>
      holdPosition(tx, chief, positions.find((p) => p.code === code)!.id, {
        personId: person.personId!,
        handover: "",
      }),
    );
  return id;
};
const step = (actor: Actor, action: keyof typeof requestSteps, id: string, input: object = {}) =>
  as(actor, (tx) =>
    requestSteps[action](
      tx,
      actor,
      { id, version: null, reason: "The water falls." },
      stepInput.parse(input),
    ),
  );
const read = (id: string) => readRequest(t.database.read(people.chief), people.chief, id);
const asked = async (incidentId: string, description: string, quantity: string) => {
  const { chief, planner, logistics } = people;
  const { id } = await as(chief, (tx) =>
    askForResource(
      tx,
      chief,
      requestInput.parse({
        incidentId,
        title: description,
        need: "The lift station stands dry only by pumping.",
        neededAt: new Date(Date.now() + 14_400_000).toISOString(),
        lines: [{ description, quantity, unit: "bag", unitPrice: "0" }],
      }),
    ),
  );
  await step(planner, "approveSection", id);
  await step(logistics, "check", id);
  return id;
};
const source = async (id: string, over: object = {}) => {
  const { lines } = await read(id);
  const sources = [
    {
      ...{ lineId: lines[0]!.id, source: "own", giverId: people.yard.personId, fromStores: true },
      ...over,
    },
  ];
  return step(people.logistics, "order", id, { sources });
};
const give = async (actor: Actor, id: string) => {
  const { lines } = await read(id);
  return as(actor, (tx) =>
    giveLine(tx, actor, { id, lineId: lines[0]!.id }, { note: "Handed to the crew." }),
  );
};

test("own stock is asked for, held, issued to the incident by its storekeeper, and fills the request", async () => {
  const item = await s.item({ name: "Sandbag, filled" });
  await s.found(item, "100", 250_00);
  const incidentId = await begun(false);
  const id = await asked(incidentId, "Sandbag, filled", "60");
  const stores = await s.asking<{ items: object[] }>(
    people.clerk,
    `GET /api/v1/incident-requests/${id}/stores`,
  );
  expect(stores.items).toMatchObject([{ available: "100" }]);
  await source(id);
  expect(await s.free(item)).toBe("40");
  await step(people.logistics, "toFinance", id);
  await step(people.finance, "fund", id);
  expect((await read(id)).lines).toMatchObject([
    { state: "waits", fromStores: true, issued: null },
  ]);
  await give(people.yard, id);
  const [line] = (await read(id)).lines;
  expect(line).toMatchObject({ state: "filled", issued: expect.stringMatching(/^MOV-/) });
  expect((await read(id)).status).toBe("received");
  const issue = await s.db().one<{ consumerId: string; valueCents: number }>(sql`
    select m.consumer_id, l.value_cents
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and m.number = ${line!.issued}
  `);
  expect(issue).toEqual({ consumerId: incidentId, valueCents: -150_00 });
  expect(await s.free(item)).toBe("40");
});

test("what is cancelled gives back what is held; more than there is, or a strange name, is refused", async () => {
  const item = await s.item({ name: "Pump, 6 inch" });
  await s.found(item, "2", 4_000_00);
  const incidentId = await begun(false);
  const id = await asked(incidentId, "Pump, 6 inch", "2");
  await source(id);
  expect(await s.free(item)).toBe("0");
  const more = await asked(incidentId, "Pump, 6 inch", "1");
  expect(await refusalOf(source(more).then(String))).toContain("not_in_stores");
  const strange = await asked(incidentId, "Generator", "1");
  expect(await refusalOf(source(strange).then(String))).toContain("not_in_stores");
  await step(people.logistics, "cancel", id);
  expect(await s.free(item)).toBe("2");
});

test("who does not keep the stores hands nothing out, and an exercise moves nothing", async () => {
  const item = await s.item({ name: "Plastic sheeting" });
  await s.found(item, "8", 80_00);
  const id = await asked(await begun(false), "Plastic sheeting", "3");
  await source(id, { giverId: people.clerk.personId });
  await step(people.logistics, "toFinance", id);
  await step(people.finance, "fund", id);
  expect(await refusalOf(give(people.clerk, id).then(String))).toContain(
    "Whoever keeps the stores hands this out, and confirms it.",
  );
  const paper = await asked(await begun(true), "Plastic sheeting", "3");
  await source(paper);
  expect(await s.free(item)).toBe("5");
  await step(people.logistics, "toFinance", paper);
  await step(people.finance, "fund", paper);
  await give(people.yard, paper);
  expect((await read(paper)).lines).toMatchObject([{ state: "filled", issued: null }]);
});
