import { createServer, connect, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { lineageAlarm } from "#server/operation/lineage.ts";
import { isAway } from "../away.ts";
import { noScope } from "../db.ts";
import { openDatabase } from "../open-database.ts";
import { sql } from "../sql.ts";
import { hostsFault, hostsOf, primaryOf } from "./hosts.ts";

let t: TestDatabase;
const servers: Server[] = [];
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A port that leads to the test's database, as long as it is open. */
const way = async () => {
  const { hostname, port } = new URL(t.ownerUrl);
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    for (const one of [from, to]) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => open.delete(one));
    }
    from.pipe(to).pipe(from);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    host: `127.0.0.1:${(server.address() as { port: number }).port}`,
    end: () => {
      server.close();
      for (const one of open) one.destroy();
    },
  };
};
const urlOf = (...hosts: string[]): string => {
  const { username, password, pathname } = new URL(t.ownerUrl);
  const who = password ? `${username}:${password}` : username;
  return `postgres://${who}@${hosts.join(",")}${pathname}?target_session_attrs=read-write`;
};
const one = (url: string) => {
  const database = openDatabase(url, { max: 2 });
  return {
    database,
    ask: () => database.read(noScope).one<{ n: number }>(sql`select 1 as n`),
  };
};

test("a URL that names several hosts is read host by host, and wants to say that the one is meant that takes writes", () => {
  expect(hostsOf("postgres://a@one/levee?sslmode=require")).toHaveLength(1);
  expect(
    hostsOf("postgres://a:b@one:5432,two/levee?sslmode=require&target_session_attrs=read-write"),
  ).toEqual([
    "postgres://a:b@one:5432/levee?sslmode=require",
    "postgres://a:b@two/levee?sslmode=require",
  ]);
  expect(hostsFault("postgres://a@one,two/levee?target_session_attrs=read-write")).toBeNull();
  expect(hostsFault("postgres://a@one,two/levee")).toContain("add target_session_attrs=read-write");
  expect(hostsFault("postgres://a@one,/levee?target_session_attrs=read-write")).toContain(
    "each needs its name",
  );
});

test("a host that is gone is passed over; when the one in use goes, the next one is found", async () => {
  const [first, second] = [await way(), await way()];
  const gone = await way();
  gone.end();
  const before = one(urlOf(gone.host, first.host));
  expect(await before.ask()).toEqual({ n: 1 });
  expect(primaryOf(before.database.url).host).toBe(first.host);
  expect(lineageAlarm(before.database.url)).toBeNull();
  await before.database.close();
  // Two ways to one machine are no two machines: only one is open at a time.
  second.end();
  first.end();
  await expect(one(urlOf(first.host, second.host)).ask()).rejects.toSatisfy(isAway);
});

test("two machines that both take writes since the same promotion are refused, and nothing is written", async () => {
  const { database, ask } = one(urlOf((await way()).host, (await way()).host));
  await expect(ask()).rejects.toThrow("both take writes since the same promotion: end one of them");
  await database.close();
});

test("a machine that is judged to be none of ours is told so in its sentence", async () => {
  const gone = await way();
  gone.end();
  const url = urlOf((await way()).host, gone.host);
  primaryOf(url).judgedBy(() => "it is a fork");
  const { database, ask } = one(url);
  await expect(ask()).rejects.toThrow("it is a fork");
  await database.close();
});

test("no host that takes writes is the database being away", async () => {
  const [first, second] = [await way(), await way()];
  first.end();
  second.end();
  const { database, ask } = one(urlOf(first.host, second.host));
  await expect(ask()).rejects.toThrow("no host of DATABASE_URL takes writes now");
  await database.close();
});
