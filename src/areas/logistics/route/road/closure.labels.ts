import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const closureStatuses = {
  announced: { label: "Announced", tone: "warning" },
  lifted: { label: "Lifted", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ClosureStatus = keyof typeof closureStatuses;
export type ClosureAction = "lift";

/** A road or a surface that nobody drives through from a day on, until its last day or until it is lifted. */
export const closureCycle = lifecycle<{ status: string }>()<ClosureStatus, ClosureAction>({
  noun: "road closure",
  initial: "announced",
  statuses: closureStatuses,
  course: ["announced", "lifted"],
  actions: {
    lift: {
      label: "Lift",
      from: ["announced"],
      to: "lifted",
      permission: "route.plan",
      needsReason: true,
    },
  },
});

export const closureViews = [{ id: "now", name: "Closed today", query: "now=true" }] as const;
