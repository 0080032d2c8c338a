import { afterAll, beforeAll, expect, test } from "vitest";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { countedPath, readVisits } from "./visit.service.ts";

let t: TestDatabase;
let server: Awaited<ReturnType<typeof assemble>>;
beforeAll(async () => {
  t = await freshDatabase();
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

const visit = (path: string, headers: Record<string, string> = {}) =>
  server.inject({
    method: "POST",
    url: "/api/v1/visits",
    payload: { path },
    headers: {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36",
      ...headers,
    },
  });

test("counts days and pages, never a record, a query, or who it was", async () => {
  expect(countedPath("/invoices/01930000-0000-7000-8000-000000000001?tab=lines")).toBe(
    "/invoices/:id",
  );
  expect(countedPath("/wp-admin/setup.php")).toBe("(other)");
  for (const path of ["/", "/", "/invoices/01930000-0000-7000-8000-000000000001"])
    expect((await visit(path)).statusCode).toBe(202);
  expect((await visit("/", { "sec-gpc": "1" })).json()).toEqual({ counted: false });
  expect(
    (await visit("/", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).json(),
  ).toEqual({ counted: false });
  expect((await visit("https://evil.test")).statusCode).toBe(422);
  const rows = await readVisits(identityDb(t.database), 1);
  expect(rows.map(({ path, visits }) => [path, visits])).toEqual([
    ["/", 2],
    ["/invoices/:id", 1],
  ]);
  const columns = await identityDb(t.database).rows<{ name: string }>(sql`
    select attname as name
    from pg_attribute
    where attrelid = 'visit_count'::regclass and attnum > 0
    order by attnum
  `);
  expect(columns.map((column) => column.name)).toEqual(["day", "path", "visits"]);
});
