// Checks go to the bank once and their voids follow; what the bank asks is decided in time, or goes back.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import {
  agencyAccounts,
  checksOut,
  releaseRun,
  voidPayment,
} from "#areas/finance/finance.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { returnUndecided } from "./exception.service.ts";
import { exceptionImporter } from "./exception.importer.ts";
import type { PositiveLayoutRow, PositiveTry } from "./layout.model.ts";
import type { ExceptionDetail, PositiveFileRow, PositiveStanding } from "./positive.model.ts";
import { causeOf } from "./positive.model.ts";
import { chaseLayout } from "./published.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let controller: Actor;
let accountId = "";
const asking = askingOf(() => t);
type Written = { id: string; version: number; status: string };
type Made = { id: string; number: string; issues: number; voids: number };
const exceptions = "/api/v1/check-exceptions";

/** Checks of so many cents, each of a vendor's own invoice, released in one run. */
const released = async (...cents: number[]) => {
  for (const each of cents) await approvedInvoice(t.database, a, { cents: each });
  const id = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id, version: null }, t.app.files),
  );
};
const checks = () => checksOut(t.database.read(controller), accountId);
const layout = async () => {
  const drafted = await asking<PositiveLayoutRow>(
    a.people.treasurer,
    "POST /api/v1/positive-layouts",
    chaseLayout,
  );
  const path = `POST /api/v1/positive-layouts/${drafted.id}/actions/publish`;
  return { drafted, publish: () => asking(a.people.treasurer, path, {}, drafted.version) };
};
const make = (layoutId: string, over: object = {}) =>
  asking<Made>(a.people.treasurer, "POST /api/v1/positive-pay-files", {
    ...{ accountId, layoutId },
    ...over,
  });
const opened = async (id: string) =>
  (await asking<{ text: string }>(a.people.treasurer, `POST /api/v1/positive-pay-files/${id}/open`))
    .text;
const ask = (checkNumber: string, cents: number, over: object = {}) =>
  asking<Written>(controller, `POST ${exceptions}`, {
    ...{ accountId, checkNumber, cents, presentedOn: agencyDay(), cutOff: "23:59" },
    ...over,
  });
const step = (id: string, name: string, by: Actor, body: object = {}) =>
  asking<Written>(by, `POST ${exceptions}/${id}/actions/${name}`, body);
const read = (id: string) => asking<ExceptionDetail>(controller, `GET ${exceptions}/${id}`);

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  ({ controller } = await makeMembers(t.database, a, { controller: { duties: ["controller"] } }));
  accountId = (await agencyAccounts(t.database.read(controller)))[0]!.id;
});
afterAll(() => t.drop());

test("a layout is tried on the last run; each check goes once, and its void follows", async () => {
  const { drafted, publish } = await layout();
  const trial = `GET /api/v1/positive-layouts/${drafted.id}/trial?accountId=${accountId}`;
  expect(await refusalOf(asking(a.people.treasurer, trial))).toContain("no_checks");
  await released(125_00);
  const { text, faults } = await asking<PositiveTry>(a.people.treasurer, trial);
  expect(faults).toEqual([]);
  expect(text).toMatch(/^I,000000000,\d+,\d{6},125\.00,/);
  expect(await refusalOf(make(drafted.id))).toContain("layout_draft");
  await publish();
  expect(await refusalOf(make(drafted.id, { accountId: newId() }))).toContain("account_unknown");
  const first = await make(drafted.id);
  expect(first).toMatchObject({ issues: 1, voids: 0 });
  const [check] = await checks();
  expect(await opened(first.id)).toContain(`,${check!.checkNumber},`);
  expect(await refusalOf(make(drafted.id))).toContain("nothing_waits");
  await t.database.transaction(a.people.treasurer, (tx) =>
    voidPayment(tx, a.people.treasurer, { id: check!.id, version: null }, t.app.files, {
      reason: "Lost in the mail",
    } as never),
  );
  const standing = await asking<PositiveStanding>(controller, "GET /api/v1/positive-pay-standing");
  expect(standing.accounts).toMatchObject([{ issues: 0, voids: 1 }]);
  const second = await make(drafted.id);
  expect(second).toMatchObject({ issues: 0, voids: 1 });
  expect(await opened(second.id)).toMatch(/^C,/);
  expect(await refusalOf(make(drafted.id))).toContain("nothing_waits");
  const { items } = await asking<{ items: PositiveFileRow[] }>(
    controller,
    "GET /api/v1/positive-pay-files?limit=10",
  );
  expect(items).toHaveLength(2);
});

test("a layout that does not hold a number makes no file", async () => {
  await released(77_00);
  const narrow = chaseLayout.fields.map((field) =>
    field.value === "check" ? { ...field, width: 1 } : field,
  );
  const draft = await asking<PositiveLayoutRow>(
    a.people.treasurer,
    "POST /api/v1/positive-layouts",
    {
      ...{ ...chaseLayout, name: "Too narrow", fields: narrow },
    },
  );
  await asking(
    a.people.treasurer,
    `POST /api/v1/positive-layouts/${draft.id}/actions/publish`,
    {},
    draft.version,
  );
  expect(await refusalOf(make(draft.id))).toContain("file_faults");
});

test("an altered check is returned where nobody decides, and decided by another than released it", async () => {
  await released(300_00, 410_00);
  const out = (await checks()).filter(({ status }) => status === "released");
  const [one, two] = [out.at(-1)!, out.at(-2)!];
  expect(await refusalOf(ask("1", 100, { accountId: newId() }))).toContain("account_unknown");
  expect(await refusalOf(ask("1", 100, { cutOff: "00:00" }))).toContain("cut_off_over");
  const { id } = await ask(one.checkNumber, one.cents + 900_00);
  expect(await read(id)).toMatchObject({ cause: "amount", status: "open" });
  expect(await refusalOf(ask(one.checkNumber, one.cents + 900_00))).toContain("known_exception");
  expect(await refusalOf(step(id, "pay", a.people.treasurer, { reason: "Known" }))).toContain(
    "You released the run of this check, so another person decides.",
  );
  expect(await refusalOf(step(id, "pay", controller))).toContain("reason_required");
  const passed = async (exceptionId: string) => {
    await t.database.transaction(controller, (tx) =>
      tx.rows(sql`
        update check_exception
        set cut_off_at = clock_timestamp() - interval '1 minute'
        where org_id = ${a.orgId} and id = ${exceptionId}
      `),
    );
    return t.database.transaction({ orgId: a.orgId, personId: null }, returnUndecided);
  };
  const late = await ask(two.checkNumber, two.cents, { payee: "Somebody Else" });
  await t.database.transaction(controller, (tx) =>
    tx.rows(sql`
      update check_exception
      set cut_off_at = clock_timestamp() - interval '1 minute'
      where org_id = ${a.orgId} and id = ${late.id}
    `),
  );
  expect(await refusalOf(step(late.id, "pay", controller, { reason: "Known" }))).toContain(
    "The bank's cut-off has passed: it returns the check.",
  );
  expect(await passed(late.id)).toBe(1);
  expect(await read(late.id)).toMatchObject({
    ...{ status: "returned", cause: "payee", decidedName: "" },
    reason: "Nobody decided before the cut-off",
  });
  await step(id, "pay", controller, { reason: "The vendor shows our letter" });
  expect(await read(id)).toMatchObject({ status: "paid", decidedName: "controller" });
  const { n } = await t.database.read(controller).one<{ n: number }>(sql`
    select count(*)::int as n
    from task
    where org_id = ${a.orgId} and person_id = ${controller.personId} and done_at is null
  `);
  expect(n).toBe(0);
});

test("a bank's file asks each check once", async () => {
  const [check] = await checks();
  const row = exceptionImporter.schema.parse({
    ...{ account: "1", checkNumber: check!.checkNumber, amount: 5_00, presentedOn: agencyDay() },
  });
  const [verdict] = await exceptionImporter.plan(t.database.read(controller), [row], "");
  expect(verdict).toMatchObject({ action: "reject", problem: { column: "Account" } });
});

test("what differs is said by what weighs most", () => {
  const issued = {
    ...{ cents: 5_00, payee: "Prairie Paving, Inc.", status: "released" },
    ...{ voidedOn: null, clearedOn: null, staleOn: null },
  };
  const shown = { cents: 5_00, payee: "PRAIRIE PAVING INC", presentedOn: agencyDay() as never };
  const cause = (over: object, presented: object = {}) =>
    causeOf({ ...shown, ...presented }, { ...issued, ...over } as never).cause;
  expect(causeOf(shown, null).cause).toBe("unknown");
  expect(cause({ status: "voided", voidedOn: agencyDay(-1) })).toBe("voided");
  expect(cause({ status: "cleared", clearedOn: agencyDay(-1) })).toBe("duplicate");
  expect(cause({}, { cents: 6_00 })).toBe("amount");
  expect(cause({}, { payee: "Somebody" })).toBe("payee");
  expect(cause({ staleOn: agencyDay(-1) })).toBe("stale");
  expect(cause({})).toBe("bank");
});
