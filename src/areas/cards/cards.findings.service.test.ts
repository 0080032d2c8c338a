// What rules find of lines of cards, and what that stops: on a real database, by the bank's file.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { delegate } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { cardHoldings } from "./card/card.holding.ts";
import type { CardDetail } from "./card/card.model.ts";
import type { GroupRow } from "./card/group.model.ts";
import { at, cardsOf, row } from "./cards.setup.ts";
import { cardsMorning } from "./finding/finding.service.ts";
import type { FindingDetail } from "./finding/finding.model.ts";
import type { CardStanding } from "./line/line.model.ts";

let t: TestDatabase;
let of: Awaited<ReturnType<typeof cardsOf>>;
const { cards, lines, findings } = at;

beforeAll(async () => {
  t = await freshDatabase();
  of = await cardsOf(t);
});
afterAll(() => t.drop());

type Advice = { aggregate: number; near: { newest: { kind: string; number: string }[] } };
const advised = (cents: number): Promise<Advice> =>
  of.asking<Advice>(
    of.people.keeper,
    `GET /api/v1/procurement-method-advice?${new URLSearchParams({
      ...{ amount: String(cents), departmentId: of.agency.departmentId },
      ...{ accounts: of.account, uncoded: of.account },
    }).toString()}`,
  );

test("a split purchase is stopped, settled by another person, and counted by the next look-back", async () => {
  const { asking, brought, card, foundOf, sent, step } = of;
  const { keeper, holder, approver, other, controller } = of.people;
  await card("5000");
  const of5000 = (reference: string, amount: number, on: number) =>
    row(reference, "5000", { ...{ amount, merchant: "Stone & Sons #4" }, postedOn: agencyDay(on) });
  await brought([of5000("P-1", 300_00, -6), of5000("P-2", 260_00, -4)]);
  expect(await foundOf("P-1")).toEqual([]);
  const [split] = await foundOf("P-2");
  expect(split).toMatchObject({
    ...{ kind: "split", status: "open", ownerName: "holder", dueOn: agencyDay(10) },
    says: "2 purchases of Stone & Sons #4 within 5 days, by one holder, come to $560.00; $500.00 is the limit.",
  });
  const line = await sent("P-2");
  expect(await refusalOf(step(lines, approver, line.id, "approve"))).toContain(
    "Split purchase: somebody who neither answers for it nor holds the card settles it first.",
  );
  const settle = (by: Actor, reason = "Two sites on two days") =>
    step(findings, by, split!.id, "settle", { reason });
  expect(await refusalOf(settle(holder))).toContain("not allow");
  expect(await refusalOf(settle(controller, ""))).toContain("reason_required");
  expect(await asking<FindingDetail>(holder, `GET ${findings}/${split!.id}`)).toMatchObject({
    others: [{ number: "P-1" }, { number: "P-2" }],
  });
  await settle(controller);
  await step(lines, approver, line.id, "approve");
  const { aggregate, near } = await advised(1_000_00);
  expect(aggregate).toBe(1_560_00);
  expect(near.newest.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    "cardLine P-2",
    "cardLine P-1",
  ]);
  expect(await asking<CardStanding>(keeper, "GET /api/v1/card-standing")).toMatchObject({
    splits: 0,
  });
  expect(other.personId).not.toBe(keeper.personId);
});

test("categories, limits, sales tax and invoices of the same are found; settled names bring vendors together", async () => {
  const { agency, asking, brought, card, foundOf, lineOf, step } = of;
  const { keeper, clerk, other } = of.people;
  const group = (name: string, codes: string, blocked: boolean) =>
    asking<GroupRow>(keeper, "POST /api/v1/card-groups", { name, codes, blocked });
  expect(await refusalOf(group("Bars", "58", true))).toContain("Enter codes");
  const bars = await group("Bars", "5813, 5921-5922", true);
  await asking(keeper, `POST /api/v1/card-groups/${bars.id}/actions/publish`, {}, 1);
  await card("6000");
  await brought([
    row("L-1", "6000", { merchant: "Corner Tap", category: "5813", amount: 40_00, tax: 2_95 }),
    row("L-2", "6000", { merchant: "Big Tools", amount: 600_00 }),
    row("L-3", "6000", { merchant: "PIONEER PAVING MN", amount: 310_00 }),
  ]);
  expect((await foundOf("L-1")).map(({ kind }) => kind).toSorted()).toEqual(["category", "tax"]);
  expect((await foundOf("L-2")).map(({ kind }) => kind)).toEqual(["limit"]);
  expect(await foundOf("L-3")).toEqual([]);
  const { id: vendorId } = await makeVendor(t.database, agency, { name: "Pioneer Asphalt" });
  await asking(clerk, "POST /api/v1/invoices", {
    ...{ vendorId, vendorNumber: "PA-1", invoiceDate: agencyDay(-3) },
    lines: [
      {
        ...{ description: "Patch", quantity: "1", unitPrice: "310.00" },
        accountStringId: of.account,
      },
    ],
  });
  const { id } = await lineOf("L-3");
  const merchant = (chosen: string | null, by = keeper) =>
    step(lines, by, id, "merchant", { vendorId: chosen });
  expect(await refusalOf(merchant(newId()))).toContain("vendor_unknown");
  await merchant(vendorId);
  const [invoiced] = await foundOf("L-3");
  expect(invoiced).toMatchObject({ kind: "invoiced", ownerName: "keeper" });
  const settle = (by: Actor) =>
    step(findings, by, invoiced!.id, "settle", { reason: "The bill is voided" });
  expect(await refusalOf(settle(keeper))).toContain(
    "You answer for it, so another person settles it.",
  );
  await settle(other);
  await merchant(null);
});

test("a missing receipt is told before it is overdue, and an overdue one suspends the card", async () => {
  const { agency, asking, brought, card, code, foundOf, lineOf } = of;
  const { keeper, holder } = of.people;
  const { id: cardId } = await card("7000");
  const old = { postedOn: agencyDay(-15), merchant: "Rope and Sail" };
  await brought([row("M-1", "7000", old), row("M-2", "7000", { ...old, amount: 11_00 })]);
  expect(await foundOf("M-1")).toMatchObject([{ kind: "receipt", dueOn: agencyDay(10) }]);
  await code(holder, (await lineOf("M-2")).id, 11_00);
  expect(await foundOf("M-2")).toMatchObject([{ kind: "receipt", status: "cleared" }]);
  await code(holder, (await lineOf("M-2")).id, 11_00, { lostReceipt: "" });
  expect(await foundOf("M-2")).toMatchObject([{ kind: "receipt", status: "open" }]);
  await code(holder, (await lineOf("M-2")).id, 11_00);
  const morning = (n: number) => {
    const actor = { ...keeper, kind: "system" as const, businessNow: `${agencyDay(n)}T12:00:00Z` };
    return t.database.transaction(actor as Actor, (tx) => cardsMorning(tx, agency.orgId));
  };
  const told = (kind: string) =>
    t.database.read(holder).one<{ n: number }>(sql`
      select count(*)::int as n
      from notification
      where org_id = ${agency.orgId} and person_id = ${holder.personId} and kind = ${kind}
    `);
  await morning(7);
  expect((await told("cardFinding.due")).n).toBeGreaterThan(0);
  expect(await asking<CardDetail>(keeper, `GET ${cards}/${cardId}`)).toMatchObject({
    status: "active",
  });
  await morning(11);
  await morning(12);
  expect(await asking<CardDetail>(keeper, `GET ${cards}/${cardId}`)).toMatchObject({
    status: "suspended",
    statusReason: expect.stringContaining("was due on"),
  });
});

test("whoever stands in for an approver approves, but never what they bought; a leaver's cards are seen", async () => {
  const { agency, asking, brought, card, sent, step } = of;
  const { clerk, approver, holder } = of.people;
  await card("8000");
  await card("8001", { holderId: clerk.personId });
  await brought([
    row("D-1", "8000", { merchant: "Paint Depot" }),
    row("D-2", "8001", { merchant: "Paper Barn" }),
  ]);
  const line = await sent("D-1");
  const approve = (id: string) => step(lines, clerk, id, "approve");
  expect(await refusalOf(approve(line.id))).toContain("Its approver decides");
  await t.database.transaction(approver, (tx) =>
    delegate(tx, approver, {
      ...{ toPersonId: clerk.personId!, documentTypes: [], note: "On leave" },
      ...{ startsAt: `${agencyDay(-1)}T00:00:00Z`, endsAt: `${agencyDay(5)}T00:00:00Z` },
    } as never),
  );
  await approve(line.id);
  const own = await of.lineOf("D-2");
  await of.code(clerk, own.id, own.cents);
  await step(lines, clerk, own.id, "send");
  expect(await refusalOf(approve(own.id))).toContain("You hold this card");
  const db = t.database.read(holder);
  const held = await Promise.all(cardHoldings.map((each) => each.of(db, holder.personId!)));
  expect(held[0]!.length).toBeGreaterThan(0);
  expect(held[1]).toEqual([]);
  expect(await asking<CardStanding>(holder, "GET /api/v1/card-standing")).toMatchObject({
    suspended: 2,
  });
  expect(agency.orgId).toBe(holder.orgId);
});
