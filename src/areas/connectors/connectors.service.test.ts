import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { connectorInput } from "./connector/connector.model.ts";
import {
  addConnector,
  changeConnector,
  mapConnector,
  readConnector,
  stepConnector,
} from "./connector/connector.service.ts";
import { importersFor } from "./connector/importer.service.ts";
import { connectorSchedule, runJob } from "./run/run.jobs.ts";
import { beginRun, listRuns, workRun } from "./run/run.service.ts";

let t: TestDatabase;
let app: App;
let source: StandIn;
let says: (path: string) => StandInAnswer = () => ({});
let agency: Agency;
let people: Record<"ann" | "ben", Actor>;
let stranger: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  source = await openStandIn((path) => says(path));
  const allow = [{ host: "localhost", port: source.port, clear: true }];
  const config = { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow };
  app = { ...t.app, config, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ann: { role: "admin" },
    ben: { role: "admin" },
  });
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
});
afterAll(async () => {
  await app.outgoing.close();
  await source.close();
  await t.drop();
});
beforeEach(() => {
  source.asked.length = 0;
});

let serial = 0;
const typed = (over: object = {}) =>
  connectorInput.parse({
    name: `Codes ${++serial}`,
    kind: "file",
    importer: "commodities",
    address: `http://localhost:${source.port}/codes.csv`,
    runAt: "02:30",
    ...over,
  });
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code,
  );
const add = (over: object = {}, by = people.ann) =>
  t.database.transaction(by, (tx) => addConnector(app, tx, by, typed(over)));
const run = async (id: string, dry = false, accept = false) => {
  const begun = await t.database.transaction(people.ann, (tx) => beginRun(tx, id, { dry, accept }));
  await workRun(app, agency.orgId, begun.id);
  return (await runs(id))[0]!;
};
const runs = (id: string) => listRuns(t.database.read(people.ann), id);
const read = (id: string) => readConnector(t.database.read(people.ann), people.ann, id);
const step = async (id: string, action: "activate" | "pause" | "resume") => {
  const { version } = await read(id);
  return t.database.transaction(people.ann, (tx) =>
    stepConnector(tx, people.ann, action, { id, reason: "Tried", version }),
  );
};
const csv = (count: number, { heading = "Code,Name", from = 100 } = {}) => ({
  headers: { "content-type": "text/csv" },
  body: `${heading}\n${Array.from({ length: count }, (_, at) => `Z${from + at}-01,Goods ${from + at}`).join("\n")}\n`,
});
const codes = async (start: string) =>
  (
    await t.database.read(people.ann).one<{ n: number }>(sql`
      select count(*)::int as n
      from commodity
      where org_id = ${agency.orgId} and code like ${`${start}%`}
    `)
  ).n;
const active = async (over: object = {}) => {
  const { id } = await add(over);
  expect((await run(id, true)).message).toBeNull();
  await step(id, "activate");
  return id;
};

test("a draft is tried without writing, mapped, activated, and brings rows in with each reason", async () => {
  says = () => ({
    headers: { "content-type": "text/csv" },
    body: "Code,Title,Extra\nA100-01,Salt,x\n541511,Shipped,y\n",
  });
  const { id } = await add();
  expect(await refusal(step(id, "activate"))).toBe("not_in_this_status");
  expect(await refusal(run(id))).toBe("not_in_this_status");
  const tried = await run(id, true);
  expect(tried).toMatchObject({ outcome: "checked", read: 2, created: 1, rejected: 1 });
  expect(tried.problems[0]).toMatchObject({ row: 3, found: "541511" });
  expect(await codes("A100")).toBe(0);
  const tested = await read(id);
  expect(tested).toMatchObject({
    status: "tested",
    columns: ["Code", "Title", "Extra"],
    mapping: { code: "Code", name: "Title" },
  });
  const map = (mapping: Record<string, string | null>) =>
    t.database.transaction(people.ann, (tx) =>
      mapConnector(tx, people.ann, id, mapping, tested.version),
    );
  expect(await refusal(map({ code: "Code", name: null }))).toBe("mapping");
  expect(await refusal(map({ code: "Code", name: "Nowhere" }))).toBe("mapping");
  await step(id, "activate");
  expect((await read(id)).nextRunAt).not.toBeNull();
  expect(await run(id)).toMatchObject({ outcome: "done", created: 1, rejected: 1 });
  expect(await codes("A100")).toBe(1);
  // The same file again is nothing new.
  expect(await run(id)).toMatchObject({ outcome: "unchanged", read: 0 });
});

test("a heading that changed stops before the first row and shows both", async () => {
  says = () => csv(3, { from: 200 });
  const id = await active();
  await run(id);
  says = () => csv(3, { from: 300, heading: "Number,Name" });
  const stopped = await run(id);
  expect(stopped).toMatchObject({ outcome: "stopped", created: 0 });
  expect(stopped.message).toContain("Before: Code, Name. Now: Number, Name.");
  expect(await codes("Z30")).toBe(0);
  expect((await read(id)).status).toBe("failing");
  says = () => csv(4, { from: 300 });
  expect((await run(id)).outcome).toBe("done");
  expect((await read(id)).status).toBe("active");
});

test("a source that shrank by half asks, and comes in when somebody looked", async () => {
  says = () => csv(10, { from: 400 });
  const id = await active();
  await run(id);
  says = () => csv(4, { from: 450 });
  expect(await run(id)).toMatchObject({ outcome: "asks", created: 0 });
  expect(await codes("Z45")).toBe(0);
  expect(await run(id, false, true)).toMatchObject({ outcome: "done", created: 4 });
});

test("an unchanged ETag is nothing new, a failing source fails once and says why", async () => {
  says = () => ({ ...csv(2, { from: 500 }), etag: '"one"' });
  const id = await active();
  expect((await run(id)).outcome).toBe("done");
  expect((await run(id)).outcome).toBe("unchanged");
  expect(source.asked.at(-1)!.headers["if-none-match"]).toBe('"one"');
  says = () => ({ status: 404 });
  expect(await run(id)).toMatchObject({
    outcome: "failed",
    message: "There is nothing at the address any more.",
  });
  await run(id);
  const told = await t.database
    .read(people.ann)
    .rows(sql`select id from notification where kind = 'connector' and link like ${`%${id}`}`);
  expect(told).toHaveLength(1);
});

test("REST is read by its paths, page by page, with what lets us in, and never endlessly", async () => {
  const rest = (paging: object, path = "/api/items") => ({
    kind: "rest",
    address: `http://localhost:${source.port}${path}`,
    settings: { items: "data.list", fields: ["code", "text.name"], ...paging },
    credentialHeader: "X-Api-Key",
    credential: "open sesame",
  });
  const item = (at: number) => ({ code: `R${at}-01`, text: { name: `Goods, "${at}"` } });
  const page = (items: object[], more: object = {}) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { list: items }, ...more }),
  });
  says = (path) => {
    const at = Number(new URL(path, "http://x").searchParams.get("page") ?? "1");
    return at > 3 ? page([]) : page([item(at * 10), item(at * 10 + 1)]);
  };
  const { id } = await add(rest({ paging: "page", parameter: "page" }));
  await run(id, true);
  const { version } = await read(id);
  await t.database.transaction(people.ann, (tx) =>
    mapConnector(tx, people.ann, id, { code: "code", name: "text.name" }, version),
  );
  await run(id, true);
  await step(id, "activate");
  expect(await run(id)).toMatchObject({ outcome: "done", created: 6 });
  expect(source.asked[0]!.headers["x-api-key"]).toBe("open sesame");
  const shown = JSON.stringify([await read(id), await runs(id)]);
  expect(shown).not.toContain("sesame");
  const [stored] = await t.database
    .read(people.ann)
    .rows<{ name: string }>(
      sql`select name from commodity where org_id = ${agency.orgId} and code = 'R10-01'`,
    );
  expect(stored!.name).toBe('Goods, "10"');

  says = () => page([item(90)]);
  expect((await run(id)).message).toContain("same page again and again");
  says = () => page([item(91)], { next: "abc" });
  const cursor = await add(rest({ paging: "cursor", parameter: "after", cursor: "next" }));
  expect((await run(cursor.id, true)).message).toContain("same page again and again");
  says = () => ({
    ...page([item(92)]),
    headers: { "content-type": "application/json", link: '<https://elsewhere.test/2>; rel="next"' },
  });
  const link = await add(rest({ paging: "link" }));
  expect((await run(link.id, true)).message).toContain("another host");
  says = () => ({ status: 302, headers: { location: "https://elsewhere.test/" } });
  expect((await run(link.id, true)).outcome).toBe("failed");
});

test("a credential does not follow to another host, another source is tested anew", async () => {
  says = () => csv(1, { from: 600 });
  const secret = { credentialHeader: "Authorization", credential: "Bearer xyz" };
  const id = await active(secret);
  const change = async (over: object) => {
    const { version, name } = await read(id);
    return t.database.transaction(people.ann, (tx) =>
      changeConnector(app, tx, people.ann, id, typed({ name, ...over }), version),
    );
  };
  await change({ credentialHeader: "Authorization", runAt: "04:00" });
  expect(await read(id)).toMatchObject({ status: "active", credentialHeader: "Authorization" });
  await change({
    credentialHeader: "Authorization",
    address: "https://elsewhere.example.com/codes.csv",
  });
  expect(await read(id)).toMatchObject({ status: "draft", credentialHeader: "", columns: [] });
  expect(await refusal(change({ address: "https://10.0.0.1/codes.csv" }))).toMatch(
    /outgoing|literal|address/,
  );
  expect(await refusal(change({ address: "http://data.example.com/x.csv" }))).toBeTruthy();
});

test("its hour begins one run, whoever looks, and the next is tomorrow's", async () => {
  says = () => csv(3, { from: 800 });
  const id = await active();
  const jobs = await startJobs(app, t.ownerUrl, [runJob]);
  try {
    await t.database.transaction(people.ann, (tx) =>
      tx.rows(sql`
        update connector
        set next_run_at = clock_timestamp() - interval '1 minute'
        where org_id = ${agency.orgId} and id = ${id}
      `),
    );
    await Promise.all([connectorSchedule.run(app), connectorSchedule.run(app)]);
    await expect
      .poll(async () => (await runs(id)).map(({ outcome }) => outcome), { timeout: 15_000 })
      .toEqual(["done", "checked"]);
    expect(Date.parse((await read(id)).nextRunAt!)).toBeGreaterThan(Date.now());
    expect(await codes("Z80")).toBe(3);
  } finally {
    await jobs.stop();
  }
});

test("only imports that the person may do are offered, never people, and never in another agency", async () => {
  const kinds = importersFor(people.ann).map(({ kind }) => kind);
  expect(kinds).toContain("vendors");
  expect(kinds).not.toContain("invitations");
  const fields = importersFor(people.ann).flatMap((one) => one.fields.map(({ name }) => name));
  expect(fields).not.toContain("routingNumber");
  expect(await refusal(add({ importer: "invitations" }))).toBe("invalid_field");
  says = () => csv(2, { from: 700 });
  const id = await active();
  expect(await refusal(readConnector(t.database.read(stranger), stranger, id))).toBe("not_found");
  const begun = t.database.transaction(stranger, (tx) =>
    beginRun(tx, id, { dry: false, accept: false }),
  );
  expect(await refusal(begun)).toBe("not_found");
  await t.database.transaction(people.ben, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.ann.personId}
    `),
  );
  expect((await run(id)).message).toContain("is no member now");
});
