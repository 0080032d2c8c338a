import type { AreaManifest } from "#kernel/area.ts";
import { contractsPages } from "./contracts.pages.ts";

export const contractsArea = {
  name: "contracts",
  pages: contractsPages,
  permissions: {
    "contract.read": ["member"],
    "contract.create": ["member"],
    "contract.edit": ["contract_manager", "buyer", "manager", "admin"],
    "contract.review": ["counsel", "admin"],
    "contract.approve": ["manager", "admin"],
    "contract.sign": ["contract_manager", "manager", "admin"],
    "contract.end": ["contract_manager", "manager", "admin"],
    "contract.import": ["contract_manager", "admin"],
    "clause.edit": ["contract_manager", "counsel", "admin"],
    "clause.publish": ["counsel", "admin"],
    // Who may agree to a text that is not ours: each duty also to what those before it may.
    "clause.acceptAsBuyer": ["buyer", "contract_manager", "counsel"],
    "clause.acceptAsManager": ["contract_manager", "counsel"],
    "clause.acceptAsCounsel": ["counsel"],
    "change.checkFunds": ["budget_officer", "manager", "admin"],
    "claim.decide": ["contract_manager", "manager", "admin"],
    "claimNote.read": ["counsel"],
    "claimNote.create": ["counsel"],
    "emergency.read": ["contract_manager", "auditor", "manager", "admin"],
    "emergency.order": ["manager", "admin"],
    "emergency.prepare": ["contract_manager", "manager", "admin"],
    "emergency.declare": ["duty_officer", "admin"],
    "emergency.ratify": ["manager", "admin"],
  },
  duties: {
    contract_manager: {
      place: 11,
      label: "Contract manager",
      about: "Drafts and keeps contracts, records signatures, watches ceilings and ends",
    },
    counsel: {
      place: 12,
      label: "Counsel",
      about: "Reads contracts before they are approved",
    },
    duty_officer: {
      place: 13,
      label: "Duty officer",
      about: "Declares a local emergency, and orders in it at once",
    },
  },
  approvables: {
    contract: {
      place: 6,
      label: "Contract",
      icon: "document",
      task: "Approve contract",
      decide: "contract.approve",
    },
    contractAmendment: {
      place: 7,
      label: "Contract amendment",
      icon: "document",
      task: "Approve contract amendment",
      decide: "contract.approve",
    },
    changeOrder: {
      place: 8,
      label: "Change order",
      icon: "document",
      task: "Approve change order",
      decide: "contract.approve",
    },
    settlement: {
      place: 9,
      label: "Settlement of a claim",
      icon: "scale",
      task: "Approve settlement",
      decide: "contract.approve",
    },
    emergencyPurchase: {
      place: 11,
      label: "Emergency order",
      icon: "document",
      task: "Ratify emergency order",
      decide: "emergency.ratify",
      named: true,
      refused: {
        return:
          "The order stays out. Whoever ordered it says the need again, and you are asked once more.",
        reject:
          "What has not come is cancelled with the vendor at once; what came stays and is paid. This cannot be undone.",
      },
    },
  },
  signables: {
    contract: { place: 1, label: "Contract" },
    contractAmendment: { place: 2, label: "Contract amendment" },
    changeOrder: { place: 3, label: "Change order" },
  },
  searches: {
    contract: { place: 7, label: "Contract" },
    changeOrder: { place: 8, label: "Change order" },
    claim: { place: 9, label: "Claim" },
  },
  publishes: {
    changes: {
      place: 4,
      label: "Change orders and claims of contracts",
      hint: "Only of contracts that are marked so: number, title, vendor, more, less, net, status.",
    },
  },
} as const satisfies AreaManifest;
