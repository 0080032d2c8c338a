import type { AreaManifest } from "#kernel/area.ts";
import { workflowPages } from "./workflow.pages.ts";

export const workflowArea = {
  name: "workflow",
  pages: workflowPages,
  // What was sent off before is decided.
  whileReadOnly: ["approval.decide"],
  permissions: {
    "approval.read": ["member"],
    "approval.decide": ["member"],
    "approval.policy": ["admin"],
    "approval.delegate": ["member"],
    "deadline.read": ["member"],
    "deadline.done": ["member"],
    "deadline.assign": ["manager", "admin"],
    "signature.read": ["member"],
    "signature.ask": ["member"],
    "signature.sign": ["member"],
    "signature.authority": ["admin"],
    "task.read": ["member"],
    "task.create": ["member"],
    "task.done": ["member"],
  },
  taskKinds: {
    review: "Review",
    approval: "Approval",
    signature: "Signature",
    follow_up: "Follow-up",
  },
} as const satisfies AreaManifest;
