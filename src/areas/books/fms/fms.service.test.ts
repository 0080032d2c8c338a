import { expect, test } from "vitest";
import { day, type Day } from "#kernel/time.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { sql } from "#server/db/sql.ts";
import { a, as, bookTests, follow, people, t } from "../books.setup.ts";
import { batchChecks } from "./batch/batch.checks.ts";
import type { BatchDetail } from "./batch/batch.model.ts";
import { batchFile } from "./batch/batch.service.ts";
import { readFmsStanding, sumsOfPeriod } from "./batch/batch.read.service.ts";
import { map, mapChart, publishedLayout } from "./fms.setup.ts";
import { layoutInput } from "./layout/layout.model.ts";
import { mappingImporter } from "./mapping/mapping.importer.ts";

bookTests();
const ask = askingOf(() => t);
const db = () => t.database.read(people.controller);

const fields = [
  { record: "line", name: "Date", value: "postedOn" },
  { record: "line", name: "Fund", value: "fund" },
  { record: "line", name: "Account", value: "account" },
  { record: "line", name: "Amount", value: "signed" },
];
const layoutBody = (over: object = {}) =>
  layoutInput.parse({ name: "Journal", form: "delimited", fields, ...over });
/** The period with the posted lines of the agency. */
const postedPeriod = async () => {
  await approvedInvoice(t.database, a, { cents: 90_00 });
  await follow();
  return db().one<{ id: string; lines: number; debits: number; firstDay: Day; lastDay: Day }>(sql`
    select
      p.id, count(*)::int as lines, sum(greatest(l.cents, 0))::bigint as debits, p.first_day,
      p.last_day
    from gl_line l
    join accounting_period p on p.org_id = l.org_id and p.id = l.period_id
    where l.org_id = ${a.orgId}
    group by p.id, p.first_day, p.last_day
    order by count(*) desc
    limit 1
  `);
};
const build = (periodId: string, layoutId: string, who = people.controller) =>
  ask(who, "POST /api/v1/fms-batches", { periodId, layoutId });
const read = (id: string) => ask<BatchDetail>(people.controller, `GET /api/v1/fms-batches/${id}`);
const take = async (id: string, step: string, who = people.controller, body: object = {}) =>
  ask<BatchDetail>(
    who,
    `POST /api/v1/fms-batches/${id}/actions/${step}`,
    body,
    (await read(id)).version,
  );
const sent = async () => {
  const layoutId = await publishedLayout();
  await mapChart();
  const period = await postedPeriod();
  const { id } = await build(period.id, layoutId);
  await take(id, "validate");
  await take(id, "send", people.chief);
  return { id, period, layoutId };
};

test("an unmapped code refuses the batch, and all of them are named", async () => {
  const layoutId = await publishedLayout();
  const period = await postedPeriod();
  const said = await refusalOf(build(period.id, layoutId));
  expect(said).toMatch(/^not_mapped: The batch was not built\. Account .* has no code/);
  expect(said.match(/has no code/g)!.length).toBeGreaterThan(2);
  expect((await readFmsStanding(db())).underWay).toBe(0);
});

test("a batch is built by one person, sent by another, and a line is in one batch", async () => {
  const layoutId = await publishedLayout();
  await mapChart();
  const period = await postedPeriod();
  const { id } = await build(period.id, layoutId);
  expect(await read(id)).toMatchObject({
    status: "built",
    lineCount: period.lines,
    debits: period.debits,
    credits: period.debits,
    problems: [],
  });
  expect(await refusalOf(build(period.id, layoutId))).toMatch(/^nothing_waits/);
  expect(await refusalOf(take(id, "send", people.chief))).toMatch(/^not_in_this_status/);
  await take(id, "validate");
  expect(await refusalOf(batchFile(db(), id))).toMatch(/^not_sent/);
  expect(await refusalOf(take(id, "send"))).toMatch(/another person sends it/);
  expect((await take(id, "send", people.chief)).status).toBe("sent");
  expect((await take(id, "acknowledge")).status).toBe("acknowledged");
  expect(await refusalOf(take(id, "acknowledge"))).not.toBe("nothing was refused");
});

test("a batch keeps its bytes whatever the mapping says later, and the database holds them", async () => {
  const { id } = await sent();
  const before = await batchFile(db(), id);
  await map(
    "fund",
    (
      await db().one<{ code: string }>(sql`
        select code
        from gl_account
        where org_id = ${a.orgId} and kind = 'fund'
        order by code
        limit 1
      `)
    ).code,
    "OTHER",
    day("2026-10-02"),
  );
  expect((await batchFile(db(), id)).bytes.equals(before.bytes)).toBe(true);
  expect(before.bytes.toString()).toMatch(/^\d{4}-\d\d-\d\d,X[^,]+,X[^,]+,-?\d+\.\d\d\r\n/);
  await expect(
    as(people.controller, (tx) =>
      tx.rows(sql`update fms_batch set body = 'other' where org_id = ${a.orgId} and id = ${id}`),
    ),
  ).rejects.toThrow();
});

test("rejected lines alone go out again under the mapping as it is now", async () => {
  const { id, period } = await sent();
  const bad = take(id, "reject", people.controller, { rejected: "1 no colon\n99999: Closed" });
  expect(await refusalOf(bad)).toMatch(
    /^not_read: Nothing was kept\. Row 1 .* Row 2: the batch has no line/,
  );
  await take(id, "reject", people.controller, { rejected: "2: Account is closed" });
  expect(await sumsOfPeriod(db(), period.id)).toMatchObject({ rejected: 1, waiting: 0 });
  await take(id, "correct");
  const old = await read(id);
  expect(old.status).toBe("corrected");
  const made = await read(old.correctedBy!.id);
  expect(made).toMatchObject({ lineCount: 1, status: "built", corrects: { id } });
  const stops = () =>
    batchChecks[0]!.check(db(), {
      firstDay: period.firstDay,
      lastDay: period.lastDay,
      fiscalYearId: a.fiscalYearId,
      adjustment: false,
    });
  expect(await stops()).toMatchObject({ count: 1 });
  await take(made.id, "validate");
  await take(made.id, "send", people.chief);
  await take(made.id, "acknowledge");
  expect(await stops()).toMatchObject({ count: 0 });
});

test("a period before the first batch closes without one", async () => {
  await publishedLayout();
  await mapChart();
  const { firstDay, lastDay } = await postedPeriod();
  expect(
    await batchChecks[0]!.check(db(), {
      firstDay,
      lastDay,
      fiscalYearId: a.fiscalYearId,
      adjustment: false,
    }),
  ).toMatchObject({ count: 0 });
});

test("rejected lines wait while their layout has no version in force", async () => {
  const { id, layoutId } = await sent();
  await take(id, "reject", people.controller, { rejected: "1: Closed" });
  const { version } = await db().one<{ version: number }>(sql`
    select version
    from fms_layout
    where org_id = ${a.orgId} and id = ${layoutId}
  `);
  await ask(people.chief, `POST /api/v1/fms-layouts/${layoutId}/actions/retire`, {}, version);
  expect(await refusalOf(take(id, "correct"))).toMatch(/^no_layout/);
  expect((await read(id)).status).toBe("rejected");
});

test("codes come by file: what is mapped already is left as it is, an unknown one is named", async () => {
  const accounts = await db().rows<{ code: string }>(sql`
    select code
    from gl_account
    where org_id = ${a.orgId} and kind = 'account'
    order by code
    limit 2
  `);
  const [one = "", two = ""] = accounts.map(({ code }) => code);
  await map("account", one, "X1");
  const row = (code: string, target: string) => ({
    kind: "account" as const,
    code,
    target,
    fromDay: day("2026-10-01"),
  });
  const rows = [row(one, "X1"), row(two, "X2"), row("NO-SUCH", "X3")];
  const verdicts = await mappingImporter.plan(db(), rows, "");
  expect(verdicts.map((v) => v.action)).toEqual(["skip", "create", "reject"]);
});

test("a batch that was not sent is withdrawn with its reason, and its lines wait again", async () => {
  const layoutId = await publishedLayout();
  await mapChart();
  const period = await postedPeriod();
  const { id } = await build(period.id, layoutId);
  expect(
    (await take(id, "withdraw", people.controller, { reason: "A code was wrong" })).status,
  ).toBe("withdrawn");
  const again = await build(period.id, layoutId);
  expect((await read(again.id)).lineCount).toBe(period.lines);
});

test("what does not fit and what is not in force builds nothing", async () => {
  const narrow = await publishedLayout({
    form: "fixed",
    fields: fields.map((f) => ({ ...f, width: f.value === "account" ? 2 : 12 })),
  });
  await mapChart();
  const period = await postedPeriod();
  expect(await refusalOf(build(period.id, narrow))).toMatch(/^does_not_fit: .*Line 1, Account:/);
  const draft = await ask(people.controller, "POST /api/v1/fms-layouts", layoutBody());
  expect(await refusalOf(build(period.id, draft.id))).toMatch(/layout that is in force/);
  const tried = await ask<{ text: string; lines: number }>(
    people.controller,
    `GET /api/v1/fms-layouts/${draft.id}/try?periodId=${period.id}`,
  );
  expect(tried.text.split("\r\n")).toHaveLength(tried.lines + 1);
});

test("a code is mapped from a later day on only, and only one of the books", async () => {
  const fund = await db().one<{ code: string }>(sql`
    select code
    from gl_account
    where org_id = ${a.orgId} and kind = 'fund'
    order by code
    limit 1
  `);
  await map("fund", fund.code, "X1");
  expect(await refusalOf(map("fund", fund.code, "X2"))).toMatch(/name a later day/);
  await map("fund", fund.code, "X2", day("2026-11-01"));
  const { items } = await ask<{ items: { target: string; toDay: string | null }[] }>(
    people.controller,
    "GET /api/v1/fms-mappings?sort=fromDay",
  );
  expect(items.map((m) => [m.target, m.toDay])).toEqual([
    ["X1", "2026-10-31"],
    ["X2", null],
  ]);
  expect(await refusalOf(map("account", "NO-SUCH", "X"))).toMatch(/The books have no account/);
});

test("another agency finds nothing, and a lower role builds, sends and maps nothing", async () => {
  const { id, period, layoutId } = await sent();
  const other = await makeAgency(t.database);
  const { stranger } = await makeMembers(t.database, other, {
    stranger: { duties: ["controller"] },
  });
  const { auditor } = await makeMembers(t.database, a, { auditor: { duties: ["auditor"] } });
  const at = `/api/v1/fms-batches/${id}`;
  expect(await refusalOf(ask(stranger, `GET ${at}`))).toMatch(/^not_found/);
  expect(await refusalOf(ask(stranger, `POST ${at}/actions/acknowledge`, {}, 3))).toMatch(
    /^not_found/,
  );
  expect(await refusalOf(batchFile(t.database.read(stranger), id))).toMatch(/^not_found/);
  expect(await refusalOf(build(period.id, layoutId, stranger))).toMatch(/^nothing_waits/);
  for (const asked of [
    "POST /api/v1/fms-batches",
    "POST /api/v1/fms-mappings",
    "POST /api/v1/fms-layouts",
    `POST ${at}/actions/acknowledge`,
    `GET ${at}/file`,
  ])
    expect(await refusalOf(ask(auditor, asked))).toMatch(/^not_allowed|^forbidden/);
});
