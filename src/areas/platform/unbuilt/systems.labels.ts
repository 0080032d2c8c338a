import type { UnbuiltTexts, RecordKind } from "./records.labels.ts";

const agent = (
  does: string,
  records: readonly RecordKind[],
  nearest: readonly [string, string],
) => ({
  does: [
    does,
    "It reads with your permissions only, shows its sources, and proposes; a person accepts or dismisses.",
  ],
  records,
  nearest,
});

/** Coming screens of workflow, forms, connectors, agents and the product's own tests. */
export const systemsTexts: UnbuiltTexts = {
  "/workflow-designer": {
    does: [
      "Draw how work runs: approvals, conditions, timers, notices. Try it on past records before publishing.",
    ],
    records: ["policies", "approvals"],
    nearest: ["Approval policies", "/approvals-inbox/policies"],
  },
  "/workflow-engine": {
    does: [
      "Follow running workflows, see where each stands and why, and repeat a step that failed.",
    ],
    records: ["approvals", "policies"],
    nearest: ["Approvals inbox", "/approvals-inbox"],
  },
  "/utility-form-filler": {
    does: [
      "Build forms with rules, place fields on a PDF, fill them from records, send them on.",
      "Keep versions, deliveries and who filled what.",
    ],
    records: ["files", "vendors"],
    nearest: ["Requisitions", "/smart-requisition"],
  },
  "/utilities/templates": {
    does: ["Keep templates for orders, letters and reports, with versions and a preview."],
    records: ["files", "purchaseOrders"],
    nearest: ["Purchase orders", "/purchase-orders"],
  },
  "/utilities/theme": {
    does: ["Set the agency's colors and mark, with the contrast checked."],
    records: ["members"],
    nearest: ["Appearance, in Settings", "/settings?tab=appearance"],
  },
  "/utilities/shortcuts": {
    does: ["Show every key of the product, and set the agency's own."],
    records: ["members"],
    nearest: ["Keys, in Settings", "/settings?tab=appearance"],
  },
  "/api-connectors": {
    does: ["Connect other systems with a schedule, a mapping and a log of every run."],
    records: ["vendors", "budgetLines"],
    nearest: ["Import vendors", "/vendor-directory/import"],
  },
  "/fms-integration": {
    does: [
      "Exchange budgets, orders and payments with the financial system, and reconcile both sides.",
    ],
    records: ["commitments", "payments"],
    nearest: ["Commitment ledger", "/budget-management/ledger"],
  },
  "/master-data": {
    does: ["Keep commodities, units and places in one list, and merge vendors that are the same."],
    records: ["commodities", "vendors", "departments"],
    nearest: ["Vendor directory", "/vendor-directory"],
  },
  "/docs": {
    does: ["Give quick starts for your role from the guide."],
    records: ["tasks"],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/testing-dashboard": {
    does: ["Run the product's own checks against this installation and show what each found."],
    records: ["auditEntries"],
    nearest: ["Audit ledger", "/blockchain"],
  },
  "/comprehensive-test": {
    does: ["Run every check of the product in one go, with time and result."],
    records: ["auditEntries"],
    nearest: ["Audit ledger", "/blockchain"],
  },
  "/admin/system-test": {
    does: ["Check database, jobs, mail and files of this installation, live."],
    records: ["files", "auditEntries"],
    nearest: ["Audit ledger", "/blockchain"],
  },
  "/admin/gemini-ai-test": {
    does: [
      "Check the connection to a language model, where one is set, and show what it answered.",
    ],
    records: ["files"],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/admin/ai-discoverability": {
    does: ["Show how search engines and assistants see the public pages."],
    records: ["files"],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/admin/ai-discoverability-test": {
    does: ["Fetch the public pages as a crawler would and list what is missing."],
    records: ["files"],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/admin/metrics": {
    does: ["Count visits of the public pages, sign-ups and use, without following anyone."],
    records: ["members"],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/ai-copilot": {
    does: ["Answer questions about your records and the guide, each statement with its source."],
    records: ["requisitions", "purchaseOrders", "invoices"],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/predictive-ai": {
    does: [
      "Forecast prices, spending and delays with their error, and show how good past forecasts were.",
    ],
    records: ["commitments", "purchaseOrders", "invoices"],
    nearest: ["Budget summary", "/budget-management/summary"],
  },
  "/ai-agent-platform": {
    does: [
      "Decide which agents run, what they may read, and see what they proposed and what was accepted.",
    ],
    records: ["policies", "auditEntries"],
    nearest: ["Approval policies", "/approvals-inbox/policies"],
  },
  "/requisition-agent": agent(
    "Complete a requisition: commodity code, price from history, vendor, account, and the method that the amount asks for.",
    ["requisitions", "commodities", "rules"],
    ["New requisition", "/smart-requisition/new"],
  ),
  "/sourcing-agent": agent(
    "Find vendors for a need by commodity, place and certification, and draft the request to them.",
    ["vendors", "commodities"],
    ["Vendor directory", "/vendor-directory"],
  ),
  "/bid-evaluation-agent": agent(
    "Check bids for completeness, compare prices line by line, and point out what an evaluator should read.",
    ["vendors", "requisitions"],
    ["Procurement board", "/ai-procurement"],
  ),
  "/contract-agent": agent(
    "Read a contract for dates, amounts and missing clauses, and list what has to be done by when.",
    ["purchaseOrders", "files"],
    ["Purchase orders", "/purchase-orders"],
  ),
  "/invoice-agent": agent(
    "Read an invoice, explain each difference from order and receipt, and suggest how to settle it.",
    ["invoices", "exceptions"],
    ["Invoice exceptions", "/invoices?status=exception"],
  ),
  "/budget-agent": agent(
    "Watch budget lines that run out, explain why, and propose transfers.",
    ["budgetLines", "commitments"],
    ["Budget", "/budget-management"],
  ),
  "/grant-writer-agent": agent(
    "Draft a grant narrative from the agency's own records, with every figure traced.",
    ["files", "budgetLines"],
    ["Budget by fund", "/budget-management/summary"],
  ),
  "/fema-claims-agent": agent(
    "Collect the costs of an incident, find what is missing for reimbursement, and order them by category.",
    ["invoices", "payments", "receipts"],
    ["Invoices", "/invoices"],
  ),
  "/compliance-agent": agent(
    "Check a record against the rules that apply on its date, and cite them.",
    ["rules", "screenings"],
    ["Audit ledger", "/blockchain"],
  ),
  "/vendor-risk-agent": agent(
    "Watch vendors for exclusions, expiring insurance, late deliveries and dependence on one source.",
    ["vendors", "screenings"],
    ["Exclusions", "/vendor-directory/exclusions"],
  ),
  "/maintenance-agent": agent(
    "Suggest maintenance before things fail, from age, use and past repairs.",
    ["purchaseOrders", "tasks"],
    ["Requisitions", "/smart-requisition"],
  ),
  "/weather-agent": agent(
    "Read weather alerts and say which sites, deliveries and vendors they may touch.",
    ["vendors", "purchaseOrders"],
    ["Late orders", "/purchase-orders?late=true"],
  ),
};
