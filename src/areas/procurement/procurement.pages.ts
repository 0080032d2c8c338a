import type { Page } from "#kernel/access.ts";

export const procurementPages = {
  orders: {
    path: "/purchase-orders",
    title: "Purchase orders",
    access: "signed-in",
    screen: "order/OrderList.tsx",
  },
  orderNew: {
    path: "/purchase-orders/new",
    title: "New purchase order",
    access: "signed-in",
    screen: "order/OrderNew.tsx",
  },
  order: {
    path: "/purchase-orders/:id",
    title: "Purchase order",
    access: "signed-in",
    screen: "order/OrderPage.tsx",
  },
  orderEdit: {
    path: "/purchase-orders/:id/edit",
    title: "Edit a purchase order",
    access: "signed-in",
    screen: "order/OrderEdit.tsx",
  },
  orderReceive: {
    path: "/purchase-orders/:id/receive",
    title: "Receive goods",
    access: "signed-in",
    screen: "receipt/ReceiveGoods.tsx",
  },
  orderChange: {
    path: "/purchase-orders/:id/change",
    title: "Change order",
    access: "signed-in",
    screen: "order/OrderChange.tsx",
  },
  orderPrint: {
    path: "/purchase-orders/:id/print",
    title: "Purchase order",
    access: "signed-in",
    screen: "order/OrderPrint.tsx",
    frame: "bare",
  },
  orderAcknowledge: {
    path: "/orders/acknowledge",
    title: "Acknowledge a purchase order",
    access: "open",
    screen: "order/OrderAcknowledge.tsx",
    frame: "bare",
  },
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
