import type { Page } from "#kernel/access.ts";

export const procurementPages = {
  requisitions: {
    path: "/smart-requisition",
    title: "Requisitions",
    access: "signed-in",
    screen: "requisition/RequisitionList.tsx",
  },
  requisitionNew: {
    path: "/smart-requisition/new",
    title: "New requisition",
    access: "signed-in",
    screen: "requisition/RequisitionNew.tsx",
  },
  requisitionEdit: {
    path: "/smart-requisition/:id/edit",
    title: "Change a requisition",
    access: "signed-in",
    screen: "requisition/RequisitionEdit.tsx",
  },
  requisitionCheck: {
    path: "/smart-requisition/:id/check",
    title: "Check and submit",
    access: "signed-in",
    screen: "requisition/RequisitionCheck.tsx",
  },
  requisition: {
    path: "/smart-requisition/:id",
    title: "Requisition",
    access: "signed-in",
    screen: "requisition/RequisitionPage.tsx",
  },
  board: {
    path: "/ai-procurement",
    title: "Procurement board",
    access: "signed-in",
    screen: "board/ProcurementBoard.tsx",
  },
} as const satisfies Record<string, Page>;
