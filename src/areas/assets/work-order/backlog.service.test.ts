import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { workOrderBacklog } from "./backlog.service.ts";
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

test("work orders count as open until they are completed; what was called off counts nowhere", async () => {
  expect(await workOrderBacklog.read(db())).toEqual([]);
  await t.database.transaction(manager, async (tx) => {
    const made: [string, string, string | null][] = [
      ["in_progress", "2026-01-10T12:00:00Z", null],
      ["completed", "2026-01-11T12:00:00Z", "2026-02-20T12:00:00Z"],
      ["cancelled", "2026-01-12T12:00:00Z", null],
    ];
    for (const [n, [status, opened, completed]] of made.entries())
      await tx.rows(sql`
        insert into work_order (
          org_id, id, number, status, title, kind, priority, created_at, completed_at
        )
        values (
          ${agency.orgId}, ${newId()}, ${`WO-${n}`}, ${status}, 'Mend it', 'corrective', 'normal',
          ${opened}::timestamptz, ${completed}::timestamptz
        )
      `);
  });
  expect(await workOrderBacklog.read(db())).toEqual([
    { id: "open", label: "Open work orders", first: "2026-01", values: [2, 1, 1] },
  ]);
});
