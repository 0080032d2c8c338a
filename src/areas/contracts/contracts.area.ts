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
  },
  duties: {
    contract_manager: {
      place: 11,
      label: "Contract manager",
    },
    counsel: {
      place: 12,
      label: "Counsel",
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
  },
  signables: {
    contract: { place: 1, label: "Contract" },
    contractAmendment: { place: 2, label: "Contract amendment" },
    changeOrder: { place: 3, label: "Change order" },
  },
  publishes: {
    changes: {
      place: 4,
      label: "Change orders and claims of contracts",
      hint: "Only of contracts that are marked so: number, title, vendor, more, less, net, status.",
    },
  },
} as const satisfies AreaManifest;
