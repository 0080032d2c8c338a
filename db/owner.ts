import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

/**
 * A database of its own with a connection of the owner, who sees behind row security; set up before
 * and dropped after the file's tests.
 */
export const withOwner = (): { t: TestDatabase; owner: pg.Client } => {
  const holder = {} as { t: TestDatabase; owner: pg.Client };
  beforeAll(async () => {
    holder.t = await freshDatabase();
    holder.owner = new pg.Client({ connectionString: holder.t.ownerUrl });
    await holder.owner.connect();
  });
  afterAll(async () => {
    await holder.owner.end();
    await holder.t.drop();
  });
  return holder;
};
