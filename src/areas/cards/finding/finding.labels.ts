import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const findingStatuses = {
  open: { label: "Open", tone: "warning" },
  settled: { label: "Settled", tone: "success", terminal: true },
  cleared: { label: "No longer found", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type FindingStatus = keyof typeof findingStatuses;
export type FindingAction = "settle" | "clear" | "again";

/** What rules find. `alarm`: it holds up the approval of its line until somebody settles it. */
export const findingKinds = {
  split: { label: "Split purchase", alarm: true },
  category: { label: "Blocked category", alarm: true },
  limit: { label: "Above the card's limit", alarm: true },
  excluded: { label: "Excluded merchant", alarm: true },
  invoiced: { label: "Also invoiced", alarm: true },
  receipt: { label: "Receipt missing", alarm: false },
  tax: { label: "Sales tax charged", alarm: false },
} as const;
export type FindingKind = keyof typeof findingKinds;
const kindNames = Object.keys(findingKinds) as FindingKind[];
export const kindLabels = Object.fromEntries(
  Object.entries(findingKinds).map(([kind, { label }]) => [kind, label]),
) as Record<FindingKind, string>;
export const alarmKinds = kindNames.filter((kind) => findingKinds[kind].alarm);

type Facts = { status: string; ownerId: string; holderId: string };

/** A finding is settled with a reason by somebody who neither answers for it nor holds the card. */
export const findingCycle = lifecycle<Facts>()<FindingStatus, FindingAction>({
  noun: "card finding",
  initial: "open",
  statuses: findingStatuses,
  course: ["open", "settled"],
  actions: {
    settle: {
      label: "Settle",
      from: ["open"],
      to: "settled",
      permission: "cards.settle",
      needsReason: true,
      tone: "primary",
      unless: (finding, asker) =>
        [finding.ownerId, finding.holderId].includes(asker.personId ?? "")
          ? "You answer for it, so another person settles it."
          : null,
    },
    clear: {
      label: "No longer found",
      from: ["open"],
      to: "cleared",
      permission: "cards.settle",
      system: true,
    },
    again: {
      label: "Found again",
      from: ["cleared"],
      to: "open",
      permission: "cards.settle",
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const findingViews = [
  { id: "open", name: "Open", query: "status=open" },
  {
    id: "alarms",
    name: "Alarms",
    query: "status=open&kind=split,category,limit,excluded,invoiced",
  },
  { id: "overdue", name: "Overdue", query: "overdue=true" },
] as const;
