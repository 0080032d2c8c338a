import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  agencyBank,
  approvedInvoice,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { readAgencyBank, saveAgencyBank } from "./agency-bank.service.ts";
import { agencyBankInput } from "./agency-bank.model.ts";
import { runInput } from "./run.model.ts";
import { releaseRun } from "./release.service.ts";
import { proposeRun, submitRun } from "./run.service.ts";

let t: TestDatabase;
let a: PayingAgency;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => void (a = await payingAgency(t.database)));

const read = () => readAgencyBank(t.database.read(a.people.treasurer), a.people.treasurer);
const save = (over: object, version: number | null = 1) =>
  t.database.transaction(a.people.treasurer, (tx) =>
    saveAgencyBank(
      tx,
      a.people.treasurer,
      agencyBankInput.parse({ ...agencyBank, accountNumber: null, nextCheckNumber: null, ...over }),
      version,
    ),
  );
const payOne = async () => {
  const { ap, manager, treasurer } = a.people;
  await approvedInvoice(t.database, a);
  const run = await t.database.transaction(ap, (tx) =>
    proposeRun(tx, ap, runInput.parse({ payThrough: agencyDay(400) })),
  );
  await t.database.transaction(ap, (tx) => submitRun(tx, ap, { id: run.id, version: null }));
  await approveDocument(t.database, manager, run.id);
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run.id, version: null }, t.app.files),
  );
  return (
    await t.database
      .read(ap)
      .one<{ n: string }>(
        sql`select check_number as n from payment where org_id = ${a.orgId} and run_id = ${run.id}`,
      )
  ).n;
};

test("the account number is sealed: it is in no answer, no row and no audit entry", async () => {
  expect(await read()).toMatchObject({
    accountLast4: "9876",
    nextCheckNumber: 1001,
    canEdit: true,
  });
  const stored = await t.database.read(a.people.treasurer).one(sql`
    select
      to_json(b)::text as row,
      (
        select string_agg(content, ' ')
        from audit_entry e
        where e.org_id = b.org_id and e.object_type = 'agencyBankAccount'
      ) as entries
    from agency_bank_account b
    where b.org_id = ${a.orgId}
  `);
  expect(JSON.stringify([stored, await read()])).not.toContain(agencyBank.accountNumber);
  expect(JSON.stringify(stored)).toMatch(/9876.*First Bank of Delta/s);
});

test("check numbers run on without gaps: they cannot be changed once the account was drawn on, and another account has its own", async () => {
  await save({ nextCheckNumber: 500 });
  expect([await payOne(), await payOne()]).toEqual(["500", "501"]);
  const now = await read();
  await expect(save({ nextCheckNumber: 600 }, now.version)).rejects.toMatchObject({
    errors: [{ path: "nextCheckNumber" }],
  });
  await expect(save({ companyName: "Cane County MN" }, now.version - 1)).rejects.toMatchObject({
    status: 412,
  });
  await save({ companyName: "Cane County MN" }, now.version);
  expect(await payOne()).toBe("502");
  await save({ accountNumber: "9988776655", nextCheckNumber: 1 }, (await read()).version);
  expect(await payOne()).toBe("1");
  expect(
    await t.database.read(a.people.ap).one(sql`
      select count(*) as n, count(*) filter (where active) as active
      from agency_bank_account
      where org_id = ${a.orgId}
    `),
  ).toEqual({ n: 2, active: 1 });
});

test("an account that was drawn on before is taken up where it was left: no check number is given out twice on it", async () => {
  expect([await payOne(), await payOne()]).toEqual(["1001", "1002"]);
  await save({ accountNumber: "9988776655", nextCheckNumber: 700 }, (await read()).version);
  expect(await payOne()).toBe("700");
  await save(
    { accountNumber: agencyBank.accountNumber, nextCheckNumber: 1001 },
    (await read()).version,
  );
  expect(await read()).toMatchObject({ accountLast4: "9876", nextCheckNumber: 1003 });
  expect(await payOne()).toBe("1003");
});

test("a routing number with a wrong check digit is refused with its path", () => {
  expect(
    agencyBankInput.safeParse({ ...agencyBank, originatingRouting: "091000018" }).error!.issues,
  ).toMatchObject([{ path: ["originatingRouting"] }]);
});
