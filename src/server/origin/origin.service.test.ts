import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { askersOf } from "./origin.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

test("nothing came of nothing", async () => {
  const actor = memberActor(crypto.randomUUID());
  expect(await askersOf(db.database.read(actor), { type: "x", id: crypto.randomUUID() })).toEqual(
    [],
  );
});
