import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgeLikeOrders, type LikeOrdersFacts } from "./like-orders.model.ts";

const day = (text: string) => text as Day;
const facts: LikeOrdersFacts = {
  issued: day("2026-11-10"),
  amount: 8_000_00,
  method: "micro_purchase",
  underContract: false,
  emergency: false,
  days: 7,
  likePercent: 20,
  microCents: 15_000_00,
  simplifiedCents: 350_000_00,
  before: [],
};
const before = (amount: number) => [{ number: "PO-1", issued: day("2026-11-08"), amount }];

test("two like orders that pass a threshold together are found, at the threshold they are not", () => {
  expect(judgeLikeOrders({ ...facts, before: before(7_000_01) })).toEqual({
    answer: "fail",
    said: "$8,000.00, with PO-1 within 7 days: $15,000.01, above $15,000.00.",
  });
  expect(judgeLikeOrders({ ...facts, before: before(7_000_00) })).toEqual({
    answer: "pass",
    said: "$8,000.00, with PO-1 within 7 days: $15,000.00.",
  });
  const quoted = { ...facts, method: "simplified", amount: 200_000_00 };
  expect(judgeLikeOrders({ ...quoted, before: before(180_000_00) }).answer).toBe("fail");
  expect(judgeLikeOrders({ ...quoted, before: before(160_000_00) }).answer).toBe("fail");
  expect(judgeLikeOrders({ ...quoted, before: before(159_999_99) }).answer).toBe("pass");
});

test("amounts are alike up to the agency's share, and each stays below the threshold itself", () => {
  const at = (amount: number, other: number) =>
    judgeLikeOrders({ ...facts, amount, before: before(other) });
  expect(at(10_000_00, 8_000_00).answer).toBe("fail");
  expect(at(10_000_00, 7_999_99)).toEqual({
    answer: "pass",
    said: "No like order to this vendor within 7 days before.",
  });
  expect(at(14_000_00, 15_000_01).answer).toBe("pass");
});

test("a method without a threshold, a contract and an emergency leave nothing to split", () => {
  const split = { ...facts, before: before(7_500_00) };
  expect(judgeLikeOrders(split).answer).toBe("fail");
  for (const other of [
    { method: "sealed_bid" },
    { underContract: true },
    { emergency: true },
    { issued: null },
  ])
    expect(judgeLikeOrders({ ...split, ...other }).answer).toBe("not_applicable");
  expect(judgeLikeOrders({ ...split, days: null }).answer).toBe("unknown");
  expect(judgeLikeOrders({ ...split, microCents: null }).answer).toBe("unknown");
});
