import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { a, as, bookTests, follow, people, t } from "../books.setup.ts";
import { correctBatch } from "../fms/batch/batch.service.ts";
import { readFmsStanding } from "../fms/batch/batch.read.service.ts";
import { seedFinanceSystem } from "./finance-system.seed.ts";

bookTests();

test("the story of the finance system: a batch of which two lines were not taken, which go out again alone", async () => {
  await approvedInvoice(t.database, a, { cents: 90_00 });
  await approvedInvoice(t.database, a, { cents: 10_00 });
  await follow();
  const number = await seedFinanceSystem(t.app, people.controller, people.chief, day("2026-10-01"));
  const db = t.database.read(people.controller);
  const batch = await db.one<{ id: string; status: string; body: string }>(sql`
    select id, status, body
    from fms_batch
    where org_id = ${a.orgId} and number = ${number}
  `);
  expect(batch.status).toBe("rejected");
  expect(batch.body.split(/\r?\n/).map((row) => row[0])).toEqual([
    "H",
    "L",
    "L",
    "L",
    "L",
    "T",
    undefined,
  ]);
  const again = await as(people.controller, (tx, controller) =>
    correctBatch(tx, controller, { id: batch.id, version: null }),
  );
  expect(again.status).toBe("corrected");
  expect(await readFmsStanding(t.database.read(people.controller))).toMatchObject({ layouts: 1 });
});
