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
  claimsChangeOrders: {
    path: "/claims-change-orders",
    title: "Claims and change orders",
    access: "open",
    screen: "change/ClaimsChangeOrders.tsx",
  },
  changeOrder: {
    path: "/claims-change-orders/changes/:id",
    title: "Change order",
    access: "signed-in",
    screen: "change/ChangePage.tsx",
  },
  changeOrderEdit: {
    path: "/claims-change-orders/changes/:id/edit",
    title: "Change a change order",
    access: "signed-in",
    screen: "change/ChangeEdit.tsx",
  },
  changeOrderNew: {
    path: "/contracts/:id/change",
    title: "Propose a change order",
    access: "signed-in",
    screen: "change/ChangeNew.tsx",
  },
  claim: {
    path: "/claims-change-orders/claims/:id",
    title: "Claim",
    access: "signed-in",
    screen: "claim/ClaimPage.tsx",
  },
  claimNew: {
    path: "/contracts/:id/claim",
    title: "Notice of claim",
    access: "signed-in",
    screen: "claim/ClaimNew.tsx",
  },
  portalContractFile: {
    path: "/vendor-portal/contracts/:orgId/:id",
    title: "Contract",
    access: "signed-in",
    screen: "vendor/PortalContractFile.tsx",
  },
  portalContracts: {
    path: "/vendor-portal/contracts",
    title: "Contracts",
    access: "signed-in",
    screen: "vendor/PortalContracts.tsx",
  },
} as const satisfies Record<string, Page>;
