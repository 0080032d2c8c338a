import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { requestBacklog } from "./backlog.service.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let agency: Agency;
let manager: Actor;
const businessNow = "2026-04-15T18:00:00Z";

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ manager } = await makeMembers(t.database, agency, { manager: { role: "manager" } }));
});
afterAll(() => t.drop());

const db = () => t.database.read({ ...manager, businessNow });

test("requests count as open until the month in which they were closed, by the agency's days", async () => {
  const typeId = newId();
  await t.database.transaction(manager, async (tx) => {
    await tx.rows(sql`
      insert into service_type (org_id, id, code, name)
      values (${agency.orgId}, ${typeId}, 'pothole', 'Pothole')
    `);
    const made: [string, string | null][] = [
      // Still January in Chicago.
      ["2026-02-01T03:00:00Z", null],
      ["2026-01-10T12:00:00Z", "2026-03-02T12:00:00Z"],
      ["2026-03-05T12:00:00Z", null],
      ["2026-04-05T12:00:00Z", null],
    ];
    for (const [n, [opened, closed]] of made.entries())
      await tx.rows(sql`
        insert into service_request (
          org_id, id, number, service_type_id, status, description, expected_at, created_at,
          closed_at
        )
        values (
          ${agency.orgId}, ${newId()}, ${`SR-${n}`}, ${typeId}, ${closed ? "closed" : "received"},
          'A hole', ${opened}::timestamptz, ${opened}::timestamptz, ${closed}::timestamptz
        )
      `);
  });
  expect(await requestBacklog.read(db())).toEqual([
    { id: "open", label: "Open service requests", first: "2026-01", values: [2, 2, 2] },
  ]);
});
