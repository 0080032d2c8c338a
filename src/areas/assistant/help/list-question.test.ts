import { expect, test } from "vitest";
import type { ListDefinition } from "#server/http/list.ts";
import { asksWhatWaits, listAskedFor, type Askable } from "./list-question.service.ts";
import { daysOf } from "./period.model.ts";
import { wordsIn } from "./words.model.ts";

const codes = {
  draft: { label: "Draft" },
  in_approval: { label: "In approval" },
  approved: { label: "Approved" },
  paid: { label: "Paid", terminal: true },
};
const shape = (
  name: string,
  filters: ListDefinition["filters"],
  views: Askable["views"] = [],
): Askable => ({
  list: {
    name,
    columns: { status: { sql: "", codes }, paidOn: { sql: "", label: "Paid on" } },
    filters: { status: { kind: "set", sql: "", type: "text" }, ...filters },
    defaultSort: "-receivedOn",
  },
  views,
});
const flag = { kind: "flag", sql: "" } as const;
const date = { kind: "range", sql: "", type: "date" } as const;
const invoices = shape(
  "invoices",
  {
    overdue: flag,
    unpaid: flag,
    exception: { kind: "among", sql: "", type: "text" },
    total: { kind: "range", sql: "", type: "cents" },
    receivedOn: date,
    paidOn: date,
  },
  [{ name: "Retainage withheld", query: "withheld=true" }],
);
const orders = shape("purchase-orders", { mine: flag, late: flag, open: flag, uninvoiced: flag });
const runs = shape("payment-runs", {});
const solicitations = shape("solicitations", {
  dueAt: { kind: "range", sql: "", type: "instant" },
});
const lists = [invoices, orders, runs, shape("payments", {}), solicitations];
const asked = (question: string) => {
  const day = { today: "2026-11-23", timeZone: "America/Chicago" };
  const found = listAskedFor(lists, wordsIn(question), question, day);
  return found && `${found.asked.list.name}?${found.query}`;
};

test("a list is found by its name and its filters by their own names, labels of codes and views", () => {
  expect(asked("Which invoices are overdue?")).toBe("invoices?overdue=true");
  expect(asked("past due bills")).toBe("invoices?overdue=true");
  expect(asked("late POs")).toBe("purchase-orders?late=true");
  expect(asked("my open orders")).toBe("purchase-orders?open=true&mine=true");
  expect(asked("how many open invoices are there")).toBe(
    "invoices?status=draft,in_approval,approved",
  );
  expect(asked("show me invoices in approval")).toBe("invoices?status=in_approval");
  expect(asked("invoices pending approval")).toBe("invoices?status=in_approval");
  expect(asked("approved invoices")).toBe("invoices?status=approved");
  expect(asked("invoices with retainage withheld")).toBe("invoices?withheld=true");
  expect(asked("list all payment runs")).toBe("payment-runs?");
});

test("periods and amounts become ranges of the day that is named, else of the list's own", () => {
  expect(asked("invoices this week")).toBe(
    "invoices?receivedOn.min=2026-11-23&receivedOn.max=2026-11-29",
  );
  expect(asked("which invoices were paid last month")).toBe(
    "invoices?paidOn.min=2026-10-01&paidOn.max=2026-10-31",
  );
  expect(asked("invoices over $10,000")).toBe("invoices?total.min=1000000");
  expect(asked("overdue invoices under 2.5k")).toBe("invoices?overdue=true&total.max=250000");
  expect(asked("purchase orders over $5")).toBe(null);
  expect(asked("solicitations closing this month")).toBe(
    "solicitations?dueAt.min=2026-11-01T05:00:00.000Z&dueAt.max=2026-12-01T05:59:59.999999Z",
  );
  expect(daysOf("this week", "2026-11-22")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  expect(daysOf("next month", "2026-12-31")).toEqual({ from: "2027-01-01", to: "2027-01-31" });
  expect(daysOf("yesterday", "2027-03-01")).toEqual({ from: "2027-02-28", to: "2027-02-28" });
});

test("a list is opened by what people tell of its records, and a negation is never left out", () => {
  expect(asked("stuff came in but nobody billed us for it")).toBe(
    "purchase-orders?uninvoiced=true",
  );
  expect(asked("which invoices haven't been paid yet?")).toBe("invoices?unpaid=true");
  expect(asked("who do we still owe")).toBe("invoices?unpaid=true");
  expect(asked("the price is wrong on which invoices")).toBe("invoices?exception=price");
  expect(asked("orders that should've been here by now")).toBe("purchase-orders?late=true");
  expect(asked("bids closing this week")).toMatch(/^solicitations\?dueAt\.min=/);
  expect(asked("invoices north of twenty five hundred bucks")).toBe(null);
  expect(asked("invoices north of 25 grand")).toBe("invoices?total.min=2500000");
  expect(asked("invoices over ten thousand dollars")).toBe("invoices?total.min=1000000");
  expect(asked("which invoices are not overdue")).toBe(null);
  expect(asked("what do I do when the price is wrong on invoices")).toBe(null);
});

test("how something is done, one record, and what the list cannot say are no questions for a list", () => {
  for (const question of [
    "how do I enter invoices",
    "can I change overdue invoices",
    "why are invoices late",
    "my invoice is overdue",
    "invoices about zebras",
    "what is a purchase order",
    "weather",
  ])
    expect(asked(question), question).toBe(null);
});

test("what waits for the asker", () => {
  const waits = (question: string) => asksWhatWaits(wordsIn(question));
  expect(
    ["what waits for me", "anything pending my approval?", "what do I have to approve"].map(waits),
  ).toEqual([true, true, true]);
  expect(waits("who approves when my boss in Paris waits for me tomorrow")).toBe(false);
  expect(waits("how long does an approval take")).toBe(false);
});
