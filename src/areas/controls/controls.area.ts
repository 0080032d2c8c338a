import type { AreaManifest } from "#kernel/area.ts";
import { controlsPages } from "./controls.pages.ts";

export const controlsArea = {
  name: "controls",
  pages: controlsPages,
  permissions: {
    "controlFailure.read": ["member"],
    "controlFailure.answer": ["member"],
    "controlFailure.assign": ["compliance_officer", "manager", "admin"],
    "control.read": ["compliance_officer", "controller", "auditor", "manager", "admin"],
    "control.write": ["compliance_officer"],
    "control.publish": ["manager", "admin"],
    "controlWaiver.request": ["member"],
    "controlWaiver.decide": ["compliance_officer", "manager", "admin"],
  },
  approvables: {
    controlWaiver: {
      place: 46,
      label: "Waiver of a control",
      icon: "checked",
      task: "Decide a waiver of a control",
      decide: "controlWaiver.decide",
      refused: {
        return: "The request ends: it can be asked anew.",
        reject: "The request ends; the record still breaks the control.",
      },
    },
  },
  duties: {
    compliance_officer: {
      place: 29,
      label: "Compliance officer",
    },
  },
} as const satisfies AreaManifest;
