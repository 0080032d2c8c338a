import { expect, test } from "vitest";
import { instant, type Instant } from "#kernel/time.ts";
import type { Approval, Delegation } from "./approval.model.ts";
import { delegatedWords, groupByDue, oneType } from "./inbox.labels.ts";

const zone = "America/Chicago";
// 11 p.m. on Nov 20 in Chicago, Nov 21 in UTC.
const now = Date.parse("2026-11-21T05:00:00Z");
const due = (
  id: string,
  dueAt: Instant | null,
  documentType: Approval["documentType"] = "requisition",
): Approval => ({
  id,
  documentType,
  documentId: id,
  documentNumber: id,
  title: id,
  amount: 1,
  requester: null,
  requesterId: null,
  warning: null,
  department: null,
  policy: "",
  step: null,
  status: "pending",
  requestedAt: instant("2026-11-01T00:00:00Z"),
  dueAt,
  mine: true,
  behalf: [],
  version: 1,
});

test("groups by the agency's calendar: today ends at its midnight, not at UTC's", () => {
  const groups = groupByDue(
    [
      due("late", instant("2026-11-21T04:59:00Z")),
      due("today", instant("2026-11-21T05:30:00Z")),
      due("tomorrow", instant("2026-11-21T06:30:00Z")),
      due("edge", instant("2026-11-28T05:00:00Z")),
      due("later", instant("2026-11-28T05:00:01Z")),
      due("open", null),
    ],
    now,
    zone,
  );
  expect(groups.map((g) => [g.id, g.items.map((i) => i.id)])).toEqual([
    ["overdue", ["late"]],
    ["today", ["today"]],
    ["week", ["tomorrow", "edge"]],
    ["later", ["later", "open"]],
  ]);
});

test("leaves empty groups out", () =>
  expect(groupByDue([due("a", null)], now, zone).map((g) => g.id)).toEqual(["later"]));

test("only documents of one type go together", () => {
  expect(oneType([due("a", null), due("b", null)])).toBe("requisition");
  expect(oneType([due("a", null), due("b", null, "invoice")])).toBeNull();
  expect(oneType([])).toBeNull();
});

test("a delegation for some documents says for which; for all of them once, and each person once", () => {
  const to = (toName: string, ...documentTypes: string[]): Delegation => ({
    id: toName,
    fromName: "Marcus Hale",
    fromPersonId: "m",
    toName,
    toPersonId: toName,
    startsAt: instant("2026-11-20T12:00:00Z"),
    endsAt: instant("2026-11-24T12:00:00Z"),
    documentTypes,
    note: "",
    active: true,
    version: 1,
    onward: [],
    along: [],
  });
  expect(delegatedWords([to("Priya Nair", "purchaseOrder"), to("Adele Moreau")], "toName")).toBe(
    "Priya Nair (purchase orders), Adele Moreau",
  );
  expect(
    delegatedWords([to("Priya Nair", "purchaseOrder"), to("Priya Nair", "requisition")], "toName"),
  ).toBe("Priya Nair (requisitions, purchase orders)");
  expect(delegatedWords([to("Priya Nair", "purchaseOrder"), to("Priya Nair")], "toName")).toBe(
    "Priya Nair",
  );
  expect(delegatedWords([to("Priya Nair", "paymentRun")], "fromName")).toBe(
    "Marcus Hale (payment runs)",
  );
});
