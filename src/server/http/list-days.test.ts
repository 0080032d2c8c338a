import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { join, sql } from "../db/sql.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import type { ListDefinition } from "./list.ts";
import { listConditions } from "./list-conditions.ts";

let t: TestDatabase;
let clerk: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  ({ clerk } = await makeMembers(t.database, await makeAgency(t.database), { clerk: {} }));
});
afterAll(() => t.drop());

const list: ListDefinition = {
  name: "sent",
  from: "sent w",
  alias: "w",
  columns: { id: { sql: "w.id", hidden: true } },
  filters: { at: { kind: "range", sql: "w.at", type: "instant" } },
  search: [],
  defaultSort: "id",
};

// What was sent, in an agency five hours west of Greenwich: by day, in the evening, at its midnights.
const sent = [
  ["evening before", "2026-11-26T04:59:59Z"],
  ["first moment", "2026-11-26T05:00:00Z"],
  ["noon", "2026-11-26T17:00:00Z"],
  ["20:30", "2026-11-27T01:30:00Z"],
  ["last moment", "2026-11-27T04:59:59Z"],
  ["next day", "2026-11-27T05:00:00Z"],
] as const;

const found = async (query: Record<string, string>) => {
  const rows = join(
    sent.map(
      ([id, at], n) => sql`(${clerk.orgId}::uuid, ${id}::text, ${at}::timestamptz, ${n}::int)`,
    ),
    ", ",
  );
  const actor = { ...clerk, timeZone: "America/New_York" };
  const db = t.database.read(actor);
  const asked = listConditions(list, actor, query as never);
  return (
    await db.rows<{ id: string }>(sql`
      with sent (org_id, id, at, n) as (values ${rows})
      select w.id
      from sent w
      where ${join(asked, " and ")}
      order by w.n
    `)
  ).map(({ id }) => id);
};

test("a day asked of an instant is the agency's, from its midnight to its midnight", async () => {
  const day = ["first moment", "noon", "20:30", "last moment"];
  expect(await found({ "at.min": "2026-11-26", "at.max": "2026-11-26" })).toEqual(day);
  expect(await found({ "at.min": "2026-11-27" })).toEqual(["next day"]);
  expect(await found({ "at.max": "2026-11-25" })).toEqual(["evening before"]);
});

test("a moment asked of an instant is that moment", async () => {
  expect(
    await found({ "at.min": "2026-11-27T01:30:00Z", "at.max": "2026-11-27T01:30:00Z" }),
  ).toEqual(["20:30"]);
});
