import type { Page } from "#kernel/access.ts";

export const contractsPages = {
  contracts: {
    path: "/contracts",
    title: "Contracts",
    access: "signed-in",
    screen: "contract/ContractList.tsx",
  },
  contractNew: {
    path: "/contracts/new",
    title: "New contract",
    access: "signed-in",
    screen: "contract/ContractNew.tsx",
  },
  contractImport: {
    path: "/contracts/import",
    title: "Import contracts",
    access: "signed-in",
    screen: "contract/ContractImport.tsx",
  },
  contract: {
    path: "/contracts/:id",
    title: "Contract",
    access: "signed-in",
    screen: "contract/ContractPage.tsx",
  },
  contractEdit: {
    path: "/contracts/:id/edit",
    title: "Change a contract",
    access: "signed-in",
    screen: "contract/ContractEdit.tsx",
  },
  contractPrint: {
    path: "/contracts/:id/print",
    title: "Contract",
    access: "signed-in",
    screen: "contract/ContractPrint.tsx",
    frame: "bare",
  },
  amendmentNew: {
    path: "/contracts/:id/amend",
    title: "Amend a contract",
    access: "signed-in",
    screen: "amendment/AmendmentNew.tsx",
  },
  amendment: {
    path: "/contracts/amendments/:id",
    title: "Contract amendment",
    access: "signed-in",
    screen: "amendment/AmendmentPage.tsx",
  },
  amendmentEdit: {
    path: "/contracts/amendments/:id/edit",
    title: "Change an amendment",
    access: "signed-in",
    screen: "amendment/AmendmentEdit.tsx",
  },
  contractLifecycle: {
    path: "/contract-lifecycle",
    title: "Contract lifecycle",
    access: "signed-in",
    screen: "contract/ContractBoard.tsx",
  },
  emergencyDesk: {
    path: "/emergency-procurement",
    title: "Emergency procurement",
    access: ["admin", "manager"],
    screen: "emergency/EmergencyDesk.tsx",
  },
  emergencyPreparation: {
    path: "/emergency-procurement/prepared",
    title: "Prepared for an emergency",
    access: "signed-in",
    screen: "emergency/Prepare.tsx",
  },
  declaration: {
    path: "/emergency-procurement/declarations/:id",
    title: "Local declaration",
    access: "signed-in",
    screen: "emergency/DeclarationPage.tsx",
  },
  emergencyOrder: {
    path: "/emergency-procurement/orders/:id",
    title: "Emergency order",
    access: "signed-in",
    screen: "emergency/PurchasePage.tsx",
  },
  portalContracts: {
    path: "/vendor-portal/contracts",
    title: "Contracts",
    access: "signed-in",
    screen: "vendor/PortalContracts.tsx",
  },
} as const satisfies Record<string, Page>;
