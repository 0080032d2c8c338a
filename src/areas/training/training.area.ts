import type { AreaManifest } from "#kernel/area.ts";
import { trainingPages } from "./training.pages.ts";

export const trainingArea = {
  name: "training",
  pages: trainingPages,
  permissions: {
    "training.read": ["member"],
    "training.all": ["training_officer", "auditor", "manager", "admin"],
    "training.verify": ["training_officer", "manager", "admin"],
    "training.edit": ["training_officer", "admin"],
  },
  duties: { training_officer: { place: 40, label: "Training officer" } },
} as const satisfies AreaManifest;
