import type { AreaManifest } from "#kernel/area.ts";
import { evaluationPages } from "./evaluation.pages.ts";

export const evaluationArea = {
  name: "evaluation",
  pages: evaluationPages,
  permissions: {
    "evaluation.read": ["member"],
    "evaluation.score": ["evaluator", "buyer", "manager", "admin", "receiver", "requester"],
    "evaluation.manage": ["buyer", "manager", "admin"],
    "award.approve": ["manager", "admin"],
  },
  duties: {
    evaluator: {
      place: 9,
      label: "Evaluator",
    },
  },
} as const satisfies AreaManifest;
