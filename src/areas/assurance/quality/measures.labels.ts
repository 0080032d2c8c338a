// What of the records can be measured: plain data, for screens as well.
import type { Day } from "#kernel/time.ts";

export const directions = { at_least: "At least", at_most: "At the most" } as const;
export const periods = { month: "Month", week: "Week" } as const;
export type Direction = keyof typeof directions;
export type Period = keyof typeof periods;

type Span = { from: Day; to: Day };
export type MeasureLook = {
  label: string;
  unit: "percent" | "days";
  direction: Direction;
  /** One of the records that it counts. */
  one: string;
  /** What is counted, for whoever reads the chart. */
  rule: string;
  /** The list of the records of a span; null where they have none of their own. */
  list: ((span: Span) => string) | null;
  /** The page of a record. */
  record: (id: string) => string;
};

const between = (field: string, { from, to }: Span): string =>
  `${field}.min=${from}&${field}.max=${to}`;
const matched = "exception,matched,in_approval,approved,scheduled,paid,disputed";

export const measures = {
  firstPass: {
    label: "Invoices that match at first",
    unit: "percent",
    direction: "at_least",
    one: "invoice",
    rule: "Bills by the day on which they came, voided and rejected ones left out: how many never had an exception.",
    list: (span) => `/invoices?kind=invoice&status=${matched}&${between("receivedOn", span)}`,
    record: (id) => `/invoices/${id}`,
  },
  inFull: {
    label: "Order lines in full and on time",
    unit: "percent",
    direction: "at_least",
    one: "order line",
    rule: "Order lines by the day for which they were promised: how many were accepted whole by then. Orders that the agency cut short or cancelled do not count.",
    list: (span) => `/purchase-orders?${between("promisedOn", span)}`,
    record: (id) => `/purchase-orders/${id}`,
  },
  needToOrder: {
    label: "Days from need to order",
    unit: "days",
    direction: "at_most",
    one: "requisition",
    rule: "Requisitions of which everything is ordered, by the day of the last order: the mean of days since they were sent to their approvers.",
    list: (span) => `/smart-requisition?status=ordered&${between("orderedOn", span)}`,
    record: (id) => `/smart-requisition/${id}`,
  },
  rejected: {
    label: "Goods rejected of what came",
    unit: "percent",
    direction: "at_most",
    one: "receipt line",
    rule: "Lines of posted receipts by the day on which they came: what was rejected of them, counted at the prices of their orders so that pieces and tons add up.",
    list: null,
    record: (id) => `/purchase-orders/${id}`,
  },
  actionsInTime: {
    label: "Corrective actions done in time",
    unit: "percent",
    direction: "at_least",
    one: "corrective action",
    rule: "Corrective actions about records that every member reads, by the day on which they were due: how many were carried out by then and not opened again.",
    list: (span) => `/corrective-actions?${between("dueOn", span)}`,
    record: (id) => `/corrective-actions/${id}`,
  },
} as const satisfies Record<string, MeasureLook>;
export type MeasureName = keyof typeof measures;

export const measureLabels = Object.fromEntries(
  Object.entries(measures).map(([name, { label }]) => [name, label]),
) as Record<MeasureName, string>;

/** How a value of a measure reads: "83.3%", "4.5 days". */
export const shownValue = (measure: MeasureName, value: number): string => {
  // Of what is under one the digits that count: 0.06%, not 0.1%.
  const rounded = value < 1 ? Number(value.toPrecision(2)) : Math.round(value * 10) / 10;
  if (measures[measure].unit === "percent") return `${rounded}%`;
  return `${rounded} ${rounded === 1 ? "day" : "days"}`;
};
