import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { openDemoStory } from "./demo-story.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

test("a story that was stopped half-way begins anew on an empty database, however few locks the server holds", async () => {
  const stopped = await openDemoStory(t.ownerUrl, () => {});
  await expect(stopped.tell(() => Promise.reject(new Error("power failed")))).rejects.toThrow();
  await stopped.close();
  const lines: string[] = [];
  const again = await openDemoStory(t.ownerUrl, (line) => lines.push(line));
  expect(lines.join()).toMatch(/it begins anew/);
  let chapters = 0;
  await again.tell(async () => void (chapters += 1));
  await again.tell(async () => void (chapters += 1));
  await again.close();
  expect(chapters).toBe(1);
  const client = new pg.Client({ connectionString: t.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as n from pg_tables where schemaname = 'public'",
  );
  await client.end();
  expect(rows[0].n).toBeGreaterThan(300);
});
