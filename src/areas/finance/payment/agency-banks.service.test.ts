import { beforeEach, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { agencyBank } from "#server/testing/payments.ts";
import { agencyBankInput } from "./agency-bank.model.ts";
import {
  addAgencyBank,
  lockAgencyBank,
  readAgencyBanks,
  retireAgencyBank,
  saveAgencyBank,
} from "./agency-bank.service.ts";
import { accountBlock } from "./drawn-on.model.ts";
import { previewRun } from "./payable.service.ts";
import {
  a,
  as,
  approved,
  invoice,
  paymentTests,
  people,
  release,
  shown,
  t,
} from "./payment.setup.ts";
import { runInput } from "./run.model.ts";

paymentTests();

const input = (over: object = {}) =>
  agencyBankInput.parse({
    ...agencyBank,
    bankName: "Delta Savings Bank",
    accountNumber: "5500667788",
    nextCheckNumber: 8001,
    ...over,
  });
const add = (over: object = {}) =>
  as(people.treasurer, (tx) => addAgencyBank(tx, people.treasurer, input(over)));
const all = () => readAgencyBanks(t.database.read(people.treasurer), people.treasurer);
const retire = (id: string, version = 1) =>
  as(people.treasurer, (tx) => retireAgencyBank(tx, people.treasurer, { id, version }));
const preview = (over: object) =>
  previewRun(t.database.read(people.ap), runInput.parse({ payThrough: agencyDay(400), ...over }));
let first = "";
let fundId = "";
beforeEach(async () => {
  first = (await all())[0]!.id!;
  fundId = (
    await t.database
      .read(people.ap)
      .one<{ id: string }>(
        sql`select fund_id as id from account_string where org_id = ${a.orgId} limit 1`,
      )
  ).id;
});

test("each account has its own check numbers, and a run is drawn on the one that it names", async () => {
  const second = await add();
  const one = await invoice();
  const runOf = async (agencyAccountId: string | null, id: string) => {
    const run = await approved({ payThrough: null, invoiceIds: [id], agencyAccountId });
    await release(run);
    return shown(run);
  };
  expect(await runOf(second, one.id)).toMatchObject({
    drawnOn: "Delta Savings Bank ••7788",
    payments: [{ reference: "8001" }],
  });
  expect(await runOf(null, (await invoice()).id)).toMatchObject({
    drawnOn: "First Bank of Delta ••9876",
    payments: [{ reference: "1001" }],
  });
  expect((await all()).map((b) => b.nextCheckNumber)).toEqual([1002, 8002]);
  expect(
    await t.database.read(people.ap).rows(sql`
      select agency_account_id as id, sum(book)::bigint as book
      from cash_entry
      where org_id = ${a.orgId}
      group by agency_account_id
      order by agency_account_id = ${second}
    `),
  ).toEqual([
    { id: first, book: -100_00 },
    { id: second, book: -100_00 },
  ]);
});

test("a fund that one account names is paid from it alone", async () => {
  const second = await add({ fundIds: [fundId] });
  await invoice();
  expect(await preview({ agencyAccountId: first })).toMatchObject({
    payments: [],
    excluded: [
      { code: "other_account", reason: expect.stringMatching(/is paid from Delta Savings/) },
    ],
  });
  expect(await preview({ agencyAccountId: second })).toMatchObject({
    agencyAccountId: second,
    amount: 100_00,
    excluded: [],
  });
  await expect(add({ accountNumber: "5500667799", fundIds: [fundId] })).rejects.toThrow(
    /A fund of these is paid from Delta Savings Bank ••7788 already/,
  );
  await expect(add({ accountNumber: "5500667799", fundIds: [newId()] })).rejects.toThrow(
    /not a fund of the agency/,
  );
});

test("an invoice on funds of two accounts waits until one carries them", () => {
  const accounts = [
    { id: "a", name: "A", fundIds: [] },
    { id: "b", name: "B", fundIds: ["road"] },
  ];
  const funds = [
    { id: "road", code: "201" },
    { id: "general", code: "101" },
  ];
  expect(accountBlock(accounts[0]!, accounts, funds)?.reason).toMatch(
    /^Its funds are paid from different accounts: 201 not from A\./,
  );
  expect(accountBlock(accounts[1]!, accounts, funds)?.reason).toMatch(/101 not from B/);
  expect(accountBlock(accounts[1]!, [accounts[1]!], [funds[1]!])?.reason).toBe(
    "Fund 101 is not paid from B.",
  );
  expect(accountBlock(accounts[0]!, accounts, [])).toBeNull();
});

test("one account is in use once, and the last one and one with waiting runs stay", async () => {
  await expect(retire(first)).rejects.toMatchObject({ code: "last_account" });
  const second = await add();
  await expect(add()).rejects.toMatchObject({ code: "account_exists" });
  await expect(
    as(people.treasurer, (tx) =>
      saveAgencyBank(tx, people.treasurer, input({ nextCheckNumber: null }), 1, first),
    ),
  ).rejects.toMatchObject({ code: "account_exists" });
  await invoice();
  const run = await approved({ agencyAccountId: second });
  await expect(retire(second)).rejects.toMatchObject({ code: "account_in_use" });
  await expect(retire(newId())).rejects.toMatchObject({ status: 404 });
  await expect(
    as(people.treasurer, (tx) => saveAgencyBank(tx, people.treasurer, input(), 1, newId())),
  ).rejects.toMatchObject({ status: 404 });
  await release(run);
  const now = (await all()).find((b) => b.id === second)!;
  await retire(second, now.version);
  expect((await all()).map((b) => b.active)).toEqual([true, false]);
  await expect(as(people.treasurer, (tx) => lockAgencyBank(tx, second))).rejects.toMatchObject({
    code: "account_retired",
  });
  await expect(preview({ agencyAccountId: second })).rejects.toThrow(
    /Choose an account of the agency that is in use/,
  );
  expect(await add()).toBe(second);
});

test("a run whose account was retired is not released; one whose account was replaced goes out of the new one", async () => {
  const second = await add();
  await invoice();
  const run = await approved({ agencyAccountId: second });
  await as(people.treasurer, (tx) =>
    tx.rows(sql`
      update agency_bank_account
      set active = false
      where org_id = ${a.orgId} and id = ${second}
    `),
  );
  await expect(release(run)).rejects.toThrow(/is not in use any more\. Cancel the run/);
  await as(people.treasurer, (tx) =>
    tx.rows(sql`
      update agency_bank_account
      set active = true
      where org_id = ${a.orgId} and id = ${second}
    `),
  );
  const third = await as(people.treasurer, (tx) =>
    saveAgencyBank(
      tx,
      people.treasurer,
      input({ accountNumber: "1112223334", nextCheckNumber: 300 }),
      1,
      second,
    ),
  );
  await release(run);
  expect(await shown(run)).toMatchObject({ payments: [{ reference: "300" }] });
  expect(third).not.toBe(second);
});
