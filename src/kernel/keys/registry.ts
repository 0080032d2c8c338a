import { coreActions, type KeyAction } from "./core.ts";

const command = (
  group: string,
  first: string,
  list: readonly (readonly [label: string, to: string, second: string])[],
): KeyAction[] =>
  list.map(([label, to, second]) => ({
    id: `${group.toLowerCase()}.${label.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`,
    label,
    group,
    where: "anywhere",
    keys: `${first} ${second}`,
    to,
  }));

/** The groups of the palette (SPEC 2.8), each command with its address. */
export const commandActions: readonly KeyAction[] = [
  ...command("Create", "N", [
    ["New requisition", "/smart-requisition/new", "R"],
    ["New purchase order", "/purchase-orders/new", "O"],
    ["New invoice", "/invoices/new", "I"],
    ["New contract", "/contracts/new", "C"],
    ["New vendor", "/vendor-directory/new", "V"],
    ["New payment run", "/payments/new", "Y"],
    ["New RFP", "/rfq-builder", "P"],
    ["New RFQ", "/rfq-builder", "Q"],
    ["New work order", "/maintenance-management?action=create", "W"],
  ]),
  ...command("Emergency", "E", [
    ["Emergency procurement", "/emergency-procurement", "P"],
    ["Disaster operations", "/disaster-ops-hub", "D"],
    ["Weather alerts", "/weather-alerts", "W"],
    ["Incident timeline", "/incident-timeline", "T"],
    ["FEMA forms", "/fema-forms", "F"],
  ]),
  ...command("Navigation", "G", [
    ["Dashboard", "/dashboard", "D"],
    ["Requisitions", "/smart-requisition", "R"],
    ["Procurement board", "/ai-procurement", "K"],
    ["Purchase orders", "/purchase-orders", "O"],
    ["Invoices", "/invoices", "I"],
    ["Contracts", "/contracts", "C"],
    ["Payments", "/payments", "P"],
    ["Vendor directory", "/vendor-directory", "V"],
    ["Budget", "/budget-management", "B"],
    ["Approvals inbox", "/approvals-inbox", "A"],
    ["Notifications", "/notifications", "N"],
  ]),
  ...command("Logistics", "L", [
    ["Shipments", "/shipment-tracking", "S"],
    ["Inventory", "/inventory", "I"],
    ["Receive goods", "/purchase-orders?receivable=true", "R"],
    ["Logistics optimizer", "/quantum-logistics", "O"],
    ["Supply chain", "/supply-chain-command-center", "C"],
  ]),
  ...command("Security", "S", [
    ["Audit ledger", "/blockchain", "A"],
    ["Security dashboard", "/security-dashboard", "D"],
    ["Your sign-in and sessions", "/settings?tab=security", "S"],
    ["Team and roles", "/team", "T"],
    ["Access controls", "/access-controls", "C"],
  ]),
  ...command("Performance", "P", [
    ["Reports", "/reports", "R"],
    ["Budget summary", "/budget-management/summary", "B"],
    ["Vendor performance", "/vendor-performance", "V"],
    ["Budget forecasts", "/budget-forecasts", "F"],
    ["Carbon", "/carbon", "C"],
  ]),
  ...command("Settings", "T", [
    ["Your profile", "/settings", "P"],
    ["Appearance and keys", "/settings?tab=appearance", "A"],
    ["Mail and notices", "/settings?tab=notifications", "N"],
    ["Plan and billing", "/settings?tab=billing", "B"],
  ]),
];

/** Everything that keys do in the app, in the order in which it is shown. */
export const keyActions: readonly KeyAction[] = [...coreActions, ...commandActions];
