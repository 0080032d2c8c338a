import { hash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { connectorBench, type ConnectorBench } from "#server/testing/connector-bench.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "#areas/organization/organization.server.ts";
import "#areas/vendors/vendors.server.ts";
import { listsFor } from "./outward.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"ann" | "ben", Actor>;
let bench: ConnectorBench;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ann: { role: "admin" },
    ben: { role: "admin" },
  });
  bench = await connectorBench(t, people.ann);
  await makeVendor(t.database, agency, { name: "Aster Paving" });
  await makeVendor(t.database, agency, { name: "Birch Salt", status: "inactive" });
  await makeVendor(t.database, await makeAgency(t.database), { name: "Of Another Agency" });
});
afterAll(async () => {
  await bench.close();
  await t.drop();
});
beforeEach(() => {
  bench.source.asked.length = 0;
  bench.says(() => ({ status: 204 }));
});

const out = (settings: object = {}, over: object = {}) => ({
  kind: "list",
  importer: "list-out",
  address: bench.at("/inbox/vendors.csv"),
  settings: { list: "/api/v1/vendors", query: "status=active", ...settings },
  credentialHeader: "X-Api-Key",
  credential: "open sesame",
  ...over,
});
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { errors?: { path: string }[]; code?: string }) =>
      error.errors?.[0]?.path ?? error.code,
  );

test("a list goes out as CSV under a key, and the run keeps the hash of what was sent", async () => {
  const { id } = await bench.add(out());
  const tried = await bench.run(id, { dry: true });
  expect(tried).toMatchObject({ outcome: "checked", read: 1 });
  expect(bench.source.asked).toHaveLength(0);
  const sending = await bench.active(out());
  const sent = await bench.run(sending);
  expect(sent).toMatchObject({ outcome: "sent", read: 1, calls: 1 });
  const [asked] = bench.source.asked;
  expect(asked).toMatchObject({
    method: "PUT",
    path: "/inbox/vendors.csv",
    headers: {
      "x-api-key": "open sesame",
      "content-type": "text/csv; charset=utf-8",
      "idempotency-key": sent.id,
    },
  });
  expect(asked!.body).toContain("Aster Paving");
  expect(asked!.body).not.toMatch(/Birch Salt|Of Another Agency/);
  expect(sent.sha256).toBe(hash("sha256", asked!.body));
  expect(tried.sha256).toBe(sent.sha256);
  const entries = await t.database.read(people.ann).rows(sql`
    select id
    from audit_entry
    where org_id = ${agency.orgId} and action = 'connector.send' and object_id = ${sending}
  `);
  expect(entries).toHaveLength(1);
  expect(JSON.stringify([await bench.read(sending), await bench.runs(sending)])).not.toContain(
    "sesame",
  );
});

test("what the receiver refuses is no sending, and tried again when it says so", async () => {
  const id = await bench.active(out({ method: "POST" }));
  const refused = await bench.runAgainst(id, { status: 401 });
  expect(refused).toMatchObject({ outcome: "failed" });
  expect(refused.message).toContain("Look at the credential");
  const paused = await bench.runAgainst(id, { status: 429, headers: { "retry-after": "600" } });
  expect(paused.message).toBe("The source asks for a pause.");
  const moved = await bench.runAgainst(id, {
    status: 307,
    headers: { location: "http://169.254.169.254/" },
  });
  expect(moved.outcome).toBe("failed");
  expect((await bench.read(id)).status).toBe("failing");
  expect(await bench.run(id)).toMatchObject({ outcome: "sent" });
  expect(bench.source.asked.at(-1)).toMatchObject({ method: "POST" });
  expect((await bench.read(id)).status).toBe("active");
});

test("only lists that the person reads themselves, never people and proof, never a private host", async () => {
  const paths = (await listsFor(t.database.read(people.ann), people.ann)).map(({ path }) => path);
  expect(paths).toContain("/api/v1/vendors");
  for (const path of paths) expect(path).not.toMatch(/audit|member|connector|webhook|letter/);
  expect(await refusal(bench.add(out({ list: "/api/v1/members" })))).toBe("settings.list");
  expect(await refusal(bench.add(out({ list: "/api/v1/nothing" })))).toBe("settings.list");
  expect(await refusal(bench.add(out({ query: "status.min=x&sort=;drop" })))).toBe(
    "invalid_search",
  );
  for (const address of ["https://10.0.0.1/in", "http://data.example.com/in", "https://u:p@x.org/"])
    expect([address, await refusal(bench.add(out({}, { address })))]).toEqual([address, "address"]);
  expect(await refusal(bench.add(out({}, { credentialHeader: "Idempotency-Key" })))).toBe(
    "credentialHeader",
  );
});

test("views of a list are offered: one's own and those of the agency", async () => {
  const save = (by: Actor, name: string, shared: boolean) =>
    t.database.transaction(by, (tx) =>
      tx.rows(sql`
        insert into saved_view (org_id, id, list, person_id, name, query, shared)
        values (
          ${agency.orgId}, ${newId()}, 'vendors', ${by.personId}, ${name}, 'status=active',
          ${shared}
        )
      `),
    );
  await save(people.ann, "Mine", false);
  await save(people.ben, "Of Ben alone", false);
  await save(people.ben, "Shared by Ben", true);
  const lists = await listsFor(t.database.read(people.ann), people.ann);
  const views = lists.find(({ path }) => path === "/api/v1/vendors")!.views;
  expect(views.map(({ name }) => name)).toEqual(["Mine", "Shared by Ben"]);
});

test("it ends with the rights of who answers for it", async () => {
  const id = await bench.active(out());
  await t.database.transaction(people.ben, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.ann.personId}
    `),
  );
  const ended = await bench.run(id);
  expect(ended).toMatchObject({ outcome: "failed" });
  expect(ended.message).toContain("is no member now");
  expect(bench.source.asked).toHaveLength(0);
});
