import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const locationStatuses = {
  active: { label: "In use", tone: "success" },
  retired: { label: "Retired", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type LocationStatus = keyof typeof locationStatuses;
export type LocationAction = "retire" | "reactivate";

export const locationCourse = ["active", "retired"] as const;

/** When the budget bears what lies at a location. */
export const chargeTimes = {
  purchase: "As it is bought",
  issue: "As it is issued",
} as const;

/** What the rules of a location's steps want to know beside its row. */
export type LocationFacts = {
  status: string;
  role: string;
  within: number;
  holds: boolean;
  /** A transfer is on the way from it, or to it. */
  travels: boolean;
};

const edit = "stock.edit";

/** A stock location: nobody retires one that holds something or has others within it. */
export const locationCycle = lifecycle<LocationFacts>()<LocationStatus, LocationAction>({
  noun: "stock location",
  initial: "active",
  statuses: locationStatuses,
  course: locationCourse,
  actions: {
    retire: {
      label: "Retire",
      from: ["active"],
      to: "retired",
      permission: edit,
      needsReason: true,
      tone: "danger",
      unless: ({ role, within, holds, travels }) =>
        role === "transit"
          ? "What is on the way lies here: it stays in use."
          : within > 0
            ? "Locations within it are in use: retire them, or move them elsewhere first."
            : holds
              ? "Something lies here still: transfer it first."
              : travels
                ? "A transfer from or to it is on the way: wait until all of it is accounted for."
                : null,
    },
    reactivate: {
      label: "Use again",
      from: ["retired"],
      to: "active",
      permission: edit,
    },
  },
});
