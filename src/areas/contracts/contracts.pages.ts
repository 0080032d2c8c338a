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
  clauses: {
    path: "/contracts/clauses",
    title: "Clauses",
    access: "signed-in",
    screen: "clause/ClauseLibrary.tsx",
  },
  clauseNew: {
    path: "/contracts/clauses/new",
    title: "New clause",
    access: "signed-in",
    screen: "clause/ClauseEditor.tsx",
  },
  clauseEdit: {
    path: "/contracts/clauses/:id/edit",
    title: "Change a clause",
    access: "signed-in",
    screen: "clause/ClauseEditor.tsx",
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
  contractRates: {
    path: "/contracts/:id/rates",
    title: "Rate sheet",
    access: "signed-in",
    screen: "rates/RateSheetEdit.tsx",
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
  portalContracts: {
    path: "/vendor-portal/contracts",
    title: "Contracts",
    access: "signed-in",
    screen: "vendor/PortalContracts.tsx",
  },
  portalNegotiation: {
    path: "/vendor-portal/contracts/:orgId/:id",
    title: "Answer a round",
    access: "signed-in",
    screen: "negotiation/PortalNegotiation.tsx",
  },
} as const satisfies Record<string, Page>;
