import { expect, test } from "vitest";
import { mailLabel, restOf } from "./order.labels.ts";

test("what is not encumbered is called released only once the order has gone out", () => {
  expect([restOf({ issuedAt: null, status: "draft" }), restOf({ issuedAt: null, status: "cancelled" }), restOf({ issuedAt: "2026-11-20T15:00:00Z", status: "issued" })]).toEqual(["not encumbered yet", "never encumbered", "released"]);
  expect([mailLabel({ issuedAt: null }), mailLabel({ issuedAt: "2026-11-20T15:00:00Z" })]).toEqual(["Mail to", "Mailed to"]);
});
