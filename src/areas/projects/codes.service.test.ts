// The money of a project by cost code: what each row says, who moves it, and that all rows are the ledger.
import { afterAll, beforeAll, expect, test } from "vitest";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import { sql } from "#server/db/sql.ts";
import { codesAgency, refusalOf, rowOf, type Line } from "./codes.setup.ts";
import type { CodedLineRow, TransferDetail } from "./code/code.model.ts";
import { moneyColumns, shareOut } from "./money/money.model.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof codesAgency>>;

beforeAll(async () => {
  t = await freshDatabase();
  a = await codesAgency(t);
});
afterAll(() => t.drop());

/** All rows together are the sheet and the ledger, and every cell is what its documents say. */
const agrees = async (id: string) => {
  const [found, sheet] = [await a.codesOf(id), await a.money(id)];
  const { budget: _b, forecast: _f, ...totals } = found.totals;
  expect(totals).toEqual(sheet.totals);
  expect(found.differs).toBe(0);
  expect(sheet.differs).toBe(0);
  expect(totals.asked).toBe(sheet.ledger.preEncumbered);
  expect(totals.billed).toBe(sheet.ledger.expended);
  for (const row of found.rows) {
    const its = await a.money(id, `?code=${row.costCodeId ?? "none"}`);
    for (const column of moneyColumns) expect(its.totals[column]).toBe(row[column]);
  }
  return found;
};

test("amounts over weights are shared out to the cent, credits among them", () => {
  expect(shareOut(100, [1, 1, 1])).toEqual([33, 34, 33]);
  expect(shareOut(-100, [1, 1, 1])).toEqual([-33, -34, -33]);
  expect(shareOut(7, [0, 0])).toEqual([7, 0]);
  expect(shareOut(500, [800, -300])).toEqual([800, -300]);
  expect(shareOut(0, [])).toEqual([]);
});

test("a code belongs to lines of projects: from the requisition to the order, and into the figures", async () => {
  const { id, accountStringId } = await a.begun("C1", 100_000_00);
  const splits = [{ accountStringId }];
  await a.asked({ unitPrice: "250", code: "410", splits });
  const placed = await a.order([
    { unitPrice: "1000.00", code: "300", splits },
    { unitPrice: "50.00", splits },
  ]);
  await receiveGoods(t.database, a.people as never, placed, ["6", "2"]);
  await a.bill(
    placed,
    [
      { at: 0, quantity: "5", unitPrice: "1000.00" },
      { at: 1, quantity: "2", unitPrice: "50.00" },
    ],
    { retainage: 255_00 },
  );
  const found = await agrees(id);
  expect(found.rows.map((row) => row.code)).toEqual(["300", "410", ""]);
  expect(rowOf(found, "300")).toMatchObject({
    ordered: 10_000_00,
    received: 6_000_00,
    billed: 5_000_00,
    withheld: 250_00,
    forecast: 10_000_00,
    typed: false,
  });
  expect(rowOf(found, "410")).toMatchObject({ asked: 1_000_00, ordered: 0, forecast: 1_000_00 });
  expect(rowOf(found, "none")).toMatchObject({
    name: "Not coded",
    ordered: 500_00,
    billed: 100_00,
    withheld: 5_00,
  });
  const cell = await a.money(id, `?code=${a.codes["300"]}&column=billed`);
  expect(cell.documents.map(({ what }) => what)).toEqual(["invoice"]);
  expect(cell.totals.billed).toBe(5_000_00);
  const list = await a.asking<{ items: { id: string }[] }>(
    a.people.manager,
    `GET /api/v1/purchase-orders?costCodeId=${a.codes["300"]}`,
  );
  expect(list.items.map((o) => o.id)).toEqual([placed.id]);
});

test("a code is refused where the line charges no project, is retired, or is none", async () => {
  const { accountStringId } = await a.begun("C2", 10_000_00);
  const free = await a.budgetFor("none", 10_000_00);
  const line = { unitPrice: "10", code: "210" };
  const refused = async (over: object) =>
    refusalOf(a.asked({ ...line, splits: [{ accountStringId }], ...over } as Line));
  expect(await refused({ splits: [{ accountStringId: free }] })).toMatch(
    /^cannot_code: .* Cost codes divide the money of a project. Charge the line to one, or leave the code out./,
  );
  const { as, people, agency } = a;
  const retire = (active: boolean) =>
    as(people.admin, (tx) =>
      tx.rows(sql`
        update cost_code
        set active = ${active}
        where org_id = ${agency.orgId} and code = '210'
      `),
    );
  await retire(false);
  expect(await refused({})).toMatch(
    /^cannot_code.*210 Earthwork is retired. Choose another code./s,
  );
  await retire(true);
  const add = (code: string) =>
    refusalOf(a.asking(people.admin, "POST /api/v1/cost-codes", { code, name: "Again" }));
  expect(await add("210")).toMatch(/^same_cost_code.*210 is Earthwork already/s);
  a.codes["gone"] = agency.orgId;
  expect(await refused({ code: "gone" })).toMatch(/There is no such cost code. Choose one/);
});

test("codes together have no more than the budget; what the work has is lowered by transfers alone", async () => {
  const { id, accountStringId } = await a.begun("C3", 10_000_00);
  await a.give(id, { "210": 6_000_00, "300": 3_000_00 });
  expect(await a.codesOf(id)).toMatchObject({ budget: 10_000_00, distributed: 9_000_00 });
  expect(await refusalOf(a.give(id, { "400": 1_000_01 }))).toMatch(
    /^beyond_budget.*The codes together would have \$10,000.01; the budget of the project is \$10,000.00/s,
  );
  a.codes["gone"] = a.agency.orgId;
  expect(await refusalOf(a.give(id, { gone: 1 }))).toMatch(
    /^cannot_code.*There is no such cost code/s,
  );
  expect(await refusalOf(a.give(id, { "210": 5_999_99 }))).toMatch(
    /^code_lowered.*The work has begun: nothing is taken from a code/s,
  );
  await a.order([{ unitPrice: "400.00", code: "210", splits: [{ accountStringId }] }]);
  const ask = (over: object, actor = a.people.engineer) =>
    a.asking<{ id: string; version: number }>(actor, `POST /api/v1/projects/${id}/cost-transfers`, {
      fromCodeId: a.codes["210"],
      toCodeId: a.codes["300"],
      cents: 2_000_00,
      why: "Rock was shallower than drilled.",
      ...over,
    });
  expect(await refusalOf(ask({ cents: 2_000_01 }))).toMatch(
    /^code_short.*210 Earthwork has \$2,000.00 that is not asked for, ordered or billed/s,
  );
  const { engineer, manager, second } = a.people;
  const { id: transferId } = await ask({}, manager);
  const transfer = (actor = manager) =>
    a.asking<TransferDetail>(actor, `GET /api/v1/cost-transfers/${transferId}`);
  const step = async (name: string, actor: typeof manager, body = {}) =>
    a.asking(
      actor,
      `POST /api/v1/cost-transfers/${transferId}/actions/${name}`,
      body,
      (await transfer()).version,
    );
  expect(await transfer()).toMatchObject({ free: 2_000_00, asker: "manager", status: "asked" });
  expect(await refusalOf(step("approve", manager))).toMatch(/Another person|another person/);
  expect(await a.codesOf(id)).toMatchObject({ waiting: 1 });
  expect((await a.read(id)).status).toBe("active");
  await expect(step("approve", second)).rejects.toMatchObject({ status: 403 });
  await step("approve", a.people.budget);
  const found = await a.codesOf(id);
  expect(rowOf(found, "210")).toMatchObject({ budget: 4_000_00, forecast: 4_000_00 });
  expect(rowOf(found, "300")).toMatchObject({ budget: 5_000_00 });
  expect(found).toMatchObject({ distributed: 9_000_00, waiting: 0 });
  const short = await ask({
    fromCodeId: a.codes["300"],
    toCodeId: a.codes["400"],
    cents: 5_000_00,
  });
  await a.order([{ unitPrice: "1.00", code: "300", splits: [{ accountStringId }] }]);
  const late = (name: string, body = {}) =>
    a.asking(a.people.budget, `POST /api/v1/cost-transfers/${short.id}/actions/${name}`, body, 1);
  expect(await refusalOf(late("approve"))).toMatch(/^code_short/);
  await late("refuse", { reason: "The steel is still to come." });
  expect((await a.codesOf(id)).distributed).toBe(9_000_00);
  const back = await ask({ fromCodeId: a.codes["300"], toCodeId: a.codes["400"], cents: 1 });
  await a.asking(
    engineer,
    `POST /api/v1/cost-transfers/${back.id}/actions/withdraw`,
    { reason: "Not needed." },
    1,
  );
  expect(await refusalOf(ask({ toCodeId: a.codes["210"] }))).toMatch(/Choose another code than/);
});

test("what a code will cost is as the rule says, or as somebody wrote down with the reason", async () => {
  const { id } = await a.begun("C4", 10_000_00);
  await a.give(id, { "210": 6_000_00 });
  const write = (body: object) =>
    a.step(id, "forecast-code", { costCodeId: a.codes["210"], ...body });
  expect(await refusalOf(write({ cents: 7_000_00, reason: "" }))).toMatch(
    /Say what the forecast rests on/,
  );
  await write({ cents: 7_000_00, reason: "Rock below the wet well." });
  expect(rowOf(await a.codesOf(id), "210")).toMatchObject({
    forecast: 7_000_00,
    typed: true,
    reason: "Rock below the wet well.",
    writer: "engineer",
    writtenOn: agencyDay(),
  });
  await write({ cents: null });
  expect(rowOf(await a.codesOf(id), "210")).toMatchObject({ forecast: 6_000_00, typed: false });
});

test("a line that is moved takes all its figures along, and the histories tell it", async () => {
  const { id, accountStringId } = await a.begun("C5", 100_000_00);
  const placed = await a.order([
    { unitPrice: "100.00", code: "210", splits: [{ accountStringId }] },
  ]);
  await receiveGoods(t.database, a.people as never, placed, ["5"]);
  await a.bill(placed, [{ at: 0, quantity: "3", unitPrice: "100.00" }]);
  const lines = async () =>
    (
      await a.asking<{ items: CodedLineRow[] }>(
        a.people.engineer,
        `GET /api/v1/projects/${id}/coded-lines`,
      )
    ).items;
  expect(await lines()).toMatchObject([{ costCode: "210 Earthwork", amount: 1_000_00, lineNo: 1 }]);
  const move = (over: object = {}, projectId = id) =>
    a.asking(a.people.engineer, `POST /api/v1/projects/${projectId}/actions/recode`, {
      type: "purchaseOrder",
      lineId: placed.lines[0]!.id,
      costCodeId: a.codes["500"],
      reason: "It is the culvert.",
      ...over,
    });
  await move();
  const found = await agrees(id);
  expect(found.rows.map((row) => row.code)).toEqual(["500"]);
  expect(found.rows[0]).toMatchObject({ ordered: 1_000_00, received: 500_00, billed: 300_00 });
  const { items } = await a.asking<{ items: { action: string; note: string }[] }>(
    a.people.manager,
    `GET /api/v1/purchase-orders/${placed.id}/history`,
  );
  expect(JSON.stringify(items)).toMatch(/recode.*It is the culvert|It is the culvert.*recode/s);
  const other = await a.begun("C6", 1_000_00);
  expect(await refusalOf(move({}, other.id))).toMatch(
    /^line_of_another.*This line does not charge/s,
  );
  await expect(move({ lineId: other.id })).rejects.toMatchObject({ status: 404 });
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`
      update project
      set status = 'closed'
      where org_id = ${a.agency.orgId} and id = ${id}
    `),
  );
  expect(await refusalOf(move())).toMatch(
    /^project_ended.*is closed: what its lines were for stays as it is/s,
  );
  expect(
    await refusalOf(
      a.asking(a.people.engineer, `POST /api/v1/projects/${id}/cost-transfers`, {
        fromCodeId: a.codes["500"],
        toCodeId: a.codes["300"],
        cents: 1,
        why: "Too late.",
      }),
    ),
  ).toMatch(/^project_not_running/);
});

test("a requisition's line and what orders took of it are moved together", async () => {
  const { id, accountStringId } = await a.begun("C7", 100_000_00);
  const requisitionId = await a.asked({
    unitPrice: "250",
    code: "410",
    splits: [{ accountStringId }],
  });
  const [line] = await t.database.read(a.people.admin).rows<{ id: string }>(sql`
    select id
    from requisition_line
    where org_id = ${a.agency.orgId} and requisition_id = ${requisitionId}
  `);
  await approveDocument(t.database, a.people.manager, requisitionId);
  const body = {
    title: "Signs",
    vendorId: a.vendor.id,
    departmentId: a.agency.departmentId,
    requisitionLines: [{ requisitionLineId: line!.id, quantity: "1" }],
  };
  await a.asking(a.people.buyer, "POST /api/v1/purchase-orders", body);
  expect((await agrees(id)).rows.map((row) => row.code)).toEqual(["410"]);
  await a.asking(a.people.engineer, `POST /api/v1/projects/${id}/actions/recode`, {
    type: "requisition",
    lineId: line!.id,
    costCodeId: null,
    reason: "Not decided yet.",
  });
  const found = await agrees(id);
  expect(found.rows).toMatchObject([{ costCodeId: null, asked: 1_000_00 }]);
  const [taken] = await t.database.read(a.people.admin).rows<{ costCodeId: string | null }>(sql`
    select cost_code_id
    from purchase_order_line
    where org_id = ${a.agency.orgId} and requisition_line_id = ${line!.id}
  `);
  expect(taken!.costCodeId).toBeNull();
});

// A small generator, so that a run that fails can be run again by its seed.
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

test.each([3, 11])("after any history all rows together are the ledger (seed %i)", async (seed) => {
  const random = randomOf(seed);
  const one = await a.begun(`R${seed}`, 900_000_00);
  const other = await a.budgetFor("none", 900_000_00);
  const named = ["210", "300", "500", undefined];
  const splits = () =>
    random(3) === 0
      ? [
          { accountStringId: one.accountStringId, percent: "33.3333" },
          { accountStringId: other, percent: "66.6667" },
        ]
      : [{ accountStringId: one.accountStringId }];
  const line = (): Line => {
    const code = named[random(named.length)];
    return {
      unitPrice: `${1 + random(97)}.${10 + random(89)}`,
      splits: splits(),
      ...(code ? { code } : {}),
    };
  };
  const placed: { id: string; lines: { id: string }[]; prices: string[]; left: number }[] = [];
  const bills: string[] = [];
  const pay = (invoiceId: string, percent: number) =>
    a.as(a.people.admin, (tx) =>
      tx.rows(sql`
        update invoice
        set paid_amount = (total - retainage) * ${percent}::bigint / 100
        where org_id = ${a.agency.orgId} and id = ${invoiceId}
      `),
    );
  for (let at = 0; at < 14; at++) {
    const what = placed.length < 2 ? 0 : random(6);
    const o = placed[random(placed.length || 1)];
    if (what === 0) {
      const lines = [line(), line()];
      placed.push({ ...(await a.order(lines)), prices: lines.map((l) => l.unitPrice), left: 10 });
    } else if (what === 1) await a.asked(line());
    else if (what === 2 && o!.left >= 3) {
      await receiveGoods(t.database, a.people as never, o!, ["3", "3"]);
      const lines = o!.prices.map((unitPrice, n) => ({ at: n, quantity: "3", unitPrice }));
      const made = await a.bill(o!, lines, { retainage: random(3) * 7_31 });
      o!.left -= 3;
      bills.push(made.id);
    } else if (what === 3 && bills.length) await pay(bills[random(bills.length)]!, random(101));
    else if (what === 4 && bills.length) {
      const id = bills.splice(random(bills.length), 1)[0]!;
      await pay(id, 0);
      const at = { id, version: null, reason: "Sent twice." };
      await a.as(a.people.admin, (tx) => voidInvoice(tx, a.people.admin, at));
    } else if (o)
      await a.asking(a.people.engineer, `POST /api/v1/projects/${one.id}/actions/recode`, {
        type: "purchaseOrder",
        lineId: o.lines[0]!.id,
        costCodeId: a.codes[["210", "300", "500"][random(3)]!],
        reason: "It was for something else.",
      });
  }
  await agrees(one.id);
  expect(await a.broken()).toEqual([]);
});

test("an entry past the rows is found by the invariant", async () => {
  const { id, accountStringId } = await a.begun("C9", 10_000_00);
  await a.order([{ unitPrice: "100.00", code: "210", splits: [{ accountStringId }] }]);
  const move = (cents: number) =>
    a.as(a.people.admin, (tx) =>
      tx.rows(sql`
        update budget_line
        set encumbered = encumbered + ${cents}
        where org_id = ${a.agency.orgId} and account_string_id = ${accountStringId}
      `),
    );
  await move(7);
  expect(await a.broken()).toMatchObject([{ link: `/projects/${id}` }]);
  await move(-7);
  expect(await a.broken()).toEqual([]);
});

test("a project that is cancelled ends the transfers that wait", async () => {
  const { id } = await a.begun("C10", 10_000_00);
  await a.give(id, { "210": 6_000_00 });
  const made = await a.asking<{ id: string }>(
    a.people.engineer,
    `POST /api/v1/projects/${id}/cost-transfers`,
    {
      fromCodeId: a.codes["210"],
      toCodeId: a.codes["300"],
      cents: 1_00,
      why: "A test of both ends.",
    },
  );
  await a.step(id, "cancel", { reason: "The road is moved." });
  const { status } = await a.asking<TransferDetail>(
    a.people.engineer,
    `GET /api/v1/cost-transfers/${made.id}`,
  );
  expect(status).toBe("withdrawn");
});
