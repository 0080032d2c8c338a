import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { countCall, rememberCallLimit } from "#areas/identity/api-limit.service.ts";
import { confirmAddress, signUp } from "#areas/identity/sign-up.service.ts";
import { resolvePrincipal } from "#areas/identity/principal.service.ts";
import { endSessions } from "#areas/identity/session.service.ts";
import { previewRun } from "#areas/finance/payment/payable.service.ts";
import { runInput } from "#areas/finance/payment/run.model.ts";
import { readDashboard } from "#areas/platform/dashboard/dashboard.service.ts";
import { tellAlarms } from "#areas/platform/operation/alarm.service.ts";
import type { Actor } from "#kernel/access.ts";
import { businessNow } from "./clock.ts";
import { noScope } from "./db/db.ts";
import { identityDb } from "./db/scopes/identity.ts";
import { sql } from "./db/sql.ts";
import { assemble } from "./instance.ts";
import { beat, selfOf } from "./operation/heartbeat.ts";
import { makeVendor } from "./testing/agency.ts";
import { freshDatabase, type TestDatabase } from "./testing/database.ts";
import { agencyDay } from "./testing/days.ts";
import {
  approvedInvoice,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "./testing/payments.ts";

let t: TestDatabase;
let a: PayingAgency;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => t.drop());

/** From here on this machine's clock is wrong by so many hours; the database's is right. */
const hostIsOff = (hours: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });

const signedIn = async () => {
  const db = identityDb(t.database);
  const email = `clock${Math.random().toString(36).slice(2)}@people.test`;
  const client = { address: "192.0.2.7", userAgent: "test" };
  const about = { email, password: "Correct-horse-9", displayName: "Someone" };
  await signUp(db, about, "https://levee.test", client);
  const { link } = await db.one<{ link: string }>(
    sql`select link from mail where to_address = ${email}`,
  );
  const token = new URL(link).searchParams.get("token_hash")!;
  return { db, pair: await confirmAddress(db, token, client) };
};

test.each([2, -2])("business moments are the database's, %i hours off", async (hours) => {
  hostIsOff(hours);
  const { now } = await t.database
    .read(noScope)
    .one<{ now: string }>(sql`select clock_timestamp() as now`);
  expect(Math.abs(businessNow(noScope).getTime() - Date.parse(now))).toBeLessThan(2_000);
});

test("a host two hours ahead pays no account whose hold runs for another hour", async () => {
  const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, vendor.id, { hoursAgo: 47 });
  const due = await approvedInvoice(t.database, a, { vendorId: vendor.id });
  const wanted = runInput.parse({ payThrough: agencyDay(400) });
  hostIsOff(2);
  const { excluded, payments } = await previewRun(t.database.read(a.people.ap), wanted);
  expect(excluded.map((each) => each.invoiceId)).toContain(due.id);
  expect(payments.map((each) => each.vendorId)).not.toContain(vendor.id);
});

test("a session is good two hours ahead of the database, and an ended one ends two hours behind", async () => {
  const { db, pair } = await signedIn();
  hostIsOff(2);
  const actor = await resolvePrincipal(db, pair.access_token);
  expect(actor.personId).toBe(pair.user.id);
  hostIsOff(-4);
  await resolvePrincipal(db, pair.access_token);
  await db.transaction((tx) => endSessions(tx, pair.user.id, "signed_out", {}));
  await vi.waitFor(
    () =>
      expect(resolvePrincipal(db, pair.access_token)).rejects.toMatchObject({
        code: "session_ended",
      }),
    { timeout: 3_000, interval: 200 },
  );
});

test("the minute of a call limit is the database's", async () => {
  const switched = process.env["LEVEE_RATE_LIMITS"];
  delete process.env["LEVEE_RATE_LIMITS"];
  try {
    rememberCallLimit(a.orgId, 3);
    const db = identityDb(t.database);
    for (let i = 0; i < 3; i++) countCall(db, a.people.ap);
    hostIsOff(2);
    // Only the end of the database's own minute, between two calls, would let one more through.
    const refused = [1, 2, 3].filter(() => {
      try {
        countCall(db, a.people.ap);
        return false;
      } catch {
        return true;
      }
    });
    expect(refused.length).toBeGreaterThan(0);
  } finally {
    if (switched !== undefined) process.env["LEVEE_RATE_LIMITS"] = switched;
  }
});

test("a host more than five seconds off is an alarm on the administrator's screen, told once, and a figure", async () => {
  const self = selfOf(3000);
  const dashboardOf = async (actor: Actor) =>
    (await readDashboard(t.database.read(actor), actor)).alarms.map((alarm) => alarm.text);
  hostIsOff(2);
  await beat(t.app, self);
  await beat(t.app, self);
  expect(await dashboardOf(a.people.admin)).toEqual([
    expect.stringContaining(`The clock of ${self.name} is 2 hours ahead of the database's.`),
  ]);
  expect(await dashboardOf(a.people.ap)).toEqual([]);
  await tellAlarms(t.app);
  await tellAlarms(t.app);
  const notices = () =>
    t.database
      .read(a.people.admin)
      .rows(sql`select title from notification where kind = 'operation'`);
  expect(await notices()).toEqual([{ title: "A server's clock is wrong" }]);
  const server = await assemble(t.app);
  const { body } = await server.inject({ url: "/metrics", headers: { host: "localhost" } });
  await server.close();
  const [, ahead] = /^levee_clock_ahead_seconds (.+)$/m.exec(body)!;
  expect(Math.abs(Number(ahead) - 7200)).toBeLessThan(10);
  vi.useRealTimers();
  await beat(t.app, self);
  expect(await dashboardOf(a.people.admin)).toEqual([]);
  // To and fro within the hour is the same alarm.
  hostIsOff(2);
  await beat(t.app, self);
  await tellAlarms(t.app);
  expect([await dashboardOf(a.people.admin), await notices()]).toMatchObject([
    { length: 1 },
    { length: 1 },
  ]);
  vi.useRealTimers();
  await beat(t.app, self);
});

// What reads the host's clock and decides nothing: a name, and why.
const mayReadHostClock: Readonly<Record<string, string>> = {
  "src/server/db/database-clock.ts": "until the database has answered once there is no other",
  "src/server/telemetry/log.ts": "a line of the log",
  "src/server/db/embedded/embedded.ts": "patience while the database is being started",
  "src/server/backup/key-store.ts": "the name of a folder",
  "src/server/operation/checks/machine.probe.ts":
    "how far the two clocks are apart is what it tells",
  "src/areas/assistant/chat/chat.api.ts": "a line of the log",
};

test("nothing on the server that decides reads the host's clock", () => {
  const root = new URL("../../", import.meta.url);
  const files = ["src/server", "src/areas"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true })
      .map((name) => `${folder}/${String(name)}`)
      .filter((name) => name.endsWith(".ts"))
      // The store of the field runs on a phone, whose clock the server corrects.
      .filter((name) => !name.startsWith("src/areas/field/store/"))
      .filter((name) => !/\.(test|setup|seed|labels|ui)\.ts$|\/testing\/|\/demo\//.test(name)),
  );
  const reading = files.filter((name) =>
    /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(new URL(name, root), "utf8")),
  );
  expect(reading.filter((name) => !(name in mayReadHostClock))).toEqual([]);
});
