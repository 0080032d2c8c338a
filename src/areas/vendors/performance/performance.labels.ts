import type { Tone } from "#kernel/lifecycle.ts";

/** The measures of a scorecard: name, weight in the total, and what is counted. */
export const measures = {
  delivery: {
    label: "On-time lines",
    weight: 35,
    rule: "Order lines whose promised date has come: on time when the whole quantity was accepted by then. Orders that the agency cut short or cancelled do not count.",
  },
  quality: {
    label: "Accepted as delivered",
    weight: 25,
    rule: "Lines of posted receipts: good when nothing of the line was rejected.",
  },
  price: {
    label: "Billed at the order's price",
    weight: 15,
    rule: "Invoice lines against their order line: good when the unit price is not above the order's.",
  },
  dispute: {
    label: "Without dispute",
    weight: 10,
    rule: "Invoices: good when the agency never disputed it.",
  },
  evaluation: {
    label: "Evaluations",
    weight: 15,
    rule: "Closeout evaluations by people who dealt with the order: the mean of quality, timeliness and service, 1 to 5, where 1 counts as 0 and 5 as 100.",
  },
} as const;
export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

/** Fewer events than this say nothing about a vendor: no total is shown. */
export const fewest = 5;
/**
 * Below this total the page suggests a corrective plan. Nothing happens by itself: no vendor is
 * excluded by a score.
 */
export const planBelow = 70;
export const spanDays = 365;

export const planStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  sent: { label: "With the vendor", tone: "info" },
  answered: { label: "Answered", tone: "warning" },
  running: { label: "Agreed", tone: "progress" },
  met: { label: "Met", tone: "success", terminal: true },
  not_met: { label: "Not met", tone: "danger", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export const planCourse = ["draft", "sent", "answered", "running", "met"] as const;
