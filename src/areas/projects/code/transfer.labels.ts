import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const transferStatuses = {
  asked: { label: "Waits for approval", tone: "warning" },
  approved: { label: "Approved", tone: "success", terminal: true },
  refused: { label: "Refused", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type TransferStatus = keyof typeof transferStatuses;
export type TransferAction = "approve" | "refuse" | "withdraw";

export const transferCourse = ["asked", "approved"] as const;

/** Money of a project that moves from one code to another: asked by one person, approved by another. */
export const transferCycle = lifecycle<{ status: string }>()<TransferStatus, TransferAction>({
  noun: "transfer between codes",
  initial: "asked",
  statuses: transferStatuses,
  course: transferCourse,
  actions: {
    approve: {
      label: "Approve",
      from: ["asked"],
      to: "approved",
      permission: "project.approve",
      byOthers: "approve it",
      notAfter: ["create"],
      tone: "primary",
    },
    refuse: {
      label: "Refuse",
      from: ["asked"],
      to: "refused",
      permission: "project.approve",
      byOthers: "refuse it",
      notAfter: ["create"],
      needsReason: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["asked"],
      to: "withdrawn",
      permission: "project.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const transferViews = [
  { id: "waiting", name: "Wait for approval", query: "status=asked" },
] as const;
