import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { readAllowedHosts } from "#server/outgoing/address.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { samExtract, samParty } from "#server/testing/sam-exclusions.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { currentList } from "./exclusion-list.service.ts";
import { exclusionSourceOf, saveSource, sourceFor } from "./exclusion-source.service.ts";
import { fetchList } from "./fetch-list.service.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
let buyer: Actor;
let source: StandIn;
let answer: StandInAnswer;
let app: App;
let now = 0;
beforeAll(async () => {
  t = await freshDatabase();
  source = await openStandIn(() => answer);
  const allowed = readAllowedHosts(`http://sam.test:${source.port}`)!;
  const outgoing = outgoingDoor(
    openOutgoing({
      allow: allowed,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      now: () => now,
    }),
    t.database,
  );
  app = { ...t.app, outgoing, config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allowed } };
});
afterAll(async () => {
  await app.outgoing.close();
  await source.close();
  await t.drop();
});
beforeEach(async () => {
  now += 86_400_000;
  agency = await makeAgency(t.database);
  ({ admin, buyer } = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
  }));
});
const set = (address: string, version = 0) =>
  t.database.transaction(admin, (tx) => saveSource(tx, admin, address, version, app.config));
const stored = async () => (await exclusionSourceOf(t.database.read(buyer)))!;
const fetched = () =>
  fetchList(app, buyer).then(
    (loaded) => loaded?.loaded ?? "nothing new",
    (error: { code?: string }) => error.code ?? String(error),
  );
const list = () => currentList(t.database.read(buyer));
const here = (path: string) => `http://sam.test:${source.port}${path}`;

test("the list is taken from its address, with the day on which it was changed; one that has not changed is not sent again", async () => {
  await set(here("/exclusions.csv?key=secret"));
  answer = samExtract([samParty()], '"one"');
  expect(await fetched()).toBe(1);
  expect(await list()).toMatchObject({ rowsLoaded: 1, listDate: "2026-11-16" });
  const first = await stored();
  expect(first).toMatchObject({ etag: '"one"', failure: null });
  expect(first.fetchedAt).not.toBeNull();
  expect(await fetched()).toBe("nothing new");
  expect(source.asked.at(-1)!.headers["if-none-match"]).toBe('"one"');
  // Another word for the same bytes is no new list.
  answer = samExtract([samParty()], '"two"');
  expect(await fetched()).toBe("nothing new");
  expect(await stored()).toMatchObject({ etag: '"two"', fetchedAt: first.fetchedAt });
  answer = samExtract(
    [samParty(), samParty({ name: "Pollux Ltd", samNumber: "S4MR2" })],
    '"three"',
  );
  expect(await fetched()).toBe(2);
  expect(sourceFor(buyer, await stored())).toMatchObject({
    address: here("/exclusions.csv"),
    canEdit: false,
  });
  expect(sourceFor(admin, await stored()).address).toContain("?key=secret");
});

test("whatever the address gives instead of a list is said, told once, and leaves the list before", async () => {
  await set(here("/SAM_Exclusions_Public_Extract_V2_26320.CSV"));
  answer = samExtract([samParty()], '"one"');
  await fetched();
  const good = await list();
  const faults: [StandInAnswer, string][] = [
    [{ status: 503, headers: { "retry-after": "60" } }, "source_answers"],
    [{ status: 404 }, "source_answers"],
    [{ status: 302, headers: { location: "https://127.0.0.1/" } }, "outgoing_literal"],
    [{ body: "Classification,Name\n", fault: "cut" }, "outgoing_connection"],
    [{ body: "<html>Sign in</html>" }, "file_type"],
    [{ body: "PK\u0003\u0004" }, "file_type"],
    [{ body: "" }, "file_type"],
    [{ body: "a,b\n1,2\n" }, "not_an_exclusion_extract"],
  ];
  for (const [given, code] of faults) {
    answer = given;
    now += 3_600_000;
    expect(await fetched(), JSON.stringify(given)).toBe(code);
  }
  expect(await list()).toEqual(good);
  const failing = await stored();
  expect(failing).toMatchObject({ etag: '"one"' });
  expect(failing.failure).toContain("other headings than the SAM.gov Public Exclusions extract");
  const told = await t.database
    .read(admin)
    .rows<{ body: string }>(sql`select body from notification where kind = 'exclusions'`);
  expect(told).toHaveLength(1);
  expect(told[0]!.body).toContain("The address answered with an error (503).");
  now += 3_600_000;
  answer = samExtract([samParty()], '"one"');
  expect(await fetched()).toBe("nothing new");
  expect(await stored()).toMatchObject({ failure: null, failedAt: null });
});

test("an address that leads inside is refused as it is typed, or when its name is looked up", async () => {
  const before = source.connections();
  for (const [address, code] of [
    [`https://127.0.0.1:${source.port}/`, "outgoing_literal"],
    [`http://other.test:${source.port}/`, "outgoing_scheme"],
    ["https://localhost/", "outgoing_name"],
    ["https://me:pass@sam.example.gov/", "outgoing_userInfo"],
    ["sam", "outgoing_address"],
  ] as const)
    await expect(set(address), address).rejects.toMatchObject({
      code,
      errors: [{ path: "address" }],
    });
  await set("https://inside.example.gov/list.csv");
  expect(await fetched()).toBe("outgoing_range");
  const { failure } = await stored();
  expect(failure).toBe(
    "The host is not on the public internet. Those who run the server can allow it.",
  );
  expect(source.connections()).toBe(before);
  await expect(set(here("/"), 0)).rejects.toMatchObject({ code: "stale_version" });
  expect(await set(here("/"), 1)).toMatchObject({ version: 2, failure: null, fetchedAt: null });
  await set("", 2);
  expect(await fetched()).toBe("not_found");
  expect(
    (
      await t.database
        .read(admin)
        .rows(sql`select 1 from audit_entry where action = 'exclusionList.source'`)
    ).length,
  ).toBeGreaterThanOrEqual(3);
});
