import type { FlowVersion } from "../definition/flow.model.ts";

/** The record that a run is begun about, where the person stands on its page. */
export type AboutRecord = { id: string; number: string };

/** Workflows in force that are begun by hand, about records of this noun; all of them without one. */
export const byHandAbout = (
  flows: readonly FlowVersion[],
  noun: string | null,
): readonly FlowVersion[] =>
  flows.filter(
    (flow) =>
      flow.status === "published" &&
      flow.nodes.some(
        (node) =>
          node.kind === "start" &&
          node.trigger.on === "hand" &&
          (noun === null || node.trigger.noun === noun),
      ),
  );

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
  incidentRequest: { path: "/api/v1/incident-requests", label: "Resource request" },
};
