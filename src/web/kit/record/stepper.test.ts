import { expect, test } from "vitest";
import { instant } from "#kernel/time.ts";
import type { HistoryItem } from "./HistoryTab.tsx";
import { presentRound } from "./Stepper.tsx";

const course = ["matched", "in_approval", "approved", "scheduled", "paid"];
const item = (
  actorName: string,
  from: string | null,
  to: string,
  action = `invoice.${to}`,
): HistoryItem => ({
  at: instant("2026-11-22T12:00:00Z"),
  actorName,
  action,
  from,
  to,
  reason: null,
  changes: [],
  auditIndex: null,
});
/** The steps of the present round with who took them; what happened is told oldest first. */
const round = (
  steps: readonly string[],
  told: readonly HistoryItem[],
  renewals?: readonly string[],
) =>
  Object.fromEntries(
    [...presentRound(steps, told.toReversed(), renewals)].map(([name, { actorName }]) => [
      name,
      actorName,
    ]),
  );

test("a step names who took it, not who set the record back to it; what lay behind is still to come", () => {
  const told = [
    item("Payables", null, "matched"),
    item("Manager", "in_approval", "approved"),
    item("Payables", "approved", "scheduled"),
    item("Treasurer", "scheduled", "paid"),
    item("Treasurer", "paid", "approved"),
  ];
  expect(round(course, told)).toEqual({ matched: "Payables", approved: "Manager" });
  expect(round(course, told.slice(0, 4))).toEqual({
    matched: "Payables",
    approved: "Manager",
    scheduled: "Payables",
    paid: "Treasurer",
  });
});

test("the newest of several approvals counts, also after a status outside the course; what was only ever set back names who did it", () => {
  expect(
    round(course, [
      item("First", "in_approval", "approved"),
      item("Second", "in_approval", "approved"),
    ]),
  ).toEqual({ approved: "Second" });
  expect(round(course, [item("Clerk", "exception", "in_approval")])).toEqual({
    in_approval: "Clerk",
  });
  expect(round(course, [item("Treasurer", "paid", "scheduled")])).toEqual({
    scheduled: "Treasurer",
  });
});

test("sent, sent back and sent again: the second time counts, and nothing of the first round stands behind it", () => {
  const order = ["draft", "in_approval", "approved", "issued", "acknowledged"];
  const first = [
    item("Buyer", null, "draft"),
    item("Buyer", "draft", "in_approval"),
    item("Manager", "in_approval", "approved"),
  ];
  expect(round(order, [...first, item("Other buyer", "approved", "draft")])).toEqual({
    draft: "Buyer",
  });
  const again = [
    ...first,
    item("Other buyer", "approved", "draft"),
    item("Other buyer", "draft", "in_approval"),
  ];
  expect(round(order, again)).toEqual({ draft: "Buyer", in_approval: "Other buyer" });
  expect(
    round(order, [
      ...again,
      item("Manager", "in_approval", "returned"),
      item("Third", "returned", "in_approval"),
    ]),
  ).toEqual({ draft: "Buyer", in_approval: "Third" });
  // Leapt over in the second round, though taken in the first.
  expect(
    round(order, [
      ...first,
      item("Other buyer", "approved", "draft"),
      item("Other buyer", "draft", "approved"),
    ]),
  ).toEqual({ draft: "Buyer", approved: "Other buyer" });
});

test("a new version of an order is issued anew and waits for its own acknowledgement; goods that go back issue nothing", () => {
  const order = ["draft", "issued", "acknowledged", "partly_received"];
  const told = [
    item("Buyer", null, "draft"),
    item("Buyer", "draft", "issued"),
    item("Vendor", "issued", "acknowledged"),
  ];
  expect(
    round(
      order,
      [...told, item("Second buyer", "acknowledged", "issued", "purchaseOrder.change")],
      ["change"],
    ),
  ).toEqual({ draft: "Buyer", issued: "Second buyer" });
  expect(
    round(
      order,
      [
        ...told,
        item("Yard", "acknowledged", "partly_received"),
        item("Yard", "partly_received", "acknowledged", "purchaseOrder.unreceive"),
      ],
      ["change"],
    ),
  ).toEqual({ draft: "Buyer", issued: "Buyer", acknowledged: "Vendor" });
});
