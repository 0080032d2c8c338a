import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const yearStatuses = {
  open: { label: "Open", tone: "warning" },
  reviewed: { label: "Reviewed", tone: "info" },
  published: { label: "Published", tone: "success" },
  restated: { label: "Restated", tone: "neutral", terminal: true },
  dropped: { label: "Dropped", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type YearStatus = keyof typeof yearStatuses;
export type YearAction = "review" | "sendBack" | "publish" | "supersede" | "drop";

export const yearCourse = ["open", "reviewed", "published", "restated"] as const;

/** What people do to an open year; whoever did does not review it. */
export const preparing = ["create", "update", "recount", "settle", "line", "takeLine"] as const;

type Facts = { status: string; preparedBy: string | null };

/**
 * A calendar year's emissions in one version: prepared by one person, reviewed by another, published, and
 * restated by a later version that is published in its place.
 */
export const yearCycle = lifecycle<Facts>()<YearStatus, YearAction>({
  noun: "carbon year",
  initial: "open",
  statuses: yearStatuses,
  course: yearCourse,
  edit: {
    from: ["open"],
    otherwise: "It was reviewed. Send it back, or restate it, to change it.",
    permission: "carbon.prepare",
  },
  actions: {
    review: {
      label: "Review",
      from: ["open"],
      to: "reviewed",
      permission: "carbon.review",
      tone: "primary",
      byOthers: "review it",
      notAfter: preparing,
      unless: (year, asker) =>
        year.preparedBy === asker.personId
          ? "You prepared this year, so another person reviews it."
          : null,
    },
    sendBack: {
      label: "Send back",
      from: ["reviewed"],
      to: "open",
      permission: "carbon.review",
      needsReason: true,
    },
    publish: {
      label: "Publish",
      from: ["reviewed"],
      to: "published",
      permission: "carbon.prepare",
      tone: "primary",
    },
    // A later version was published.
    supersede: {
      label: "Restated",
      from: ["published"],
      to: "restated",
      permission: "carbon.prepare",
      system: true,
    },
    drop: {
      label: "Drop",
      from: ["open", "reviewed"],
      to: "dropped",
      permission: "carbon.prepare",
      needsReason: true,
      tone: "danger",
    },
  },
});

export const scopes = {
  "1": "Scope 1, burned here",
  "2": "Scope 2, electricity bought",
  "3": "Scope 3, caused elsewhere",
} as const;
export const categories = {
  stationary: "Stationary combustion",
  mobile: "Mobile combustion",
  electricity: "Purchased electricity",
  goods: "Purchased goods and services",
  transport: "Upstream transport",
  other: "Other",
} as const;
export const qualities = {
  measured: "Measured",
  computed: "Computed",
  estimated: "Estimated",
} as const;
export type Quality = keyof typeof qualities;

/** Where the quantity of an activity is measured: one of them counts. */
export const points = {
  bought: "Bought, by the bill",
  issued: "Issued from stores",
  burned: "Driven or metered",
} as const;
export type Point = keyof typeof points;

/** What records an activity is read from: quantities in a unit, shipments, or dollars by commodity. */
export const takes = {
  quantity: "Quantities on bills and issues",
  shipments: "Shipments of vendors",
  spend: "Dollars by commodity, estimated",
} as const;

/** Why a restated year differs. */
export const causes = {
  quantity: "Quantity",
  factor: "Factor",
  potentials: "Warming potentials",
  method: "Method",
} as const;
export type Cause = keyof typeof causes;

export const yearViews = [
  { id: "open", name: "To review or publish", query: "status=open,reviewed" },
  { id: "published", name: "Published", query: "status=published" },
] as const;
