// A register that waits to be sent holds a line already: the same content is left alone, other content is
// a question.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { payrollImporter } from "./payroll.importer.ts";

let t: TestDatabase;
let agency: PayingAgency;
let account: string;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await payingAgency(t.database);
  const { ap } = agency.people;
  ({ account } = await t.database.read(ap).one<{ account: string }>(sql`
    select code as account
    from account_string
    where org_id = ${agency.orgId} and id = ${agency.accountStringId}
  `));
});
afterAll(() => t.drop());

const row = (over: object = {}) =>
  payrollImporter.schema.parse({
    register: "Register 23",
    employee: "Ann Oakes",
    account,
    from: agencyDay(-20),
    to: agencyDay(-7),
    paidOn: agencyDay(-1),
    hours: "80",
    amount: 2_400_00,
    ...over,
  });
const judged = async (over: object = {}) => {
  const { ap } = agency.people;
  const [verdict] = await t.database.transaction(ap, (tx) =>
    payrollImporter.plan(tx, [row(over)], new Date().toISOString()),
  );
  return verdict!;
};

test("a line of pay that waits is left alone when it says the same, and asked about when it does not", async () => {
  const { ap } = agency.people;
  const first = await judged();
  if (first.action !== "create") throw new Error("the first line is new");
  await t.database.transaction(ap, (tx) =>
    payrollImporter.apply(
      tx,
      ap,
      [{ row: row(), action: "create", plan: first.plan }],
      newId(),
      () => {},
    ),
  );
  expect(await judged()).toEqual({ action: "skip" });
  // What the file does not say is not compared.
  expect(await judged({ hours: "" })).toEqual({ action: "skip" });
  expect(await judged({ hours: "84" })).toMatchObject({
    action: "reject",
    problem: { column: "Hours", expected: expect.stringContaining("80"), found: "Hours 84" },
  });
  expect(await judged({ to: agencyDay(-6) })).toMatchObject({ problem: { column: "To" } });
  expect(await judged({ amount: 2_500_00 })).toMatchObject({ problem: { column: "Amount" } });
  expect(await judged({ employee: "Bo Lind" })).toMatchObject({ action: "create" });
});
