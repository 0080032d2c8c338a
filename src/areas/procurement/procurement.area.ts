import type { AreaManifest } from "#kernel/area.ts";
import { procurementPages } from "./procurement.pages.ts";

export const procurementArea = {
  name: "procurement",
  pages: procurementPages,
  permissions: {
    "requisition.read": ["member"],
    "requisition.create": ["member"],
    "requisition.submit": ["member"],
    "requisition.cancel": ["manager", "admin", "buyer"],
    "requisition.override": ["budget_officer"],
    "procurement.board": ["member"],
    "purchaseOrder.read": ["member"],
    "purchaseOrder.create": ["buyer", "manager", "admin"],
    "purchaseOrder.issue": ["buyer", "manager", "admin"],
    "purchaseOrder.close": ["buyer", "manager", "admin"],
    "quote.record": ["member"],
    "receipt.read": ["member"],
    "receipt.post": ["receiver", "manager", "admin"],
  },
  duties: {
    buyer: {
      place: 2,
      label: "Buyer",
    },
    receiver: { place: 4, label: "Receiver" },
  },
  approvables: {
    requisition: {
      place: 1,
      label: "Requisition",
      icon: "clipboard",
      task: "Approve requisition",
      decide: "approval.decide",
    },
    purchaseOrder: {
      place: 2,
      label: "Purchase order",
      icon: "receipt",
      task: "Approve purchase order",
      decide: "approval.decide",
    },
  },
  publishes: {
    orders: {
      place: 1,
      label: "Purchase orders that went out",
      hint: "Title, vendor, department, amount, rule.",
    },
  },
} as const satisfies AreaManifest;
