import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const alertStatuses = {
  open: { label: "Open", tone: "danger" },
  acknowledged: { label: "Being looked at", tone: "progress" },
  explained: { label: "Explained", tone: "success", terminal: true },
  case: { label: "Case opened", tone: "warning", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AlertStatus = keyof typeof alertStatuses;
export type AlertAction = "acknowledge" | "explain" | "raise";

export const alertCourse = ["open", "acknowledged", "explained"] as const;

type Facts = { status: string; personId: string | null };
const notOwn = ({ personId }: Facts, actor: { personId: string | null }): string | null =>
  personId !== null && personId === actor.personId
    ? "It is about your own account: another officer answers for it."
    : null;

/** What a detection found: an officer looks at it, and explains it or opens a case; never their own. */
export const alertCycle = lifecycle<Facts>()<AlertStatus, AlertAction>({
  noun: "security alert",
  initial: "open",
  statuses: alertStatuses,
  course: alertCourse,
  actions: {
    acknowledge: {
      label: "Look at it",
      from: ["open"],
      to: "acknowledged",
      permission: "securityAlert.handle",
      tone: "primary",
      unless: notOwn,
    },
    explain: {
      label: "Explain",
      from: ["open", "acknowledged"],
      to: "explained",
      permission: "securityAlert.handle",
      needsReason: true,
      unless: notOwn,
    },
    raise: {
      label: "Open a case",
      from: ["open", "acknowledged"],
      to: "case",
      permission: "securityCase.handle",
      needsReason: true,
      unless: notOwn,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const alertViews = [
  { id: "living", name: "Not answered", query: "living=true" },
  { id: "explained", name: "Explained", query: "status=explained" },
] as const;
