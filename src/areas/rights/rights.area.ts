import type { AreaManifest } from "#kernel/area.ts";
import { rightsPages } from "./rights.pages.ts";

export const rightsArea = {
  name: "rights",
  pages: rightsPages,
  permissions: {
    "accessRequest.create": ["member"],
    "rightsReview.read": ["member"],
    "rightsReview.answer": ["member"],
    "rightsReview.manage": ["admin"],
  },
  approvables: {
    accessRequest: {
      place: 45,
      label: "Access request",
      icon: "checked",
      task: "Decide a request for a duty",
      decide: "member.confirm",
      refused: { return: "The request ends: it can be asked anew.", reject: "The request ends." },
    },
  },
} as const satisfies AreaManifest;
