import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import "../banking.server.ts";
import { bankLineImporter } from "./line.importer.ts";

let t: TestDatabase;
let a: PayingAgency;
let controller: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  ({ controller } = await makeMembers(t.database, a, {
    controller: { duties: ["controller"] },
  }));
});

const [one, two, three] = [agencyDay(-3), agencyDay(-2), agencyDay(-1)];
const row = (over: object) =>
  bankLineImporter.schema.parse({ account: "42119876", onDay: one, ...over });
const judge = (rows: readonly ReturnType<typeof row>[]) =>
  bankLineImporter.plan(t.database.read(controller), rows, new Date().toISOString());
const says = async (rows: readonly ReturnType<typeof row>[]) =>
  (await judge(rows)).map((v) =>
    v.action === "reject" ? `${v.problem.column}: ${v.problem.fix}` : v.action,
  );
const bring = async (rows: readonly ReturnType<typeof row>[]) => {
  const verdicts = await judge(rows);
  const planned = rows.flatMap((r, n) => {
    const verdict = verdicts[n]!;
    return verdict.action === "create"
      ? [{ row: r, action: verdict.action, plan: verdict.plan }]
      : [];
  });
  await t.database.transaction(controller, (tx) =>
    bankLineImporter.apply(tx, controller, planned, "", () => {}),
  );
  return verdicts.map((v) => v.action);
};
const stored = () =>
  t.database.read(controller).rows(sql`
    select on_day, opening, closing, line_count
    from bank_statement
    where org_id = ${a.orgId}
    order by on_day
  `);
const month = () => [
  row({ amount: -250_00, balance: 750_00, check: "1001", text: "CHECK" }),
  row({ credit: 50_00, balance: 800_00 }),
  row({ onDay: two, debit: 10_00, balance: 790_00 }),
  row({ onDay: three, debit: -5_00, balance: 785_00 }),
];

test("every day of an account becomes a statement, and the same file again changes nothing", async () => {
  expect(await bring(month())).toEqual(["create", "create", "create", "create"]);
  expect(await stored()).toEqual([
    { onDay: one, opening: 1_000_00, closing: 800_00, lineCount: 2 },
    { onDay: two, opening: 800_00, closing: 790_00, lineCount: 1 },
    { onDay: three, opening: 790_00, closing: 785_00, lineCount: 1 },
  ]);
  expect(await bring(month())).toEqual(["skip", "skip", "skip", "skip"]);
  expect(await stored()).toHaveLength(3);
});

test("two lines that say the same are two lines: the balance tells them apart", async () => {
  const fee = { amount: -5_00, text: "FEE" };
  expect(await bring([row({ ...fee, balance: 95_00 }), row({ ...fee, balance: 90_00 })])).toEqual([
    "create",
    "create",
  ]);
});

test("a day whose balances do not go on is refused whole, and so is what follows it", async () => {
  const [first, second, third, fourth] = month();
  const found = await says([first!, { ...second!, balance: 801_00 }, third!, fourth!]);
  expect(found[0]).toMatch(
    /^Balance: The day is taken whole\. The balances of this day do not go on/,
  );
  expect(found[1]).toMatch(/^Balance: The balances of this day do not go on/);
  expect(found.slice(2)).toEqual(["create", "create"]);
  expect((await says([first!, second!, fourth!]))[2]).toMatch(
    /^Balance: .* opens on .* with \$790\.00, but the day before in the file of .* closed with \$800\.00/,
  );
});

test("a day that is here with other lines, one out of order and one to come are refused", async () => {
  await bring(month().slice(0, 3));
  expect(await says([row({ onDay: two, debit: 11_00, balance: 789_00 })])).toEqual([
    "Day: This day is loaded with other lines. Withdraw its statement first if the bank corrected it.",
  ]);
  expect(
    await says([
      row({ onDay: agencyDay(3), amount: 1, balance: 785_01 }),
      row({ account: "1", amount: 1, balance: 1 }),
      row({ balance: 785_00 }),
    ]),
  ).toEqual([
    "Day: Correct the day.",
    "Account: Set the account up under Payments, Bank accounts, or correct its number.",
    "Amount: Match the column that says what moved; leave lines without an amount out.",
  ]);
  const later = row({ onDay: three, amount: -1, balance: 789_99 });
  const earlier = row({ onDay: agencyDay(-5), amount: 1, balance: 1 });
  expect(await says([earlier, later])).toEqual([
    expect.stringMatching(/^Balance: .*but BST-/),
    "create",
  ]);
});
