import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "../db/sql.ts";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { sweep } from "./housekeeping.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("what has served is removed in every agency, what may still be asked for stays", async () => {
  const agencies = [await makeAgency(t.database), await makeAgency(t.database)];
  for (const { orgId } of agencies)
    await t.database.transaction({ orgId, personId: null }, async (tx) => {
      for (const age of ["1 hour", "47 hours", "49 hours", "9 days"]) {
        await tx.rows(sql`
          insert into idempotency_key (org_id, person_id, key, request_hash, status, created_at)
          values (${orgId}, ${newId()}, ${age}, 'x', 200, now() - ${age}::interval)
        `);
        await tx.rows(sql`
          insert into outbox_event (org_id, events, at)
          values (${orgId}, '[]', now() - ${age}::interval)
        `);
      }
    });
  const personId = newId();
  await t.database.transaction({ orgId: null, personId }, async (tx) => {
    for (const age of ["1 hour", "49 hours"])
      await tx.rows(sql`
        insert into person_idempotency_key (person_id, key, request_hash, status, created_at)
        values (${personId}, ${age}, 'x', 200, now() - ${age}::interval)
      `);
  });
  expect(await sweep(t.app)).toBe(2 * (2 + 3) + 1);
  expect(
    await t.database
      .read({ orgId: null, personId })
      .rows(sql`select key from person_idempotency_key`),
  ).toEqual([{ key: "1 hour" }]);
  const left = await t.database.read({ orgId: agencies[1]!.orgId, personId: null }).one(sql`
    select
      (select string_agg(key, ', ' order by created_at desc) from idempotency_key) as keys,
      (select count(*) from outbox_event where events::text = '[]') as events
  `);
  expect(left).toEqual({ keys: "1 hour, 47 hours", events: 1 });
});
