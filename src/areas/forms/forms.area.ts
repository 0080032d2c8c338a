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
  searches: { formSubmission: { place: 10, label: "Submission" } },
} as const satisfies AreaManifest;
