import type { Page } from "#kernel/access.ts";

export const workflowPages = {
  approvals: {
    path: "/approvals-inbox",
    title: "Approvals inbox",
    access: ["manager", "admin"],
    screen: "approval/ApprovalsInbox.tsx",
  },
  approval: {
    path: "/approvals/:id",
    title: "Approval",
    access: "signed-in",
    screen: "approval/ApprovalPage.tsx",
  },
  deadlines: {
    path: "/deadlines",
    title: "Deadlines",
    access: "signed-in",
    screen: "deadline/DeadlineList.tsx",
  },
  policies: {
    path: "/approvals-inbox/policies",
    title: "Approval policies",
    access: ["admin"],
    screen: "policy/Policies.tsx",
  },
  policyNew: {
    path: "/approvals-inbox/policies/new",
    title: "New approval policy",
    access: ["admin"],
    screen: "policy/PolicyEditor.tsx",
  },
  policy: {
    path: "/approvals-inbox/policies/:id",
    title: "Approval policy",
    access: ["admin"],
    screen: "policy/PolicyEditor.tsx",
  },
} as const satisfies Record<string, Page>;
