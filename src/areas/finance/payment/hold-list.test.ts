import { expect, test } from "vitest";
import { instant } from "#kernel/time.ts";
import { cardParts } from "#web/kit/table/columns.tsx";
import { holdColumns } from "./HoldList.tsx";
import type { Hold } from "./hold.model.ts";

const hold: Hold = {
  id: "1",
  scope: "vendor",
  on: "Northline",
  vendorId: "2",
  invoiceId: null,
  reason: "Lien notice received",
  status: "held",
  placedBy: "Alan Petrov",
  placedAt: instant("2026-11-22T12:00:00Z"),
  canLift: true,
  liftedBy: null,
  liftedAt: null,
  liftReason: null,
};
const onPhone = (row: Hold) =>
  cardParts(holdColumns, row)
    .facts.slice(0, 3)
    .map((column) => column.id);

test("on a phone a hold shows its button to whoever may lift it, and else what it is about", () => {
  expect(onPhone(hold)).toEqual(["lift", "reason", "placedBy"]);
  expect(onPhone({ ...hold, canLift: false })).toEqual(["reason", "placedBy", "placedAt"]);
});
