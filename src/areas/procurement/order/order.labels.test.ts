import { expect, test } from "vitest";
import { overRoom } from "./order-room.model.ts";
import { mailLabel, restOf, unasked } from "./order.labels.ts";

test("what is not encumbered is called released only once the order has gone out", () => {
  expect([
    restOf({ issuedAt: null, status: "draft" }),
    restOf({ issuedAt: null, status: "cancelled" }),
    restOf({ issuedAt: "2026-11-20T15:00:00Z", status: "issued" }),
  ]).toEqual(["not encumbered yet", "never encumbered", "released"]);
  expect([mailLabel({ issuedAt: null }), mailLabel({ issuedAt: "2026-11-20T15:00:00Z" })]).toEqual([
    "Mail to",
    "Mailed to",
  ]);
});

test("an order that was dropped before it went out is not called approved", () => {
  const urgent = (requisitionId: string | null) =>
    unasked({
      status: "issued",
      issuedAt: "2026-11-23",
      emergency: true,
      lines: [{ requisitionId }],
    });
  expect(urgent(null)).toContain("ratified");
  expect(urgent("r")).toBe("Approved with its requisitions.");
  const said = (status: string, issuedAt: string | null = null) => unasked({ status, issuedAt });
  expect([
    said("draft"),
    said("cancelled"),
    said("approved"),
    said("issued", "2026-11-20T15:00:00Z"),
    said("cancelled", "2026-11-20T15:00:00Z"),
  ]).toEqual([
    "Not submitted yet.",
    "It was cancelled before it went out; nobody was asked to approve it.",
    ...Array(3).fill("Approved with its requisitions."),
  ]);
});

test("lines beyond what is left of a contract or blanket order are said from the first line, to the cent", () => {
  expect(overRoom(100_00, [60_00, null, 40_00])).toBe(0);
  expect(overRoom(100_00, [60_00, 40_01])).toBe(1);
  expect(overRoom(-5_00, [1_00])).toBe(1_00);
  expect(overRoom(100_00, [])).toBe(0);
});
