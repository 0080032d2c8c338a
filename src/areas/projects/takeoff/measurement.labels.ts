import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const measurementStatuses = {
  measured: { label: "Measured", tone: "info" },
  checked: { label: "Checked", tone: "success" },
  sent: { label: "In a requisition", tone: "success" },
  dropped: { label: "Dropped", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type MeasurementStatus = keyof typeof measurementStatuses;
export type MeasurementAction = "check" | "reopen" | "send" | "drop";

/** What the rules of its steps want to know. */
type MeasurementFacts = {
  status: string;
  measuredBy: string | null;
  /** It is in a requisition that is over and buys nothing. */
  ended: boolean;
};

const edit = "takeoff.edit";

/** What was measured on a sheet: by one person, checked by another, then bought. */
export const measurementCycle = lifecycle<MeasurementFacts>()<MeasurementStatus, MeasurementAction>(
  {
    noun: "measurement",
    initial: "measured",
    statuses: measurementStatuses,
    course: ["measured", "checked", "sent"],
    edit: {
      from: ["measured"],
      otherwise: "It is checked, bought or dropped. Open it again before you change it.",
      permission: edit,
    },
    actions: {
      check: {
        label: "Check",
        from: ["measured"],
        to: "checked",
        permission: "takeoff.check",
        byOthers: "check it",
        notAfter: ["update"],
        tone: "primary",
        unless: ({ measuredBy }, asker) =>
          measuredBy !== null && measuredBy === asker.personId
            ? "You measured it, so another person checks it."
            : null,
      },
      reopen: {
        label: "Open again",
        from: ["checked", "sent"],
        to: "measured",
        permission: edit,
        needsReason: true,
        unless: ({ status, ended }) =>
          status === "sent" && !ended
            ? "Its requisition is not over: what that buys was measured here."
            : null,
      },
      send: {
        label: "To requisition",
        from: ["measured", "checked"],
        to: "sent",
        permission: edit,
        system: true,
      },
      drop: {
        label: "Drop",
        from: ["measured", "checked"],
        to: "dropped",
        permission: edit,
        needsReason: true,
        tone: "danger",
      },
    },
  },
);

/** Views of the list, which questions in words open too. */
export const measurementViews = [
  { id: "check", name: "To check", query: "status=measured" },
  { id: "stale", name: "On an older revision", query: "stale=true" },
  { id: "unscaled", name: "Without a quantity", query: "unscaled=true" },
] as const;
