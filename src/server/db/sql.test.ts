import { expect, test } from "vitest";
import { sql } from "./sql.ts";

test("a comment in a statement is refused: on one line it would take what follows along", () => {
  expect(
    () => sql`
      select 1
      -- and no more than that
      where false
    `,
  ).toThrow(/a comment in it takes what follows along/);
  expect(() => sql`select 3 - -2, '2026-10-31'::date`).not.toThrow();
});
