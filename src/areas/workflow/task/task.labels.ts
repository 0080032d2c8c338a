/** What a task asks of a person; an approval request of the workflow counts as `approval` too. */
export const taskKinds = {
  review: "Review",
  approval: "Approval",
  signature: "Signature",
  follow_up: "Follow-up",
} as const;
export type TaskKind = keyof typeof taskKinds;

/** What a waiting approval asks, said as a task. */
export const approvalVerbs = {
  requisition: "Approve requisition",
  purchaseOrder: "Approve purchase order",
  invoice: "Approve invoice",
  paymentRun: "Approve vendor payment",
} as const;
