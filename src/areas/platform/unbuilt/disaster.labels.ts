import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of emergency, disaster and FEMA work. */
export const disasterTexts: UnbuiltTexts = {
  "/disaster-ops-hub": {
    does: [
      "Run incidents from one screen: objectives by operational period, roles, resources, requests that become purchases.",
      "Show what is open, who has it, and what it has cost so far.",
    ],
    nearest: ["Emergency requisitions", "/smart-requisition?emergency=true"],
  },
  "/fema-integration": {
    does: [
      "Read declarations and projects from FEMA's open data, and exchange files with the Grants Portal.",
      "Say how old each figure is.",
    ],
    nearest: ["Payments", "/payments"],
  },
  "/fema-grants-hub": {
    does: [
      "Hold public assistance, mitigation and resilience grants from the declaration to closeout.",
      "Trace every eligible cost to its order, invoice, payment and proof, and put them into one package for reimbursement.",
    ],
    nearest: ["Audit ledger", "/blockchain"],
  },
  "/fema-forms": {
    does: [
      "Fill FEMA's forms from what the record already holds, show what is missing, and export them as PDF.",
    ],
    nearest: ["Invoices", "/invoices"],
  },
  "/disaster": {
    does: ["List the incidents of the agency with area, declaration, cost and what is recovered."],
    nearest: ["Emergency requisitions", "/smart-requisition?emergency=true"],
  },
  "/disaster-response": {
    does: [
      "Keep the incident's organization, its forms and its resource requests; a request becomes a requisition with the incident's account.",
    ],
    nearest: ["Requisitions", "/smart-requisition"],
  },
  "/incident-timeline": {
    does: [
      "Tell an incident in order: alerts, decisions, orders, deliveries, payments, each with its record.",
    ],
    nearest: ["Audit ledger", "/blockchain"],
  },
  "/weather-alerts": {
    does: [
      "Read weather alerts, draw their areas on the map, and list the sites, projects and vendors inside.",
      "Notify people or prepare an emergency purchase by rules that you set.",
    ],
    nearest: ["Notifications", "/notifications"],
  },
  "/supply-chain-command-center": {
    does: [
      "Show deliveries that are late or in danger, the stock that they feed, and who else could deliver.",
    ],
    nearest: ["Late orders", "/purchase-orders?late=true"],
  },
  "/supply-chain-risk": {
    does: [
      "Weigh vendors, routes and stock against alerts and dependence on single sources, and name alternatives.",
    ],
    nearest: ["Vendor directory", "/vendor-directory"],
  },
  "/incident-risk-register": {
    does: [
      "Keep incidents and risks with owner, likelihood, effect and treatment, and review them on time.",
      "Publish the entries that an agency chooses.",
    ],
    nearest: ["Audit ledger", "/blockchain"],
  },
};
