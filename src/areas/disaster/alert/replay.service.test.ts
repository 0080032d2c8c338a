// Both feeds over two instances on one database, in random orders: deliveries come twice, and the
// database goes away in the middle of one. The state that people see is the one of the pure rule. In
// every run few orders; `npm run journeys -- disaster` asks for more (LEVEE_REPLAYS).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { openDatabase } from "#server/db/open-database.ts";
import type { Database } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { randomOf, shuffled, summerFeed, winterFeed } from "#server/testing/warning-feeds.ts";
import { livesOf } from "./alert-life.model.ts";
import { alertList } from "./alert.list.ts";
import { readMessages } from "./alert-read.service.ts";
import { takeMessages } from "./alert.service.ts";

let t: TestDatabase;
let second: Database;
beforeAll(async () => {
  t = await freshDatabase();
  second = openDatabase(t.ownerUrl, { max: 4 });
});
afterAll(async () => {
  await second.close();
  await t.drop();
});

const orders = Number(process.env["LEVEE_REPLAYS"] ?? 1);
const hour = 3_600_000;
/** Of two days ago, so that some of each kind are over and some still hold. */
const begin = Date.now() - 48 * hour;
class Away extends Error {}

const deliver = async (
  database: Database,
  who: Actor,
  batch: readonly object[],
  fails: boolean,
) => {
  const text = JSON.stringify({ type: "FeatureCollection", features: batch });
  const taken = database.transaction(who, async (tx) => {
    await takeMessages(tx, who, text, "feed");
    if (fails) throw new Away("The database went away.");
  });
  await taken.catch((error: unknown) => {
    if (!(error instanceof Away)) throw error;
  });
};

const inOrder = async (feed: readonly object[], seed: number) => {
  const agency = await makeAgency(t.database);
  const { chief } = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
  });
  const random = randomOf(seed);
  const twice = feed.filter(() => random() < 0.1);
  const deliveries = shuffled([...feed, ...twice], random);
  const batches: object[][] = [];
  while (deliveries.length) batches.push(deliveries.splice(0, 1 + Math.floor(random() * 60)));
  const lost: object[][] = [];
  // Both instances at once; what went away with the database is delivered again afterwards.
  for (let n = 0; n < batches.length; n += 2)
    await Promise.all(
      [batches[n], batches[n + 1]].map((batch, instance) => {
        if (!batch) return undefined;
        const fails = random() < 0.15;
        if (fails) lost.push(batch);
        return deliver(instance ? second : t.database, chief!, batch, fails);
      }),
    );
  for (const batch of lost) await deliver(second, chief!, batch, false);
  const rows = await t.database.read(chief!).rows<{ name: string; state: string }>(sql`
    select
      a.identifier || ' ' || a.headline as name,
      concat_ws(
        ' ', ${raw(alertList.columns["status"]!.sql)}, a.event_key, a.conflict,
        array_to_string(a.live_codes, ',')
      ) as state
    from weather_alert a
    where a.org_id = ${chief!.orgId}
  `);
  return new Map(rows.map(({ name, state }) => [name, state]));
};

test.each([
  ["long events of zones", winterFeed(begin, 7, 20)],
  ["short events, floods and statements", summerFeed(begin, 11, 24)],
])(
  "%s: one state in every order, a row for each message",
  async (_name, feed) => {
    const messages = feed.map((each) => readMessages(JSON.stringify(each))[0]!.message!);
    const states = () =>
      new Map(
        livesOf(messages, new Date().toISOString()).map((life) => [
          `${life.message.identifier} ${life.message.headline}`,
          [life.status, life.eventKey, life.conflict ? "t" : "f", life.livePlaces.join(",")].join(
            " ",
          ),
        ]),
      );
    for (let seed = 1; seed <= orders; seed += 1) {
      const rows = await inOrder(feed, seed);
      const wanted = states();
      expect(rows.size).toBe(feed.length);
      expect([...rows].filter(([name, state]) => wanted.get(name) !== state)).toEqual([]);
    }
  },
  600_000,
);
