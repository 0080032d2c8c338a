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
  signingAuthority: {
    path: "/team/signing-authority",
    title: "Signing authority",
    access: "signed-in",
    screen: "signature/SigningAuthorities.tsx",
  },
  signature: {
    path: "/signatures/:id",
    title: "Sign a document",
    access: "signed-in",
    screen: "signature/SignaturePage.tsx",
  },
  portalSignature: {
    path: "/vendor-portal/signatures/:orgId/:id",
    title: "Sign a document",
    access: "signed-in",
    screen: "signature/PortalSignature.tsx",
  },
  linkSignature: {
    path: "/sign/:token",
    title: "Sign a document",
    access: "open",
    screen: "signature/LinkSignature.tsx",
    frame: "bare",
  },
} as const satisfies Record<string, Page>;
