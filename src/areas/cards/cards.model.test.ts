import { describe, expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { cardNumberIn, lastFourOf, merchantKey } from "./cards.model.ts";
import { inGroup } from "./card/group.model.ts";
import { cycleLife } from "./cycle/cycle.labels.ts";
import { findingsOf, type WatchedLine } from "./finding/watch.model.ts";
import { splitFault } from "./line/line.model.ts";
import { cardRule } from "./rule/card-rule.data.ts";
import { cardRulesOf } from "./rule/card-rule.model.ts";

const rules = cardRulesOf([{ ...cardRule, parameters: cardRule.parameters } as never]);
const line = (over: Partial<WatchedLine>): WatchedLine => ({
  ...{ id: "a", number: "R-1", holderId: "h", departmentId: "d", cardId: "c", merchantId: "m" },
  ...{ merchant: "Stone", category: "5211", cents: 300_00, taxCents: 0, receipts: 1 },
  ...{ lostReceipt: "", perPurchase: 500_00, perCycle: 1_000_00, cycleId: null },
  ...{ blockedBy: null, excluded: null, invoiced: null },
  postedOn: day("2026-11-10"),
  purchasedOn: day("2026-11-09"),
  ...over,
});
const found = (lines: readonly WatchedLine[], today = "2026-11-12") =>
  findingsOf(lines, new Set(lines.map(({ id }) => id)), rules, day(today)).map(
    ({ kind, lineId }) => `${kind} ${lineId}`,
  );

describe("names and numbers of banks", () => {
  test("a merchant is known by its name without branch, order and legal form", () => {
    for (const name of ["STAPLES #1123", "Staples, Inc.", "staples   00412", "Staples Store 9"])
      expect(merchantKey(name)).toBe("staples");
    expect(merchantKey("AMZN MKTP US*2X4")).toBe("amzn mktp us");
    expect(merchantKey("#42")).toBe("#42");
    expect(merchantKey("株式会社")).toBe("株式会社");
  });

  test("a whole card number is seen in groups and within words, other numbers are none", () => {
    expect(cardNumberIn("paid 4111-1111-1111-1111 twice")).toBe("4111111111111111");
    expect(cardNumberIn("3782 822463 10005")).toBe("378282246310005");
    expect(cardNumberIn("4111111111111112")).toBeNull();
    expect(cardNumberIn("REF 202611290001")).toBeNull();
    expect(lastFourOf("XXXX-XXXX-XXXX-1234")).toBe("1234");
    expect(lastFourOf("****1234")).toBe("1234");
    expect(lastFourOf("51234")).toBeNull();
  });

  test("codes are in a group by their spans", () => {
    expect(inGroup("5812-5814, 5462", "5813")).toBe(true);
    expect(inGroup("5812-5814, 5462", "5815")).toBe(false);
    expect(inGroup("5814-5812", "5813")).toBe(false);
  });
});

describe("what rules find", () => {
  test("a split is seen at its last purchase: of one holder or department, within days, above the limit", () => {
    const second = { id: "b", number: "R-2", purchasedOn: day("2026-11-11") };
    expect(found([line({}), line(second)])).toEqual(["split b"]);
    expect(found([line({}), line({ ...second, cents: 200_00 })])).toEqual([]);
    expect(found([line({}), line({ ...second, holderId: "other" })])).toEqual(["split b"]);
    expect(found([line({}), line({ ...second, holderId: "o", departmentId: "o" })])).toEqual([]);
    expect(found([line({}), line({ ...second, merchantId: "n" })])).toEqual([]);
    expect(found([line({}), line({ ...second, purchasedOn: day("2026-11-14") })])).toEqual([
      "split b",
    ]);
    expect(found([line({}), line({ ...second, purchasedOn: day("2026-11-15") })])).toEqual([]);
  });

  test("a receipt is missing from the day after its last, a refund needs none", () => {
    const without = line({ receipts: 0 });
    expect(found([without], "2026-11-20")).toEqual([]);
    expect(found([without], "2026-11-21")).toEqual(["receipt a"]);
    expect(found([line({ receipts: 0, lostReceipt: "None given" })], "2026-12-01")).toEqual([]);
    expect(found([line({ receipts: 0, cents: -5_00 })], "2026-12-01")).toEqual([]);
  });

  test("limits of a purchase and of a cycle, tax, and what is said of the merchant", () => {
    expect(found([line({ cents: 500_01 })])).toEqual(["limit a"]);
    const cycle = { cycleId: "y", merchantId: "n", cents: 400_00 };
    const three = ["a", "b", "c"].map((id) =>
      line({ ...cycle, id, number: id, merchantId: id, cents: 400_00 }),
    );
    expect(found(three)).toEqual(["limit c"]);
    expect(
      found([line({ taxCents: 1, blockedBy: "a bar", excluded: "x", invoiced: "INV-1" })]),
    ).toEqual(["category a", "excluded a", "invoiced a", "tax a"]);
  });
});

test("parts come to their line, to the cent and with its sign", () => {
  expect(splitFault(10_00, [{ cents: 4_00 }, { cents: 6_00 }])).toBeNull();
  expect(splitFault(-10_00, [{ cents: -10_00 }])).toBeNull();
  expect(splitFault(10_00, [{ cents: 10_01 }])).toBe(
    "The parts come to $10.01, the line is $10.00: $0.01 are too much.",
  );
  expect(splitFault(10_00, [{ cents: 12_00 }, { cents: -2_00 }])).toBe(
    "Every part has the sign of the line.",
  );
});

test("a cycle of nothing has no invoice", () => {
  const told = { status: "reconciled", statementCents: 0, linesCents: 0, lines: 2, unapproved: 0 };
  const asker = { personId: "p", permissions: new Set<string>(), kind: "member" };
  expect(cycleLife.actions.invoice.unless!(told, asker)).toBe(
    "The bank bills nothing for this cycle.",
  );
});
