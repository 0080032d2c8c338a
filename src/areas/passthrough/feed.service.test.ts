// What is said of a program outside is what the door says: one that opens tomorrow is forecasted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { newId } from "#kernel/ids.ts";
import { commonGrantsEndpoints, publicPrograms } from "./published/common-grants.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("a program that opens tomorrow is forecasted in the feed, and not on the portal's list", async () => {
  const { orgId } = await makeAgency(t.database);
  // Strangers read name and time zone of an agency that has chosen what it publishes.
  await t.database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`update organization set settings = '{"publish": {}}' where id = ${orgId}`),
  );
  const program = (number: string, opens: number, closes: number) =>
    t.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        insert into grant_program (
          org_id, id, number, title, status, total, opens_on, closes_on, starts_on, ends_on,
          published_at
        )
        values (
          ${orgId}, ${newId()}, ${number}, ${number}, 'open', 100, ${agencyDay(opens)},
          ${agencyDay(closes)}, ${agencyDay(0)}, ${agencyDay(300)}, clock_timestamp()
        )
      `),
    );
  await program("GP-1", 1, 30);
  await program("GP-2", -1, 30);
  await program("GP-3", -9, -1);
  let sent = { items: [] as { title: string; status: { value: string } }[] };
  const reply = { header: () => reply, send: (body: typeof sent) => (sent = body) };
  const feed = commonGrantsEndpoints.find((e) => e.method === "GET" && !e.path.includes("{"))!;
  await feed.handler({ app: t.app, query: { page: 1, pageSize: 10 }, reply } as never);
  const said = Object.fromEntries(sent.items.map((o) => [o.title, o.status.value]));
  expect(said).toEqual({ "GP-1": "forecasted", "GP-2": "open", "GP-3": "closed" });
  const { items, total } = await publicPrograms(published(t.database), {
    page: 1,
    pageSize: 10,
    open: true,
  });
  expect([items.map(({ number }) => number), total]).toEqual([["GP-2"], 1]);
});
