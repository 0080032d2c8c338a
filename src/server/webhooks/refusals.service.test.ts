// What endpoints of webhooks refuse, at their addresses.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { askingOf, refusalOf } from "../testing/asking.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { queueWebhook } from "./queue.ts";

let t: TestDatabase;
let admin: Actor;
const ask = askingOf(() => t);
const endpoints = "POST /api/v1/webhook-endpoints";
const topics = ["formSubmission.approved"];
const refused = (path: string, body?: object, version: number | null = null) =>
  refusalOf(ask(admin, path, body, version));
const step = async (id: string, action: string, body: object = {}) => {
  const { version } = await t.database.read(admin).one<{ version: number }>(sql`
    select version
    from webhook_endpoint
    where org_id = ${admin.orgId} and id = ${id}
  `);
  return refused(`${endpoints}/${id}/actions/${action}`, body, version);
};

beforeAll(async () => {
  t = await freshDatabase();
  ({ admin } = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  }));
});
afterAll(() => t.drop());

test("an endpoint has an address of its own and events that are sent; an agency has fifty", async () => {
  const one = { address: "https://example.org/hook", topics };
  expect(await refused(endpoints, { ...one, topics: ["shoes.bought"] })).toContain(
    "No event is called shoes.bought.",
  );
  await ask(admin, endpoints, one);
  expect(await refused(endpoints, one)).toContain("This address is an endpoint already.");
  for (let n = 2; n <= 50; n++)
    await ask(admin, endpoints, { ...one, address: `https://example.org/hook/${n}` });
  expect(await refused(endpoints, { ...one, address: "https://example.org/hook/51" })).toBe(
    "too_many_endpoints: An agency has 50 endpoints at most.",
  );
});

test("a secret is turned once until the old one ends, and an endpoint is enabled or disabled once", async () => {
  const { id } = await t.database.read(admin).one<{ id: string }>(sql`
    select id
    from webhook_endpoint
    where org_id = ${admin.orgId} and address = 'https://example.org/hook'
  `);
  expect(await step(id, "end-old-secret")).toBe(
    "one_secret: One secret signs. There is no old one to end.",
  );
  expect(await step(id, "rotate")).toBe("nothing was refused");
  expect(await step(id, "rotate")).toBe(
    "rotating_already: Two secrets sign already. End the old one first.",
  );
  expect(await step(id, "enable")).toBe("active_already: It is active already.");
  const queued = await t.database.transaction(admin, (tx) =>
    queueWebhook(tx, {
      topic: topics[0]!,
      objectType: "formSubmission",
      objectId: newId(),
      data: {},
      endpointId: id,
    }),
  );
  const why = { reason: "It moves to another server" };
  expect(await step(id, "disable", why)).toBe("nothing was refused");
  expect(await step(id, "disable", why)).toBe("disabled_already: It is disabled already.");
  const delivery = queued!.deliveries[0]!;
  await t.database.transaction(admin, (tx) =>
    tx.rows(sql`
      update webhook_delivery
      set status = 'failed', ended_at = clock_timestamp()
      where org_id = ${admin.orgId} and id = ${delivery}
    `),
  );
  expect(await refused(`POST /api/v1/webhook-deliveries/${delivery}/actions/retry`)).toBe(
    "endpoint_disabled: Its endpoint is disabled. Enable it first.",
  );
});
