/** Where a person chooses the record that a run is begun about, by its kind, and what it is called. */
export const recordLists: Readonly<Record<string, { path: string; label: string }>> = {
  requisition: { path: "/api/v1/requisitions", label: "Requisition" },
  purchaseOrder: { path: "/api/v1/purchase-orders", label: "Purchase order" },
  serviceRequest: { path: "/api/v1/service-requests", label: "Service request" },
  invoice: { path: "/api/v1/invoices", label: "Invoice" },
  contract: { path: "/api/v1/contracts", label: "Contract" },
  formSubmission: { path: "/api/v1/form-submissions", label: "Submission" },
  grantAward: { path: "/api/v1/grant-awards", label: "Award" },
  grantReport: { path: "/api/v1/grant-reports", label: "Report to a grantor" },
  asset: { path: "/api/v1/assets", label: "Asset" },
  workOrder: { path: "/api/v1/work-orders", label: "Work order" },
  safetyCase: { path: "/api/v1/safety-cases", label: "Safety case" },
};
