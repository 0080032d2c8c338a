import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/database.ts";
import { noScope } from "./db.ts";
import { bind, columnOf } from "./sql.ts";

const t = await freshDatabase();
afterAll(() => t.drop());

test("a column of many rows arrives as it was, and an empty column beside it as nulls", async () => {
  const texts = [
    "plain",
    "",
    "NULL",
    "null",
    'a "quote"',
    "back\\slash",
    "a,b",
    "{x}",
    " spaced ",
    "two\nlines",
    "Ågren’s 😀",
    null,
    undefined,
  ];
  const rows = await t.database
    .read(noScope)
    .rows<{ n: number; text: string | null; none: string | null; yes: boolean }>(
      bind(
        "select * from unnest($1::int[], $2::text[], $3::text[], $4::boolean[]) as r (n, text, none, yes)",
        [
          columnOf(texts.map((_, i) => i)),
          columnOf(texts),
          columnOf(texts.map(() => null)),
          columnOf(texts.map((_, i) => i % 2 === 0)),
        ],
      ),
    );
  expect(rows).toEqual(
    texts.map((text, n) => ({ n, text: text ?? null, none: null, yes: n % 2 === 0 })),
  );
});

test("what is no plain value is refused", () => {
  expect(() => columnOf([["a"]])).toThrow(TypeError);
});
