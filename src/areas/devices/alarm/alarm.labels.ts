import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const alarmStatuses = {
  active: { label: "Active", tone: "danger" },
  acknowledged: { label: "Acknowledged", tone: "warning" },
  cleared: { label: "Cleared", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AlarmStatus = keyof typeof alarmStatuses;
export type AlarmAction = "acknowledge" | "clear";

/** That it is over follows from readings; a person only says that they know of it. */
export const alarmCycle = lifecycle<{ status: string }>()<AlarmStatus, AlarmAction>({
  noun: "alarm",
  initial: "active",
  statuses: alarmStatuses,
  course: ["active", "acknowledged", "cleared"],
  actions: {
    acknowledge: {
      label: "Acknowledge",
      from: ["active"],
      to: "acknowledged",
      permission: "device.acknowledge",
      tone: "primary",
    },
    clear: {
      label: "Cleared",
      from: ["active", "acknowledged"],
      to: "cleared",
      permission: "device.keep",
      system: true,
    },
  },
});

export const severities = {
  urgent: { label: "Urgent", tone: "danger" },
  high: { label: "High", tone: "warning" },
  normal: { label: "Normal", tone: "info" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type Severity = keyof typeof severities;

/** What a rule watches. */
export const watched = {
  above: "A value above a limit",
  below: "A value below a limit",
  silent: "No reading for a time",
  outside: "A position outside of a fence",
} as const;
export type Watched = keyof typeof watched;

/** Views of the list, which questions in words open too. */
export const alarmViews = [
  { id: "open", name: "Not cleared", query: "status=active,acknowledged" },
  { id: "waiting", name: "Not acknowledged", query: "status=active" },
] as const;
