import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

export const nonconformanceStatuses = {
  reported: { label: "Reported", tone: "danger" },
  contained: { label: "Contained", tone: "warning" },
  use_as_is: { label: "Use as is", tone: "progress" },
  rework: { label: "Rework", tone: "progress" },
  returned: { label: "Return", tone: "progress" },
  scrap: { label: "Scrap", tone: "progress" },
  closed: { label: "Closed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type NonconformanceStatus = keyof typeof nonconformanceStatuses;
export type Disposition = "use_as_is" | "rework" | "returned" | "scrap";
export type DecideAction = "useAsIs" | "rework" | "returnGoods" | "scrap";
export type NonconformanceAction = "contain" | DecideAction | "close";

export const dispositions = {
  use_as_is: "Use as is",
  rework: "Rework",
  returned: "Return to the vendor",
  scrap: "Scrap",
} as const;
export const causes = {
  vendor: "The vendor",
  own: "The agency itself",
  carrier: "The carrier",
  unknown: "Not known",
} as const;

/** What the rules of a nonconformance ask. */
export type NonconformanceFacts = {
  status: string;
  reportedBy: string;
  containedBy: string | null;
  vendorId: string | null;
  /** It goes back, and the receipt does not say yet that it went. */
  goodsOut: boolean;
};

const permission = "quality.decide";
const decided = ["use_as_is", "rework", "returned", "scrap"] as const;
const byAnother = (n: NonconformanceFacts, asker: Asker): string | null =>
  n.reportedBy === asker.personId ? "Somebody other than who reported it decides about it." : null;
const byThird = (n: NonconformanceFacts, asker: Asker): string | null =>
  byAnother(n, asker) ??
  (n.containedBy === asker.personId
    ? "Somebody other than who contained it lets it be used as it is."
    : null);
const withVendor = (n: NonconformanceFacts, asker: Asker): string | null =>
  byAnother(n, asker) ?? (n.vendorId ? null : "No vendor is named to whom it could go back.");

/** From the report to the end: nothing is decided before it is contained, and not by who reported it. */
export const nonconformanceCycle = lifecycle<NonconformanceFacts>()<
  NonconformanceStatus,
  NonconformanceAction
>({
  noun: "nonconformance",
  initial: "reported",
  statuses: nonconformanceStatuses,
  course: ["reported", "contained", "closed"],
  edit: {
    from: ["reported", "contained"],
    otherwise: "It was decided about it already.",
    permission: "quality.report",
    unless: (n, asker) =>
      n.reportedBy === asker.personId || asker.permissions.has(permission)
        ? null
        : "Only who reported it or a quality officer changes it.",
  },
  actions: {
    contain: {
      label: "Contain",
      from: ["reported"],
      to: "contained",
      permission: "quality.contain",
      tone: "primary",
    },
    rework: { label: "Rework", from: ["contained"], to: "rework", permission, unless: byAnother },
    returnGoods: {
      label: "Return to the vendor",
      from: ["contained"],
      to: "returned",
      permission,
      tone: "primary",
      unless: withVendor,
    },
    scrap: { label: "Scrap", from: ["contained"], to: "scrap", permission, unless: byAnother },
    useAsIs: {
      label: "Use as is",
      from: ["contained"],
      to: "use_as_is",
      permission,
      unless: byThird,
    },
    close: {
      label: "Close",
      from: decided,
      to: "closed",
      permission,
      tone: "primary",
      unless: (n) =>
        n.goodsOut ? "The receipt of these goods does not say yet that they went back." : null,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const nonconformanceViews = [
  { id: "open", name: "Open", query: "open=true" },
  { id: "reported", name: "Not contained", query: "status=reported" },
  { id: "contained", name: "Not decided", query: "status=contained" },
  { id: "mine", name: "Reported by me", query: "mine=true" },
] as const;
