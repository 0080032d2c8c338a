import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const stopStatuses = {
  open: { label: "To drive to", tone: "neutral" },
  arrived: { label: "There", tone: "progress" },
  done: { label: "Done", tone: "success", terminal: true },
  failed: { label: "Could not deliver", tone: "danger", terminal: true },
  left: { label: "Not in a route", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type StopStatus = keyof typeof stopStatuses;
export type StopAction = "arrive" | "done" | "handedOver" | "fail" | "leave";

/** What the rules of its steps want to know. */
export type StopFacts = {
  status: string;
  driverId: string | null;
  sourceType: string;
};

const drive = "route.drive";

const own = (
  { driverId }: StopFacts,
  asker: { personId: string | null; permissions: ReadonlySet<string> },
): string | null =>
  driverId === asker.personId || asker.permissions.has("route.plan")
    ? null
    : "Another person drives this route.";

/** A stop of a route: its driver comes there and says how it ended. */
export const stopCycle = lifecycle<StopFacts>()<StopStatus, StopAction>({
  noun: "stop of a route",
  initial: "open",
  statuses: stopStatuses,
  course: ["open", "arrived", "done"],
  actions: {
    arrive: {
      label: "Arrived",
      from: ["open"],
      to: "arrived",
      permission: drive,
      tone: "primary",
      unless: own,
    },
    done: {
      label: "Done",
      from: ["arrived"],
      to: "done",
      permission: drive,
      tone: "primary",
      unless: (stop, asker) =>
        own(stop, asker) ??
        (stop.sourceType === "stockTransfer"
          ? "A transfer is done when it is handed over: by its link, with a name and a signature."
          : null),
    },
    // The proof of what was handed over came in by the driver's link.
    handedOver: {
      label: "Handed over",
      from: ["open", "arrived"],
      to: "done",
      permission: drive,
      system: true,
    },
    fail: {
      label: "Could not deliver",
      from: ["open", "arrived"],
      to: "failed",
      permission: drive,
      needsReason: true,
      tone: "danger",
      unless: own,
    },
    // The plan was released without it.
    leave: { label: "Left out", from: ["open"], to: "left", permission: drive, system: true },
  },
});
