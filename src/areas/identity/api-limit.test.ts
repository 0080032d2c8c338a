import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

type Limiter = typeof import("./api-limit.service.ts");
let t: TestDatabase;
let db: IdentityDb;
const switches = { limits: process.env["LEVEE_RATE_LIMITS"] };

beforeAll(async () => {
  delete process.env["LEVEE_RATE_LIMITS"];
  t = await freshDatabase();
  db = identityDb(t.database);
});
afterAll(async () => {
  if (switches.limits !== undefined) process.env["LEVEE_RATE_LIMITS"] = switches.limits;
  vi.useRealTimers();
  await t.drop();
});

/** The module as another instance of the program has it: with counters of its own. */
const instance = async (): Promise<Limiter> => {
  vi.resetModules();
  return import("./api-limit.service.ts");
};
const member = (orgId = newId()) => ({ orgId, personId: newId() }) as unknown as Actor;
const refusedAfter = (limiter: Limiter, who: Actor, most: number) => {
  for (let i = 0; i < most; i++) limiter.countCall(db, who);
  expect(() => limiter.countCall(db, who)).toThrow(
    expect.objectContaining({ status: 429, code: "too_many_requests" }) as Error,
  );
};

test("a person's calls stop at what the agency allows; a colleague's do not, nor the next minute's", async () => {
  vi.useFakeTimers({ now: 1_700_000_040_000, toFake: ["Date"] });
  const limiter = await instance();
  const who = member();
  limiter.rememberCallLimit(who.orgId!, 60);
  refusedAfter(limiter, who, 60);
  limiter.countCall(db, member(who.orgId!));
  vi.setSystemTime(1_700_000_100_000);
  limiter.countCall(db, who);
  refusedAfter(limiter, member(), limiter.defaultCallsPerMinute);
  vi.useRealTimers();
});

test("two instances share the count within about a second", async () => {
  // A minute that ends in the middle would begin the count anew.
  vi.useFakeTimers({ now: 1_700_000_040_000, toFake: ["Date"] });
  const one = await instance();
  const two = await instance();
  const who = member();
  for (const limiter of [one, two]) limiter.rememberCallLimit(who.orgId!, 100);
  for (let i = 0; i < 60; i++) one.countCall(db, who);
  for (let i = 0; i < 39; i++) two.countCall(db, who);
  await vi.waitFor(
    async () =>
      expect(
        (
          await db.maybe<{ hits: number }>(
            sql`select hits from rate_limit where key = ${`api:${who.orgId}:${who.personId}`}`,
          )
        )?.hits,
      ).toBe(99),
    { timeout: 5000 },
  );
  let more = 0;
  await vi.waitFor(
    () =>
      expect(() => {
        one.countCall(db, who);
        more += 1;
      }).toThrow(),
    { timeout: 5000, interval: 100 },
  );
  expect(more).toBeLessThan(40); // alone it would have had 40 left
  vi.useRealTimers();
});
