/** The documents that approval policies know. */
export const approvableTypes = { requisition: "Requisition", purchaseOrder: "Purchase order", invoice: "Invoice", paymentRun: "Payment run" } as const;
export type ApprovableType = keyof typeof approvableTypes;
