import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { sql } from "./sql.ts";

let t: TestDatabase;
const one = newId(), two = newId();
const scope = (orgId: string | null) => ({ orgId, personId: null });
beforeAll(async () => {
  t = await freshDatabase();
  for (const org of [one, two]) await t.database.transaction(scope(org), (tx) => tx.rows(sql`insert into record_counter values (${org}, 'x', 2026, ${org === one ? 1 : 2})`));
});
afterAll(() => t.drop());

const seen = (orgId: string | null) => t.database.read(scope(orgId)).rows<{ last: number }>(sql`select last from record_counter`);

test("a read sees its own agency's rows, and none without an agency", async () => {
  expect(await seen(one)).toEqual([{ last: 1 }]);
  expect(await seen(two)).toEqual([{ last: 2 }]);
  expect(await seen(null)).toEqual([]);
});

test("2,000 interleaved reads of two agencies never mix, and leave nothing on the connection", async () => {
  const answers = await Promise.all(Array.from({ length: 2000 }, (_, i) => seen(i % 3 === 0 ? one : i % 3 === 1 ? two : null)));
  answers.forEach((rows, i) => expect(rows.map((r) => r.last)).toEqual(i % 3 === 0 ? [1] : i % 3 === 1 ? [2] : []));
});

test("a row of another agency cannot be inserted, and the transaction leaves nothing", async () => {
  await expect(t.database.transaction(scope(one), async (tx) => {
    await tx.rows(sql`insert into record_counter values (${one}, 'kept?', 2026, 9)`);
    await tx.rows(sql`insert into record_counter values (${two}, 'y', 2026, 9)`);
  })).rejects.toThrow(/row-level security/);
  expect(await seen(one)).toEqual([{ last: 1 }]);
});

test("a statement that was queued and fails at commit fails the transaction", async () => {
  await expect(t.database.transaction(scope(one), async (tx) => {
    await tx.rows(sql`insert into record_counter values (${one}, 'kept?', 2026, 9)`);
    tx.queue(sql`insert into record_counter values (${two}, 'y', 2026, 9)`);
  })).rejects.toThrow(/row-level security/);
  expect(await seen(one)).toEqual([{ last: 1 }]);
  expect(await seen(two)).toEqual([{ last: 2 }]);
});

test("the connection is clean after errors", async () => {
  for (let i = 0; i < 30; i++) await t.database.transaction(scope(one), (tx) => tx.rows(sql`select 1 / ${0}::int`)).catch(() => {});
  expect(await seen(two)).toEqual([{ last: 2 }]);
  expect(await t.database.transaction(scope(two), (tx) => tx.one(sql`select levee_org() as org, current_user as who`))).toEqual({ org: two, who: "levee_app" });
});
