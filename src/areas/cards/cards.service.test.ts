// Cards on a real database: lines of the bank's file, coded, sent and approved by three people; a cycle tied to the
// cent that becomes one invoice; what rules find, and what that stops.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { CardDetail } from "./card/card.model.ts";
import { at, cardsOf, row, type Cells } from "./cards.setup.ts";
import type { CycleDetail } from "./cycle/cycle.model.ts";
import type { LineDetail } from "./line/line.model.ts";

let t: TestDatabase;
let of: Awaited<ReturnType<typeof cardsOf>>;
const { cards, lines, cycles } = at;
const outsider = async (): Promise<Actor> => {
  const { one } = await makeMembers(t.database, of.agency, { one: {} });
  return one;
};
const read = (id: string, by = of.people.keeper) => of.asking<LineDetail>(by, `GET ${lines}/${id}`);

beforeAll(async () => {
  t = await freshDatabase();
  of = await cardsOf(t);
});
afterAll(() => t.drop());

test("a card has three people, and never its whole number", async () => {
  const { asking, card } = of;
  const { keeper, holder, clerk } = of.people;
  expect(await refusalOf(card("1000", { administratorId: holder.personId }))).toContain(
    "administers_own_card: Whoever holds a card does not keep it.",
  );
  expect(await refusalOf(card("1000", { approverId: holder.personId }))).toContain(
    "approves_own_card: Whoever holds a card does not approve its lines.",
  );
  expect(await refusalOf(card("1000", { approverId: keeper.personId }))).toContain(
    "approves_kept_card: Whoever keeps a card does not approve its lines.",
  );
  expect(await refusalOf(card("4111111111111111"))).toContain("never the whole number");
  expect(await refusalOf(card("1000", { perCycle: 100_00 }))).toContain(
    "at least that of a purchase",
  );
  expect(await refusalOf(card("1000", { endsOn: agencyDay(-1) }))).toContain(
    "card_over: This day is over. Close the card instead.",
  );
  expect(await refusalOf(card("1000", { bankId: newId() }))).toContain(
    "bank_unknown: Choose a bank among the agency's vendors.",
  );
  expect(await refusalOf(card("1000", { groups: [newId()] }))).toContain(
    "group_unknown: Choose among the category groups in force.",
  );
  expect(await refusalOf(card("1000", {}, holder))).toContain("not allow");
  const { nowhere, gone } = await makeMembers(t.database, of.agency, { nowhere: {}, gone: {} });
  await t.database.transaction(keeper, (tx) =>
    tx.rows(sql`
      update organization_member
      set department_id = null, active = person_id <> ${gone.personId}
      where org_id = ${of.agency.orgId} and person_id in (${nowhere.personId}, ${gone.personId})
    `),
  );
  expect(await refusalOf(card("1000", { holderId: nowhere.personId }))).toContain(
    "holder_without_department",
  );
  expect(await refusalOf(card("1000", { holderId: gone.personId }))).toContain("member_inactive");
  const { id } = await card("1000");
  expect(await asking<CardDetail>(holder, `GET ${cards}/${id}`)).toMatchObject({
    ...{ lastFour: "1000", holderName: "holder", canEdit: false },
  });
  expect(await refusalOf(asking(clerk, `GET ${cards}/${id}`))).toBe("nothing was refused");
  expect(await refusalOf(asking(await outsider(), `GET ${cards}/${id}`))).toContain("card");
});
test("a card is suspended at once, given back by another administrator, closed for good", async () => {
  const { asking, card, step } = of;
  const { keeper, other } = of.people;
  const { id } = await card("1001", { holderId: other.personId });
  await step(cards, other, id, "suspend", { reason: "Lost on the way" });
  expect(await refusalOf(step(cards, other, id, "resume", { reason: "Found" }))).toContain(
    "You hold this card, so another administrator keeps it.",
  );
  await step(cards, keeper, id, "resume", { reason: "Found" });
  await step(cards, keeper, id, "close", { reason: "They left" });
  expect(await refusalOf(step(cards, keeper, id, "resume", { reason: "Back" }))).toContain(
    "not_in_this_status",
  );
  expect(
    await refusalOf(asking(keeper, `PATCH ${cards}/${id}`, { perCycle: 9_000_00 }, 4)),
  ).toContain("A closed card does not change.");
});

test("a file is read once: the same again changes nothing, another amount, currency or number asks", async () => {
  const { card, brought, planned } = of;
  await card("2000");
  const file = [row("R-1", "2000"), row("R-2", "2000", { amount: -20_00 })];
  expect(await brought(file)).toEqual(["create", "create"]);
  expect(await brought(file)).toEqual(["skip", "skip"]);
  const problem = async (cells: Cells) => {
    const [verdict] = await planned([cells]);
    return verdict!.action === "reject" ? verdict!.problem : null;
  };
  expect(await problem(row("R-1", "2000", { amount: 121_00 }))).toMatchObject({
    ...{ column: "Amount", found: "Amount $121.00" },
    fix: expect.stringContaining("a line that is on file is not changed by a file"),
  });
  expect(await problem(row("R-9", "2000", { currency: "CAD" }))).toMatchObject({
    ...{ column: "Currency", expected: "USD", found: "CAD" },
  });
  expect(await problem(row("R-9", "2000", { card: "4111 1111 1111 1111" }))).toMatchObject({
    ...{ column: "Card", found: "a whole card number" },
  });
  expect(await problem(row("R-9", "2000", { text: "paid by 4111111111111111" }))).toMatchObject({
    column: "Text",
  });
  expect(await problem(row("R-9", "9999"))).toMatchObject({ column: "Card" });
  expect(await problem(row("R-9", "2000", { category: "52" }))).toMatchObject({
    column: "Category",
  });
  expect(await problem(row("R-9", "2000", { postedOn: agencyDay(2) }))).toMatchObject({
    column: "Posted",
  });
});

test("a line is coded to the cent, sent, and approved by neither holder nor administrator", async () => {
  const { asking, account, second, agency, card, brought, code, lineOf, step } = of;
  const { keeper, holder, approver, clerk } = of.people;
  await card("3000");
  await brought([row("S-1", "3000", { amount: 100_01 })]);
  const { id } = await lineOf("S-1");
  expect(await refusalOf(code(approver, id, 100_01))).toContain(
    "Whoever holds the card codes its lines, or who keeps it.",
  );
  const halves = [50_00, 50_00].map((cents, at) => ({
    ...{ accountStringId: at ? second : account, cents },
  }));
  expect(await refusalOf(code(holder, id, 0, { splits: halves }))).toContain(
    "splits_differ: The parts come to $100.00, the line is $100.01: $0.01 are missing.",
  );
  expect(await refusalOf(code(holder, id, -100_01))).toContain(
    "Every part has the sign of the line.",
  );
  expect(
    await refusalOf(code(holder, id, 100_01, { receiptFileIds: [newId()], lostReceipt: "" })),
  ).toContain("unknown_file");
  await code(holder, id, 100_01, { lostReceipt: "" });
  expect(await refusalOf(step(lines, holder, id, "send"))).toContain(
    "Add the receipt, or say why there is none, before you send it.",
  );
  const [one, two] = [halves[0]!, { accountStringId: second, cents: 50_01 }];
  await code(holder, id, 0, { splits: [one, two] });
  await step(lines, holder, id, "send");
  expect(await refusalOf(step(lines, keeper, id, "approve"))).toContain(
    "You keep this card, so another person approves its lines.",
  );
  expect(await refusalOf(step(lines, holder, id, "approve"))).toContain(
    "You hold this card, so another person approves its lines.",
  );
  expect(await refusalOf(step(lines, clerk, id, "approve"))).toContain(
    "Its approver decides, or whoever stands in for them.",
  );
  const waiting = () =>
    t.database.read(approver).one<{ n: number }>(sql`
      select count(*)::int as n
      from task
      where org_id = ${agency.orgId} and person_id = ${approver.personId} and done_at is null
    `);
  expect(await waiting()).toEqual({ n: 1 });
  await step(lines, approver, id, "return", { reason: "Which shelter?" });
  expect(await waiting()).toEqual({ n: 0 });
  expect(await read(id, holder)).toMatchObject({
    status: "returned",
    statusReason: "Which shelter?",
  });
  await code(holder, id, 100_01);
  await step(lines, holder, id, "send");
  const many = await asking<{ done: number; refused: { reason: string }[] }>(
    approver,
    `POST ${lines}/actions/approve`,
    { ids: [id, (await lineOf("R-1")).id] },
  );
  expect(many.done).toBe(1);
  expect(many.refused).toHaveLength(1);
  expect(await read(id, approver)).toMatchObject({ status: "approved", decidedName: "approver" });
});

test("a cycle ties to the cent to the bank's statement and becomes one invoice, once", async () => {
  const { asking, bankId, account, second, card, brought, code, lineOf, step } = of;
  const { keeper, holder, approver, clerk } = of.people;
  await card("4000");
  const days = { opensOn: agencyDay(-39), closesOn: agencyDay(-10) };
  const before = { postedOn: agencyDay(-12), purchasedOn: agencyDay(-13) };
  await brought([row("C-1", "4000", { ...before, amount: 200_00, merchant: "Hardware House" })]);
  const open = (over: object = {}) =>
    asking<{ id: string }>(keeper, `POST ${cycles}`, { bankId, ...days, ...over });
  expect(await refusalOf(open({ bankId: newId() }))).toContain("bank_unknown");
  expect(await refusalOf(open({ closesOn: agencyDay(-60) }))).toContain(
    "The last day comes before the first.",
  );
  const { id } = await open();
  expect(await refusalOf(open({ opensOn: agencyDay(-10), closesOn: agencyDay(0) }))).toContain(
    "cycle_overlaps",
  );
  await brought([row("C-2", "4000", { ...before, amount: -50_00, merchant: "Hardware House" })]);
  const whole = () => asking<CycleDetail>(clerk, `GET ${cycles}/${id}`);
  expect(await whole()).toMatchObject({ lines: 2, linesCents: 150_00, unapproved: 2 });
  const state = (statementCents: number, over: object = {}) =>
    step(cycles, keeper, id, "state", {
      ...{ statementNumber: "STMT-77", statementOn: agencyDay(-9), dueOn: agencyDay(12) },
      ...{ statementCents, ...over },
    });
  expect(await refusalOf(state(150_00, { dueOn: agencyDay(-20) }))).toContain(
    "due_before_statement: It is not due before the statement's day.",
  );
  await state(150_01);
  expect(await refusalOf(step(cycles, keeper, id, "reconcile"))).toContain(
    "The lines come to $150.00, the statement says $150.01: $0.01 are missing.",
  );
  await state(150_00);
  await step(cycles, keeper, id, "reconcile");
  const [late] = await of.planned([row("C-3", "4000", { ...before, merchant: "Hardware House" })]);
  expect(late).toMatchObject({ action: "reject", problem: { column: "Posted" } });
  await step(cycles, keeper, id, "reopen", { reason: "Look again" });
  await step(cycles, keeper, id, "reconcile");
  expect(await refusalOf(step(cycles, clerk, id, "invoice"))).toContain(
    "2 lines are not approved yet.",
  );
  for (const [reference, cents] of [
    ["C-1", 200_00],
    ["C-2", -50_00],
  ] as const) {
    const { id: lineId } = await lineOf(reference);
    const half = Math.trunc(cents / 2);
    const splits = [account, second].map((accountStringId) => ({ accountStringId, cents: half }));
    await code(holder, lineId, cents, { splits });
    await step(lines, holder, lineId, "send");
    await step(lines, approver, lineId, "approve");
  }
  expect(await refusalOf(step(cycles, keeper, id, "invoice"))).toContain("not allow");
  await step(cycles, clerk, id, "invoice");
  expect(await refusalOf(step(cycles, clerk, id, "invoice"))).toContain("not_in_this_status");
  const { invoiceId, invoiceNumber, accounts } = await whole();
  expect(accounts.map(({ cents }) => cents)).toEqual([75_00, 75_00]);
  const invoice = await asking<Record<string, unknown>>(clerk, `GET /api/v1/invoices/${invoiceId}`);
  expect(invoice).toMatchObject({
    ...{ number: invoiceNumber, total: 150_00, vendorNumber: "STMT-77", status: "matched" },
    vendorId: bankId,
  });
  await asking(clerk, `POST /api/v1/invoices/${invoiceId}/actions/void`, { reason: "Wrong day" });
  expect(await whole()).toMatchObject({ status: "reconciled", invoiceId: null });
  await step(cycles, clerk, id, "invoice");
  expect((await whole()).invoiceId).not.toBe(invoiceId);
});
