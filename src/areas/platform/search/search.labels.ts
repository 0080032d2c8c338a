/** The nouns that one search reaches. */
export const searchKinds = {
  requisition: "Requisition",
  purchaseOrder: "Purchase order",
  invoice: "Invoice",
  vendor: "Vendor",
  payment: "Payment",
} as const;
export type SearchKind = keyof typeof searchKinds;
