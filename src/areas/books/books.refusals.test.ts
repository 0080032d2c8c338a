import { expect, test } from "vitest";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { closeYear } from "#areas/budget/account/closing.service.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { createInvoice } from "#areas/finance/finance.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { beginGeneralLedger, readStanding } from "./begin/begin.service.ts";
import { a, as, bookTests, follow, onDay, people, periodOf, second, t } from "./books.setup.ts";
import { enterAccount } from "./chart/chart-accounts.service.ts";
import { accountOf } from "./chart/chart.service.ts";
import { entryInput } from "./entry/entry.model.ts";
import { entryNoun } from "./entry/entry.noun.ts";
import { correctEntry, draftEntry, postEntry, reverseEntry } from "./entry/entry.service.ts";
import { softClosePeriod } from "./period/period.service.ts";

bookTests();

const at = (id: string) => ({ id, version: null, reason: "As agreed in the office" });
const input = async (over: object = {}) => {
  const db = t.database.read(people.controller);
  const [cash, balance] = await Promise.all([accountOf(db, "cash"), accountOf(db, "fundBalance")]);
  const line = { fundId: second.fundId, debit: 0, credit: 0 };
  return entryInput.parse({
    title: "A correction",
    reason: "Statement of the bank, page two",
    postedOn: "2026-10-15",
    lines: [
      { ...line, accountId: cash, debit: 100 },
      { ...line, accountId: balance, credit: 100 },
    ],
    ...over,
  });
};
const draft = async (over: object = {}) =>
  as(onDay(people.controller, "2026-12-01"), async (tx, actor) =>
    draftEntry(tx, actor, await input(over)),
  );

test("books begin once, and what needs them says where they begin", async () => {
  expect(
    await refusalOf(as(people.chief, (tx, chief) => beginGeneralLedger(tx, chief, a.fiscalYearId))),
  ).toMatch(/^books_begun/);
  const other = await makeAgency(t.database);
  const { controller } = await makeMembers(t.database, other, {
    controller: { duties: ["controller"] },
  });
  const typed = await input();
  expect(await refusalOf(as(controller, (tx) => draftEntry(tx, controller, typed)))).toMatch(
    /^no_books/,
  );
  const account = { code: "1090", name: "Petty cash", class: "asset" as const };
  expect(await refusalOf(as(controller, (tx) => enterAccount(tx, controller, account)))).toMatch(
    /^no_books/,
  );
  expect(await readStanding(t.database.read(controller))).toMatchObject({
    beginsOn: null,
    entries: 0,
    next: null,
  });
});

test("accounts of the books are entered once, and revenue and spending only by account strings", async () => {
  const account = { code: "1090", name: "Petty cash", class: "asset" as const };
  await as(people.controller, (tx, actor) => enterAccount(tx, actor, account));
  expect(
    await refusalOf(as(people.controller, (tx, actor) => enterAccount(tx, actor, account))),
  ).toMatch(/^already_exists/);
  const { id } = await t.database.read(people.controller).one<{ id: string }>(sql`
    select id
    from gl_account
    where org_id = ${a.orgId} and class = 'expenditure'
    limit 1
  `);
  const lines = (await input()).lines.map((l, n) => (n === 0 ? { ...l, accountId: id } : l));
  expect(await refusalOf(draft({ lines }))).toMatch(/^line_unknown/);
});

test("an entry lies behind the beginning, and only an accrual takes itself back, later", async () => {
  const said = (over: object) =>
    draft(over).then(
      () => "nothing was refused",
      (error: { errors: { message: string }[] }) => error.errors[0]!.message,
    );
  expect(await said({ postedOn: "2026-09-30" })).toMatch(
    /^The books begin on Oct 1, 2026\. Enter that day or a later one\.$/,
  );
  expect(await said({ reversesOn: "2026-11-01" })).toBe("Only an accrual takes itself back.");
  expect(await said({ kind: "accrual" })).toBe("Say on which day the accrual takes itself back.");
  expect(await said({ kind: "accrual", reversesOn: "2026-10-15" })).toBe(
    "It is taken back on a later day than it is posted.",
  );
});

test("what is posted is neither corrected nor taken back twice", async () => {
  const { id } = await draft();
  await as(people.controller, (tx, actor) =>
    transition(tx, actor, entryNoun, { id, action: "submit", version: null }),
  );
  const typed = await input({ title: "Another title" });
  expect(
    await refusalOf(
      as(people.controller, (tx, actor) => correctEntry(tx, actor, { id, version: 2 }, typed)),
    ),
  ).toMatch(/It was sent to be posted/);
  const posted = await as(people.other, (tx, actor) => postEntry(tx, actor, at(id)));
  const other = await draft({ title: "Still a draft" });
  expect(
    await refusalOf(
      as(people.other, (tx, actor) => correctEntry(tx, actor, { id: other.id, version: 1 }, typed)),
    ),
  ).toMatch(/Whoever prepared this entry corrects it\. Prepare one of your own\./);
  await as(people.other, (tx, actor) => reverseEntry(tx, actor, at(posted.id)));
  const reversal = await t.database.read(people.other).one<{ id: string }>(sql`
    select id
    from journal_entry
    where org_id = ${a.orgId} and reversal_of = ${posted.id}
  `);
  expect(
    await refusalOf(as(people.chief, (tx, chief) => reverseEntry(tx, chief, at(reversal.id)))),
  ).toMatch(/not_allowed/);
  const officer = { ...people.chief, permissions: people.other.permissions };
  expect(await refusalOf(as(officer, (tx) => reverseEntry(tx, officer, at(reversal.id))))).toMatch(
    /A reversal is not reversed: prepare a new entry\./,
  );
  const accrual = await draft({ kind: "accrual", reversesOn: "2026-11-01" });
  await as(people.controller, (tx, actor) =>
    transition(tx, actor, entryNoun, { id: accrual.id, action: "submit", version: null }),
  );
  await as(people.other, (tx, actor) => postEntry(tx, actor, at(accrual.id)));
  expect(
    await refusalOf(as(people.other, (tx, actor) => reverseEntry(tx, actor, at(accrual.id)))),
  ).toMatch(/^reversed/);
});

test("what waits is named with its reason, and stays with the period", async () => {
  const { ap } = a.people;
  const bill = invoiceInput.parse({
    vendorId: a.vendor.id,
    vendorNumber: "W-1",
    invoiceDate: "2026-10-14",
    lines: [
      {
        accountStringId: a.accountStringId,
        description: "Stone",
        quantity: "1",
        unitPrice: "75.00",
      },
    ],
  });
  await as(ap, (tx) => createInvoice(tx, ap, bill));
  const { id } = await periodOf("2026-10-20");
  const soft = (reasons: Record<string, string>) =>
    as(onDay(people.controller, "2026-12-01"), (tx, actor) =>
      softClosePeriod(tx, actor, at(id), reasons),
    );
  expect(await refusalOf(soft({}))).toMatch(/^reason_missing.*bills that are not approved/);
  const { waits } = await soft({ "wait.billsOpen": "The vendor sends a corrected bill" });
  expect(waits).toMatchObject([
    { check: "billsOpen", reason: "The vendor sends a corrected bill" },
  ]);
});

test("another agency's books are not there, and a lower role closes nothing", async () => {
  const other = await makeAgency(t.database);
  const { stranger, clerk } = await makeMembers(t.database, other, {
    stranger: { duties: ["controller"] },
    clerk: { duties: ["buyer"] },
  });
  const { id } = await periodOf("2026-10-20");
  const soft = (who: typeof stranger) =>
    refusalOf(as(onDay(who, "2026-12-01"), (tx, actor) => softClosePeriod(tx, actor, at(id), {})));
  expect(await soft(stranger)).toMatch(/not_found/);
  expect(await soft({ ...clerk, orgId: a.orgId })).toMatch(/not_allowed|lacks/);
});

test("a fiscal year closes when its periods are closed, and a restart follows what was written meanwhile", async () => {
  await approvedInvoice(t.database, a, { cents: 5_00 });
  const late = onDay(people.chief, "2036-10-05");
  expect(
    await refusalOf(
      as(late, (tx, chief) =>
        closeYear(tx, chief, a.fiscalYearId, { budget: "next", note: "Year end" }, 1),
      ),
    ),
  ).toMatch(/Close the periods of the general ledger/);
  await follow();
});
