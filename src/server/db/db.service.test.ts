import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { sql } from "./sql.ts";

let t: TestDatabase;
const one = newId();
const two = newId();
const scope = (orgId: string | null) => ({ orgId, personId: null });
beforeAll(async () => {
  t = await freshDatabase();
  for (const org of [one, two])
    await t.database.transaction(scope(org), (tx) =>
      tx.rows(sql`insert into record_counter values (${org}, 'x', 2026, ${org === one ? 1 : 2})`),
    );
});
afterAll(() => t.drop());

const seen = (orgId: string | null) =>
  t.database.read(scope(orgId)).rows<{ last: number }>(sql`select last from record_counter`);

test("a read sees its own agency's rows, and none without an agency", async () => {
  expect(await seen(one)).toEqual([{ last: 1 }]);
  expect(await seen(two)).toEqual([{ last: 2 }]);
  expect(await seen(null)).toEqual([]);
});

test("2,000 interleaved reads of two agencies never mix, and leave nothing on the connection", async () => {
  const answers = await Promise.all(
    Array.from({ length: 2000 }, (_, i) => seen(i % 3 === 0 ? one : i % 3 === 1 ? two : null)),
  );
  answers.forEach((rows, i) =>
    expect(rows.map((r) => r.last)).toEqual(i % 3 === 0 ? [1] : i % 3 === 1 ? [2] : []),
  );
});

test("a row of another agency cannot be inserted, and the transaction leaves nothing", async () => {
  await expect(
    t.database.transaction(scope(one), async (tx) => {
      await tx.rows(sql`insert into record_counter values (${one}, 'kept?', 2026, 9)`);
      await tx.rows(sql`insert into record_counter values (${two}, 'y', 2026, 9)`);
    }),
  ).rejects.toThrow(/row-level security/);
  expect(await seen(one)).toEqual([{ last: 1 }]);
});

test("a statement that was gathered and fails at commit fails the transaction", async () => {
  await expect(
    t.database.transaction(scope(one), async (tx) => {
      await tx.rows(sql`insert into record_counter values (${one}, 'kept?', 2026, 9)`);
      tx.gather(() => sql`insert into record_counter values (${two}, 'y', 2026, 9)`, null);
    }),
  ).rejects.toThrow(/row-level security/);
  expect(await seen(one)).toEqual([{ last: 1 }]);
  expect(await seen(two)).toEqual([{ last: 2 }]);
});

test("the connection is clean after errors", async () => {
  for (let i = 0; i < 30; i++)
    await t.database
      .transaction(scope(one), (tx) => tx.rows(sql`select 1 / ${0}::int`))
      .catch(() => {});
  expect(await seen(two)).toEqual([{ last: 2 }]);
  expect(
    await t.database.transaction(scope(two), (tx) =>
      tx.one(sql`select levee_org() as org, current_user as who`),
    ),
  ).toEqual({ org: two, who: "levee_app" });
});

test("statements of one turn travel together: the first error is everyone's behind it, and nothing of them stays", async () => {
  const outcome = await t.database
    .transaction(scope(one), async (tx) => {
      const sent = await Promise.allSettled([
        tx.rows(sql`insert into record_counter values (${one}, 'before', 2026, 1)`),
        tx.rows(sql`select 1 / ${0}::int as n`),
        tx.rows(sql`select ${7}::int as n`),
      ]);
      expect(sent.map((s) => s.status)).toEqual(["fulfilled", "rejected", "rejected"]);
      expect(sent.slice(1).map((s) => (s as PromiseRejectedResult).reason.code)).toEqual([
        "22012",
        "22012",
      ]);
      return "reached the commit";
    })
    .catch((error: Error) => error.message);
  expect(outcome).toMatch(/answered ROLLBACK|aborted/);
  expect(await seen(one)).toEqual([{ last: 1 }]);
});

test("a statement prepared before gives its columns again, also with no rows and with other types of values", async () => {
  const ask = (n: number | null) =>
    t.database.transaction(scope(one), (tx) =>
      Promise.all([
        tx.rows(sql`
          select ${n}::bigint as cents_held, ${"2026-01-02"}::date as due_on
          where ${n}::int is not null
        `),
        tx.rows(sql`select ${n}::int as n`),
      ]),
    );
  for (const n of [null, 5, null, 6])
    expect(await ask(n)).toEqual([
      n === null ? [] : [{ centsHeld: n, dueOn: "2026-01-02" }],
      [{ n }],
    ]);
  await expect(
    t.database.transaction(scope(one), (tx) =>
      tx.one(sql`select ${"9007199254740993"}::bigint as cents`),
    ),
  ).rejects.toThrow(/safe integers/);
});

test("gathered rows go out in one statement with the commit, and fail with it", async () => {
  const insert = (rows: [string, string, number][]) => sql`
    insert into record_counter
    select *
    from unnest(
      ${rows.map((r) => r[0])}::uuid[], ${rows.map((r) => r[1])}::text[],
      ${rows.map(() => 2030)}::int[], ${rows.map((r) => r[2])}::int[]
    )
  `;
  const write = (org: string) =>
    t.database.transaction(scope(one), async (tx) => {
      for (const kind of ["a", "b", "c"]) tx.gather(insert, [kind === "c" ? org : one, kind, 1]);
    });
  await expect(write(two)).rejects.toThrow(/row-level security/);
  expect(await seen(one)).toHaveLength(1);
  await write(one);
  expect(await seen(one)).toHaveLength(4);
});

test("what nobody waits for fails the transaction, whether it is sent with the commit or before other statements; the cause is told, not what it broke", async () => {
  const kept = async () => (await seen(one)).length;
  const before = await kept();
  const late = t.database.transaction(scope(one), async (tx) => {
    await tx.rows(sql`insert into record_counter values (${one}, 'late', 2026, 1)`);
    tx.later(tx.rows(sql`select 1 / ${0}::int as n`));
  });
  await expect(late).rejects.toMatchObject({ code: "22012" });
  const early = t.database.transaction(scope(one), async (tx) => {
    tx.later(tx.rows(sql`select 1 / ${0}::int as n`));
    await new Promise((done) => setTimeout(done, 20));
    await tx.rows(sql`insert into record_counter values (${one}, 'early', 2026, 1)`);
  });
  await expect(early).rejects.toMatchObject({ code: "22012" });
  expect(await kept()).toBe(before);
});

test("a refusal by the database is explained after the rollback, from a fresh reading, and the connection goes on", async () => {
  const at = async (when: "commit" | "before") =>
    t.database.transaction(scope(one), async (tx) => {
      await tx.rows(sql`insert into record_counter values (${one}, ${when}, 2026, 1)`);
      tx.onRefusal(
        "mine",
        async (db) =>
          new Error(
            `${when}: ${(await db.rows(sql`select 1 from record_counter where kind = ${when}`)).length} kept, ${db.scope.orgId === one}`,
          ),
      );
      tx.onRefusal("another", async () => new Error("the wrong explanation"));
      tx.later(tx.rows(sql`select coalesce(null, levee_refuse(${"mine"}))`));
      if (when === "before") await tx.rows(sql`select 1`);
    });
  for (const when of ["commit", "before"] as const)
    for (let i = 0; i < 20; i++) await expect(at(when)).rejects.toThrow(`${when}: 0 kept, true`);
  await expect(
    t.database.transaction(scope(one), (tx) => tx.rows(sql`select levee_refuse(${"nobody's"})`)),
  ).rejects.toMatchObject({ code: "LV409" });
  expect(
    await t.database.transaction(scope(two), (tx) => tx.one(sql`select levee_org() as org`)),
  ).toEqual({ org: two });
});
