import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { allHeldAfterRestore } from "#server/backup/holding.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { connectorBench } from "#server/testing/connector-bench.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { deliveryJob } from "#areas/connectors/delivery/delivery.jobs.ts";
import { beginDelivery, workDelivery } from "#areas/connectors/delivery/delivery.service.ts";
import { a, as, bookTests, follow, people, t } from "../../books.setup.ts";
import { mapChart, publishedLayout } from "../fms.setup.ts";
import type { BatchDetail } from "./batch.model.ts";
import { readFmsStanding } from "./batch.read.service.ts";

bookTests();
const ask = askingOf(() => t);

let there: StandIn;
let says: StandInAnswer;
let jobs: Jobs;
let app: typeof t.app;
let admin: Actor;
let connectorId: string;

beforeAll(async () => {
  there = await openStandIn(() => says);
  const allow = [{ host: "localhost", port: there.port, clear: true }];
  const config = { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow, LEVEE_DELIVERY_SECONDS: 1 };
  app = { ...t.app, config, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
  jobs = await startJobs(app, t.ownerUrl, [deliveryJob]);
});
afterAll(async () => {
  await jobs.stop();
  await app.outgoing.close();
  await there.close();
});

/** An active destination of the agency. */
const destination = async (settings: object = { method: "POST" }): Promise<string> => {
  const bench = await connectorBench(t, admin);
  const { id } = await as(admin, async () =>
    bench.add({
      kind: "push",
      importer: "files-out",
      address: `https://erp.example.com/inbox`,
      settings,
      credentialHeader: "X-Api-Key",
      credential: "open sesame",
    }),
  );
  await bench.close();
  await as(admin, (tx) =>
    tx.rows(sql`
      update connector
      set status = 'active', address = ${`http://localhost:${there.port}/inbox`}
      where org_id = ${a.orgId} and id = ${id}
    `),
  );
  return id;
};

beforeEach(async () => {
  const { keeper } = await makeMembers(t.database, a, { keeper: { role: "admin" } });
  admin = keeper;
  there.asked.length = 0;
  says = { status: 201, body: "Taken as 4711" };
  connectorId = await destination();
});
afterEach(() => {
  says = {};
});

const db = () => t.database.read(people.controller);
const read = (id: string) => ask<BatchDetail>(people.controller, `GET /api/v1/fms-batches/${id}`);
const take = async (id: string, step: string, who = people.controller, body: object = {}) =>
  ask<BatchDetail>(
    who,
    `POST /api/v1/fms-batches/${id}/actions/${step}`,
    body,
    (await read(id)).version,
  );
const because = { reason: "As their operator says" };

const built = async (destinationId: string | null = connectorId): Promise<string> => {
  const layoutId = await publishedLayout();
  await mapChart();
  await approvedInvoice(t.database, a, { cents: 90_00 });
  await follow();
  const { id: periodId } = await db().one<{ id: string }>(sql`
    select period_id as id
    from gl_line
    where org_id = ${a.orgId}
    group by period_id
    order by count(*) desc
    limit 1
  `);
  const { id } = await ask(people.controller, "POST /api/v1/fms-batches", {
    periodId,
    layoutId,
    destinationId,
  });
  await take(id, "validate");
  return id;
};

/** Waits until a batch is no more under way. */
const settled = async (id: string): Promise<BatchDetail> => {
  for (const end = Date.now() + 20_000; ;) {
    const batch = await read(id);
    if (batch.status !== "sending") return batch;
    if (Date.now() > end) throw new Error("it is still going out");
    await new Promise((r) => setTimeout(r, 30));
  }
};
const sentTo = async (id: string, step: "deliver" | "again" = "deliver") => {
  await take(id, step, people.chief, step === "again" ? because : {});
  return settled(id);
};

test("a batch goes out once under its id, by another person than built it, and its run stands at the connector", async () => {
  const id = await built();
  expect(await refusalOf(take(id, "deliver"))).toMatch(/another person sends it/);
  expect(await refusalOf(take(id, "send", people.chief))).toMatch(
    /It goes to its destination by itself: send it there\./,
  );
  const batch = await sentTo(id);
  expect(batch).toMatchObject({ status: "sent", delivery: { attempts: 1 } });
  expect(batch.delivery!.message).toBe("Taken (201). It said: Taken as 4711");
  const [asked] = there.asked;
  expect(there.asked).toHaveLength(1);
  expect(asked!.body.split("\n")[0]).toMatch(/^[0-9-]{10},X[^,]+,X[^,]+,-?\d+\.\d\d/);
  expect(asked!.headers).toMatchObject({ "x-api-key": "open sesame" });
  expect(asked!.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  const runs = await ask<{ items: object[] }>(admin, `GET /api/v1/connectors/${connectorId}/runs`);
  expect(runs.items).toMatchObject([{ outcome: "sent", sha256: batch.sha256, calls: 1 }]);
  expect(JSON.stringify(runs)).not.toContain("sesame");
  expect((await take(id, "acknowledge")).status).toBe("acknowledged");
});

test("what the finance system refuses is not sent, and goes out again under the same id", async () => {
  const id = await built();
  says = { status: 422, body: '{"error": "Journal 000001 is out of balance"}' };
  const refused = await sentTo(id);
  expect(refused).toMatchObject({ status: "validated", sentBy: null, sentAt: null });
  expect(refused.delivery!.message).toContain("Nothing was taken. It said: {");
  says = { status: 201 };
  expect((await sentTo(id)).status).toBe("sent");
  const keys = there.asked.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test.each([
  ["falls silent", { fault: "silent" }, /fell silent or broke off/],
  ["breaks down", { status: 503 }, /answered with an error \(503\)/],
] satisfies [string, StandInAnswer, RegExp][])(
  "a finance system that %s leaves it unknown: a person asks there before it is repeated",
  async (_, answer, words) => {
    const id = await built();
    says = answer;
    const lost = await sentTo(id);
    expect(lost.status).toBe("unknown");
    expect(lost.delivery!.message).toMatch(words);
    expect(await refusalOf(take(id, "again", people.controller, because))).toMatch(
      /another person sends it/,
    );
    expect(await refusalOf(take(id, "again", people.chief))).toMatch(/reason/i);
    expect(await refusalOf(take(id, "withdraw", people.controller, because))).toMatch(
      /^not_in_this_status/,
    );
    expect(there.asked).toHaveLength(1);
    await app.outgoing.close();
    app.outgoing = outgoingDoor(
      openOutgoing({ allow: app.config.LEVEE_OUTGOING_ALLOW }),
      t.database,
    );
    says = { status: 200 };
    expect((await sentTo(id, "again")).status).toBe("sent");
    const [first, second] = there.asked;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers["idempotency-key"]).toBe(first!.headers["idempotency-key"]);
  },
);

const lost = async (): Promise<string> => {
  const id = await built();
  says = { fault: "silent" };
  await sentTo(id);
  await app.outgoing.close();
  app.outgoing = outgoingDoor(openOutgoing({ allow: app.config.LEVEE_OUTGOING_ALLOW }), t.database);
  says = { status: 200 };
  return id;
};

test("somebody who found it there says so, or that it did not arrive; its answer says it as well", async () => {
  const found = await lost();
  expect((await readFmsStanding(db())).unknown).toBe(1);
  expect((await take(found, "found", people.chief, because)).status).toBe("sent");
  const second = await approvedInvoice(t.database, a, { cents: 10_00 });
  expect(second).toBeDefined();
  expect((await take(found, "acknowledge")).status).toBe("acknowledged");
});

test("what did not arrive is sent or withdrawn, and its lines wait again", async () => {
  const id = await lost();
  expect((await take(id, "missed", people.chief, because)).status).toBe("validated");
  expect((await take(id, "withdraw", people.controller, because)).status).toBe("withdrawn");
});

test("lines that the finance system rejects prove that an unknown batch arrived", async () => {
  const id = await lost();
  const rejected = { rejected: "1: Account is closed" };
  expect((await take(id, "reject", people.controller, rejected)).status).toBe("rejected");
});

const waitingDelivery = async (id: string) =>
  db().one<{ id: string; status: string }>(sql`
    select id, status
    from connector_delivery
    where org_id = ${a.orgId} and record_id = ${id}
  `);

test("an instance that ended in the middle sends nothing again by itself", async () => {
  const id = await built();
  says = { status: 201, delayMs: 400 };
  await take(id, "deliver", people.chief);
  for (;;) {
    const { status } = await waitingDelivery(id);
    if (status === "sending") break;
    await new Promise((r) => setTimeout(r, 10));
  }
  // Another instance takes the job up while it is not known what became of the first.
  expect(await workDelivery(app, a.orgId, (await waitingDelivery(id)).id)).toBe("unknown");
  expect((await read(id)).status).toBe("unknown");
  // The answer comes after all: it tells more than "not known".
  for (const end = Date.now() + 5_000; (await read(id)).status !== "sent" && Date.now() < end;)
    await new Promise((r) => setTimeout(r, 30));
  expect((await read(id)).status).toBe("sent");
  expect(there.asked).toHaveLength(1);
});

test("a destination that is paused takes nothing, and says so before", async () => {
  const id = await built();
  await as(admin, (tx) =>
    tx.rows(sql`
      update connector
      set status = 'paused'
      where org_id = ${a.orgId} and id = ${connectorId}
    `),
  );
  expect((await read(id)).problems).toEqual([expect.stringContaining("is paused")]);
  expect((await read(id)).problems[0]).toContain("an administrator lets it go on first.");
  expect(await refusalOf(take(id, "deliver", people.chief))).toMatch(/is paused/);
  expect(await refusalOf(sending(id))).toMatch(/^no_destination: The destination .* is paused/);
});

const sending = (recordId: string, sha256 = "0".repeat(64)) =>
  as(people.chief, (tx, actor) =>
    beginDelivery(tx, actor, {
      connectorId,
      subject: "fmsBatch",
      recordId,
      fileName: "journal.csv",
      sha256,
    }),
  );

test("a destination runs nothing by itself, and takes a file once, with its own bytes", async () => {
  const run = ask(admin, `POST /api/v1/connectors/${connectorId}/actions/run`, { dry: false });
  expect(await refusalOf(run)).toMatch(/^takes_files/);
  expect(await refusalOf(destination({ method: "PUT" }))).toMatch(
    /A destination takes each file as a new one: POST\./,
  );
  const id = await built();
  const { sha256 } = await read(id);
  says = { status: 422 };
  await sentTo(id);
  expect(await refusalOf(sending(id))).toMatch(/^other_bytes/);
  says = { status: 200 };
  await sentTo(id);
  expect(await refusalOf(sending(id, sha256))).toMatch(/^under_way/);
});

test("a batch without a destination is taken there by a person, and no other connector takes files", async () => {
  const id = await built(null);
  expect(await refusalOf(take(id, "deliver", people.chief))).toMatch(
    /It has no destination: a person takes its file there\./,
  );
  expect((await take(id, "send", people.chief)).status).toBe("sent");
  await as(admin, (tx) =>
    tx.rows(sql`
      update connector
      set kind = 'file'
      where org_id = ${a.orgId} and id = ${connectorId}
    `),
  );
  expect(await refusalOf(sending(id))).toMatch(
    /Its destination is no connector that takes files\./,
  );
});

test("after a restore nothing goes out by itself, and what was on its way is not known", async () => {
  const id = await built();
  await as(people.chief, (tx) =>
    tx.rows(sql`
      insert into connector_delivery (
        org_id, id, connector_id, subject, record_id, file_name, sha256, status
      )
      select org_id, gen_random_uuid(), connector_id, 'fmsBatch', id, file_name, sha256, 'sending'
      from fms_batch
      where org_id = ${a.orgId} and id = ${id}
    `),
  );
  await as(people.chief, (tx) =>
    tx.rows(sql`update fms_batch set status = 'sending' where org_id = ${a.orgId} and id = ${id}`),
  );
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (const { name, statement } of allHeldAfterRestore())
    if (/files on their way|batches on their way|take files/.test(name))
      await owner.query(statement);
  await owner.end();
  expect((await read(id)).status).toBe("unknown");
  expect(await workDelivery(app, a.orgId, (await waitingDelivery(id)).id)).toBe("settled");
  expect(await refusalOf(take(id, "again", people.chief, because))).toMatch(/is paused/);
  expect(there.asked).toHaveLength(0);
});
