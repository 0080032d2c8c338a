import type { AreaManifest } from "#kernel/area.ts";
import { formsPages } from "./forms.pages.ts";

export const formsArea = {
  name: "forms",
  pages: formsPages,
  permissions: {
    "form.design": ["manager", "admin"],
    "form.publish": ["manager", "admin"],
    "form.fill": ["member"],
    "form.review": ["manager", "admin"],
    "form.deliver": ["manager", "admin"],
    "webhook.read": ["manager", "admin"],
    "webhook.manage": ["admin"],
  },
  approvables: {
    formSubmission: {
      place: 30,
      label: "Submission of a form",
      icon: "clipboard",
      task: "Approve a submission",
      decide: "form.review",
    },
  },
} as const satisfies AreaManifest;
