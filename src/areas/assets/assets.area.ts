import type { AreaManifest } from "#kernel/area.ts";
import { assetsPages } from "./assets.pages.ts";

export const assetsArea = {
  name: "assets",
  pages: assetsPages,
  permissions: {
    "asset.read": ["member"],
    "asset.edit": ["asset_manager", "manager", "admin"],
    "asset.book": ["controller", "budget_officer", "manager", "admin"],
    "asset.dispose": ["manager", "admin"],
    "asset.import": ["asset_manager", "admin"],
    "workOrder.read": ["member"],
    "workOrder.create": ["member"],
    "workOrder.plan": ["asset_manager", "manager", "admin"],
    "workOrder.approve": ["asset_manager", "manager", "admin"],
    "workOrder.work": ["technician", "receiver", "asset_manager", "manager", "admin"],
    "hours.read": ["member"],
    "hours.all": ["technician", "receiver", "asset_manager", "payroll", "manager", "admin"],
    "hours.enter": ["member"],
    "hours.approve": ["asset_manager", "manager", "admin"],
    "hours.rates": ["payroll", "controller", "budget_officer", "manager", "admin"],
    "maintenancePlan.read": ["member"],
    "maintenancePlan.edit": ["asset_manager", "manager", "admin"],
    "maintenancePlan.publish": ["asset_manager", "manager", "admin"],
    "inspection.read": [
      "inspector",
      "technician",
      "receiver",
      "asset_manager",
      "safety_officer",
      "manager",
      "admin",
    ],
    "inspection.work": [
      "inspector",
      "technician",
      "receiver",
      "asset_manager",
      "safety_officer",
      "manager",
      "admin",
    ],
    "inspection.manage": ["asset_manager", "manager", "admin"],
    "correctiveAction.read": ["member"],
    "correctiveAction.edit": ["safety_officer", "inspector", "asset_manager", "manager", "admin"],
    "correctiveAction.approve": ["safety_officer", "asset_manager", "manager", "admin"],
    "safety.report": ["member"],
    "safety.read": ["safety_officer", "manager", "admin"],
    "safety.edit": ["safety_officer"],
    "safety.private": ["safety_officer"],
  },
  approvables: {
    assetDisposal: {
      place: 14,
      label: "Asset disposal",
      icon: "scale",
      task: "Approve disposal",
      decide: "asset.dispose",
      refused: {
        return: "It stays retired and can be proposed anew.",
        reject: "It stays retired.",
      },
    },
  },
  duties: {
    asset_manager: {
      place: 21,
      label: "Asset manager",
    },
    technician: {
      place: 22,
      label: "Technician",
    },
    inspector: {
      place: 23,
      label: "Inspector",
    },
    safety_officer: {
      place: 24,
      label: "Safety officer",
    },
  },
} as const satisfies AreaManifest;
