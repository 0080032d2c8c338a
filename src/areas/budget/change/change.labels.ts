import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const changeKinds = { amend: "Amendment", transfer: "Transfer" } as const;

export const changeStatuses = {
  entered: { label: "Entered", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
  posted: { label: "Posted", tone: "success", terminal: true },
  returned: { label: "Returned", tone: "warning", terminal: true },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;

export type ChangeStatus = keyof typeof changeStatuses;
export type ChangeAction = "submit" | "post" | "return" | "reject" | "withdraw";

/** Entered, decided by a second person where a policy asks for one, posted. */
export const changeCycle = lifecycle<{ status: string; requestedBy: string | null }>()<
  ChangeStatus,
  ChangeAction
>({
  noun: "budget change",
  initial: "entered",
  statuses: changeStatuses,
  course: ["entered", "in_approval", "posted"],
  actions: {
    submit: {
      label: "Submit for approval",
      from: ["entered"],
      to: "in_approval",
      permission: "budget.edit",
      system: true,
    },
    post: {
      label: "Post",
      from: ["entered", "in_approval"],
      to: "posted",
      permission: "budget.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "returned",
      permission: "budget.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "rejected",
      permission: "budget.approve",
      system: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["in_approval"],
      to: "withdrawn",
      permission: "budget.edit",
      needsReason: true,
      tone: "danger",
      unless: (change, asker) =>
        change.requestedBy === asker.personId ? null : "Only who entered this change withdraws it.",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const changeViews = [
  { id: "waiting", name: "In approval", query: "status=in_approval" },
] as const;
