import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { CopyRows } from "./copy-rows.ts";
import { bind, copyFrom, sql } from "../sql.ts";
import { stage } from "./stage.ts";

let t: TestDatabase;
const scope = { orgId: newId(), personId: null };
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

const texts = [
  "",
  "plain",
  "\\",
  "\\N",
  "\\.",
  "a\tb",
  "two\nlines",
  "carriage\r\nreturn",
  "é",
  "漢字",
  "🜁 sign",
  '"quoted"',
  "{list}",
  "x".repeat(64),
  "x".repeat(65),
  `${"y".repeat(70)}\t\\${"é".repeat(40)}`,
  "z".repeat(200_000),
];

test("values come out of the table as they went in: escapes, lists, null, numbers, long texts", async () => {
  const rows = texts.map((text, at) => ({
    at,
    text,
    other: at % 3 ? text : null,
    list: at % 2 ? [text.slice(0, 90), "b,c", "\\", "NULL"] : [],
    flag: at % 2 === 0,
  }));
  const found = await t.database.transaction(scope, async (tx) => {
    const columns = "at int, text text, other text, list text[], flag boolean";
    await tx.rows(bind(`create temporary table written_rows (${columns}) on commit drop`, []));
    const staging = stage(
      tx,
      "drawn_rows",
      columns,
      (piece) => sql`
        insert into pg_temp.written_rows
        select at, text, other, list, flag
        from pg_temp.drawn_rows
        where piece = ${piece}
      `,
    );
    for (const r of rows) staging.add([r.at, r.text, r.other, r.list, r.flag]);
    await staging.end();
    return tx.rows(sql`select * from pg_temp.written_rows order by at`);
  });
  expect(found).toEqual(rows);
});

test("thousands of rows go out in pieces; nothing of them is left on the connection; a value that cannot be written throws", async () => {
  const many = () =>
    t.database.transaction(scope, async (tx) => {
      await tx.rows(sql`create temporary table written_rows (n int, text text) on commit drop`);
      const staging = stage(
        tx,
        "counted_rows",
        "n int, text text",
        (piece) => sql`
          insert into pg_temp.written_rows
          select n, text
          from pg_temp.counted_rows
          where piece = ${piece}
        `,
      );
      for (let n = 0; n < 3001; n++) staging.add([n, `row ${n}`]);
      await staging.end();
      return tx.one(
        sql`select count(*) as n, sum(n) as total, min(text) as first from pg_temp.written_rows`,
      );
    });
  for (let i = 0; i < 3; i++)
    expect(await many()).toEqual({ n: 3001, total: (3000 * 3001) / 2, first: "row 0" });
  expect(
    await t.database.read(scope).one(sql`select count(*) as n from pg_temp.counted_rows`),
  ).toEqual({ n: 0 });
  const staged = () =>
    t.database.transaction(scope, async (tx) => {
      const staging = stage(
        tx,
        "counted_rows",
        "n int, text text",
        (piece) => sql`
          insert into record_counter
          select ${scope.orgId}::uuid, text, n, n
          from pg_temp.counted_rows
          where piece = ${piece}
        `,
      );
      staging.add([1, "one"]);
      await staging.end();
      throw new Error("no");
    });
  await expect(staged()).rejects.toThrow("no");
  expect(await t.database.read(scope).one(sql`select count(*) as n from record_counter`)).toEqual({
    n: 0,
  });
  expect(await many()).toMatchObject({ n: 3001 });
  expect(() => new CopyRows().add([{}])).toThrow(TypeError);
});

test("rows that the table refuses fail what travels with them, and the connection goes on; COPY into a secured table is refused", async () => {
  for (let i = 0; i < 20; i++) {
    const outcome = t.database.transaction(scope, async (tx) => {
      const staging = stage(
        tx,
        "refused_rows",
        "n int not null",
        (piece) => sql`
          insert into record_counter
          select ${scope.orgId}::uuid, 'staged', n, n
          from pg_temp.refused_rows
          where piece = ${piece}
        `,
      );
      staging.add([i]);
      staging.add([i % 2 ? "no number" : null]);
      await Promise.all([staging.end(), tx.rows(sql`select 1 as n`)]);
    });
    await expect(outcome).rejects.toMatchObject({ code: i % 2 ? "22P02" : "23502" });
  }
  const rows = new CopyRows();
  rows.add([scope.orgId, "copied", 2030, 1]);
  await expect(
    t.database.transaction(scope, (tx) =>
      tx.rows(copyFrom("copy record_counter from stdin", rows.take())),
    ),
  ).rejects.toThrow(/row-level security/);
  expect(await t.database.read(scope).one(sql`select ${7}::int as n, levee_org() as org`)).toEqual({
    n: 7,
    org: scope.orgId,
  });
});
