/**
 * The choices of the quick actions menu (SPEC 2.7), in order; the approvals entry carries the
 * figure of what waits. Not filtered by role: the guard decides.
 */
export const quickActions = [
  { label: "New RFP", to: "/rfq-builder" },
  { label: "New RFQ", to: "/rfq-builder" },
  { label: "Purchase orders", to: "/purchase-orders" },
  { label: "Grant management", to: "/grant-management" },
  { label: "Smart requisition", to: "/smart-requisition" },
  { label: "Disaster operations", to: "/disaster-ops-hub" },
  { label: "Emergency procurement", to: "/emergency-procurement" },
  { label: "Approvals", to: "/approvals-inbox" },
  { label: "Vendors", to: "/vendors" },
  { label: "Track shipments", to: "/shipment-tracking" },
  { label: "Inventory", to: "/inventory" },
  { label: "Reports", to: "/reports" },
] as const;
