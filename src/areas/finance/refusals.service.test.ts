// What invoices, journals, payments and the agency's bank account refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { releaseRun, sendRegister } from "#areas/finance/finance.server.ts";
import type { Tx } from "#server/db/db.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  agencyBank,
  approvedInvoice,
  approvedRun,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { nextModifier } from "./payment/bank-file.service.ts";
import { approveRun } from "./payment/run.service.ts";

let t: TestDatabase;
let a: PayingAgency;
const ask = askingOf(() => t);
const refused = (who: Actor, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(who, asked, body, version));

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
});
afterAll(() => t.drop());

let serial = 0;
const invoice = (over: object = {}) => ({
  vendorId: a.vendor.id,
  kind: "invoice",
  vendorNumber: `R-${++serial}`,
  invoiceDate: agencyDay(-3),
  lines: [
    {
      accountStringId: a.accountStringId,
      description: "Stone",
      quantity: "1",
      unitPrice: "100",
    },
  ],
  ...over,
});

test.each([
  [{ vendorId: newId() }, "invalid_field: This vendor does not exist."],
  [{ purchaseOrderId: newId() }, "invalid_field: This purchase order does not exist."],
  [{ retainage: 100_01 }, "invalid_field: Retainage cannot exceed the invoice's total."],
  [
    { serviceFrom: agencyDay(-4), serviceTo: agencyDay(-5) },
    "invalid_field: The last day of the work comes before its first.",
  ],
  [
    { lines: [{ description: "Stone", quantity: "1", unitPrice: "100" }] },
    "no_account: Some lines have no account. Nothing was saved.",
  ],
  [
    { retainage: 100_00, serviceFrom: agencyDay(-4), serviceTo: agencyDay(-4) },
    "nothing was refused",
  ],
])("an invoice with %o: %s", async (over, said) => {
  expect(await refused(a.people.ap, "POST /api/v1/invoices", invoice(over))).toBe(said);
});

test("an invoice's price and total stay within what can be kept", async () => {
  const line = { ...invoice().lines[0]!, quantity: "999999999", unitPrice: "99999999" };
  expect(await refused(a.people.ap, "POST /api/v1/invoices", invoice({ lines: [line] }))).toMatch(
    /^invalid_line: Line 1: quantity times price is too large\.$/,
  );
  const back = { ...invoice().lines[0]!, quantity: "-2" };
  expect(
    await refused(
      a.people.ap,
      "POST /api/v1/invoices",
      invoice({ kind: "credit_note", lines: [invoice().lines[0], back] }),
    ),
  ).toMatch(
    /^negative_credit: A credit note already takes off: enter its quantities and prices without a minus/,
  );
});

test("an electronic invoice is a file that is here", async () => {
  expect(await refused(a.people.ap, "POST /api/v1/invoices/from-ubl", { fileId: newId() })).toBe(
    "unknown_file: This file does not exist here. Upload it first.",
  );
});

test("a run does not pay yesterday, and one that waits for nobody is not approved", async () => {
  await approvedInvoice(t.database, a, { cents: 10_00 });
  const { ap, manager } = a.people;
  const propose = (payOn: string) =>
    refused(ap, "POST /api/v1/payment-runs", { payThrough: "2027-12-31", payOn });
  expect(await propose(agencyDay(-1))).toBe("invalid_field: The day of payment is in the past.");
  expect(
    await refusalOf(t.database.transaction(manager, (tx) => approveRun(tx, manager, newId()))),
  ).toBe("not_pending: This run does not wait for an approval.");
});

test("a day has thirty-six bank files", async () => {
  const after = (n: number) =>
    nextModifier(
      { scope: { orgId: a.orgId }, one: () => Promise.resolve({ n }) } as unknown as Tx,
      agencyDay(),
    );
  expect([await after(0), await after(35)]).toEqual(["A", "9"]);
  expect(await refusalOf(after(36))).toBe(
    "too_many_files: A bank takes at most 36 files of one day. Release the others tomorrow.",
  );
});

test("the agency's account has a number, and its checks run on once one was drawn", async () => {
  const other = await makeMembers(t.database, await makeAgency(t.database), {
    treasurer: { duties: ["treasurer"] },
  });
  const path = "PUT /api/v1/agency-bank-account";
  expect(await refused(other.treasurer, path, { ...agencyBank, accountNumber: null })).toBe(
    "invalid_field: Enter the number of the account.",
  );
  const { treasurer } = a.people;
  await approvedInvoice(t.database, a, { cents: 10_00 });
  const run = await approvedRun(t.database, a);
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
  const { version } = await ask(treasurer, "GET /api/v1/agency-bank-account");
  expect(await refused(treasurer, path, { ...agencyBank, nextCheckNumber: 1005 }, version)).toMatch(
    /its check numbers run on without gaps\. Void a spoiled check/,
  );
  const same = { ...agencyBank, nextCheckNumber: null };
  expect(await refused(treasurer, path, same, version)).toBe("nothing was refused");
});

test("a register of pay is sent whole, on accounts that are here", async () => {
  const { ap } = a.people;
  const pay = {
    employee: "Ann Oakes",
    account: "NO-SUCH-ACCOUNT",
    from: agencyDay(-14),
    to: agencyDay(-1),
    paidOn: agencyDay(),
    amount: 1_000_00,
  };
  await expect(
    t.database.transaction(ap, (tx) => sendRegister(tx, ap, "Register 1", [pay])),
  ).rejects.toThrow(/^Register 1: Correct the code/);
});
