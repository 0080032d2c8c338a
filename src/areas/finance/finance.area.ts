import type { AreaManifest } from "#kernel/area.ts";
import { financePages } from "./finance.pages.ts";

export const financeArea = {
  name: "finance",
  pages: financePages,
  whileReadOnly: [
    "payment.propose",
    "payment.approve",
    "payment.release",
    "payment.hold",
    "payment.void",
  ],
  permissions: {
    "invoice.read": ["member"],
    "invoice.create": ["ap", "admin"],
    "invoice.edit": ["ap", "admin"],
    "invoice.resolve": ["ap", "buyer", "receiver", "manager", "admin"],
    "invoice.dispute": ["ap", "buyer", "manager", "admin"],
    "invoice.approve": ["manager", "admin"],
    "invoice.void": ["ap", "admin"],
    "payment.read": ["member"],
    "payment.propose": ["ap"],
    "payment.approve": ["manager", "admin"],
    "payment.release": ["treasurer"],
    "payment.hold": ["ap", "treasurer", "manager", "admin"],
    "payment.void": ["treasurer"],
    "payment.bank": ["treasurer", "admin"],
    "taxForm.read": ["ap", "treasurer", "controller", "auditor", "admin"],
    "taxForm.edit": ["ap", "admin"],
    "taxForm.review": ["controller", "treasurer", "admin"],
    "taxForm.file": ["ap", "admin"],
    "cost.read": ["member"],
    "cost.map": ["controller", "budget_officer", "grant_manager", "admin"],
    "journal.prepare": ["ap", "grant_manager", "payroll"],
    "journal.approve": ["controller", "budget_officer", "treasurer", "admin"],
    "payroll.import": ["payroll"],
    "payroll.read": ["payroll", "controller", "auditor"],
  },
  duties: {
    ap: { place: 5, label: "Accounts payable" },
    payroll: {
      place: 16,
      label: "Payroll",
    },
    controller: {
      place: 6,
      label: "Controller",
    },
    treasurer: { place: 6, label: "Treasurer" },
  },
  approvables: {
    invoice: {
      place: 3,
      label: "Invoice",
      icon: "checked",
      task: "Approve invoice",
      decide: "invoice.approve",
    },
    paymentRun: {
      place: 4,
      label: "Payment run",
      icon: "banknote",
      task: "Approve vendor payment",
      decide: "payment.approve",
    },
  },
} as const satisfies AreaManifest;
