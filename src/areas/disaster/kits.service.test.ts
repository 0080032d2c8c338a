import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { addKit } from "#areas/emergency/preparation/preparation.service.ts";
import { kitInput } from "#areas/emergency/preparation/preparation.model.ts";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { readAlert } from "./alert/alert.read.service.ts";
import { takeMessages } from "./alert/alert.service.ts";
import { setKitAside } from "./alert/kit-draft.service.ts";
import { alertRules } from "./alert/rule.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let chief: Actor, stranger: Actor;
let kitId: string;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  ({ chief } = await makeMembers(t.database, a.agency, {
    chief: { role: "manager", duties: ["emergency_manager", "duty_officer"] },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin", duties: ["emergency_manager"] },
  }));
  const contractId = await a.inForce({ title: "Pumps" });
  ({ id: kitId } = await as(chief, (tx) =>
    addKit(
      tx,
      chief,
      kitInput.parse({
        name: "Pump crew",
        contractId,
        lines: [{ description: "Pump", unit: "day", unitPrice: "400.00", quantity: "3" }],
      }),
    ),
  ));
  await as(chief, async (tx) => {
    const rule = await alertRules.draft(
      tx,
      chief,
      {
        name: "Pumps",
        events: ["Flood Warning"],
        severities: [],
        nearMeters: 0,
        needsRecords: false,
        people: [],
        draftsIncident: false,
        kits: [kitId],
        toDo: "",
      },
      null,
    );
    await alertRules.publish(tx, chief, rule.id, rule.version);
  });
});
afterAll(() => t.drop());

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const warning = (id: string, over: object = {}) =>
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
      ...over,
    },
  });
const money = () =>
  t.database.read(chief).one<{ entries: number; orders: number; letters: number }>(sql`
    select
      (select count(*)::int from commitment_entry where org_id = ${chief.orgId}) as entries,
      (select count(*)::int from purchase_order where org_id = ${chief.orgId}) as orders,
      (select count(*)::int from mail where org_id = ${chief.orgId}) as letters
  `);
const alertId = async (identifier: string) =>
  (
    await t.database.read(chief).one<{ id: string }>(sql`
      select id
      from weather_alert
      where org_id = ${chief.orgId} and identifier = ${identifier}
    `)
  ).id;

test("a rule prepares one order of a kit for an event; nothing is reserved or sent", async () => {
  const before = await money();
  await as(chief, (tx) => takeMessages(tx, chief, warning("k1")));
  const update = { messageType: "Update", references: [{ identifier: "k1" }], severity: "Extreme" };
  await as(chief, (tx) => takeMessages(tx, chief, warning("k2", { ...update, sent: at(-1) })));
  expect(await money()).toEqual(before);
  const { prepared } = await readAlert(t.database.read(chief), chief, await alertId("k2"));
  expect(prepared).toMatchObject([
    { kitId, kit: "Pump crew", why: null, setAside: "", order: null },
  ]);
  const { id } = prepared[0]!;
  await expect(as(stranger, (tx) => setKitAside(tx, stranger, id, "Mine"))).rejects.toMatchObject({
    kind: "notFound",
  });
  const twice = await Promise.allSettled(
    [1, 2].map(() => as(chief, (tx) => setKitAside(tx, chief, id, "The crest is past."))),
  );
  expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(as(chief, (tx) => setKitAside(tx, chief, id, "Again"))).rejects.toMatchObject({
    code: "set_aside",
  });
  const again = await readAlert(t.database.read(chief), chief, await alertId("k1"));
  expect(again.prepared).toMatchObject([{ setAside: "The crest is past." }]);
});
