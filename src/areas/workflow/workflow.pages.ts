import type { Page } from "../../kernel/access.ts";

export const workflowPages = {
  approvals: { path: "/approvals-inbox", title: "Approvals inbox", access: ["manager", "admin"], screen: "approval/ApprovalsInbox.tsx" },
} as const satisfies Record<string, Page>;
