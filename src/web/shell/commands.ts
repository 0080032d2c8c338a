/** One command of the palette: where it goes, and the two keys that go there from anywhere. */
export type PaletteCommand = { label: string; to: string; keys: readonly [string, string] };
export type CommandGroup = { name: string; commands: readonly PaletteCommand[] };

const group = (
  name: string,
  first: string,
  list: readonly (readonly [label: string, to: string, second: string])[],
): CommandGroup => ({
  name,
  commands: list.map(([label, to, second]) => ({ label, to, keys: [first, second] })),
});

/** The seven groups of SPEC 2.8, each command with its address and its shortcut. */
export const commandGroups: readonly CommandGroup[] = [
  group("Create", "n", [
    ["New requisition", "/smart-requisition/new", "r"],
    ["New purchase order", "/purchase-orders/new", "o"],
    ["New invoice", "/invoices/new", "i"],
    ["New contract", "/contracts/new", "c"],
    ["New vendor", "/vendor-directory/new", "v"],
    ["New payment run", "/payments/new", "y"],
    ["New RFP", "/rfq-builder", "p"],
    ["New RFQ", "/rfq-builder", "q"],
    ["New work order", "/maintenance-management?action=create", "w"],
  ]),
  group("Emergency", "e", [
    ["Emergency procurement", "/emergency-procurement", "p"],
    ["Disaster operations", "/disaster-ops-hub", "d"],
    ["Weather alerts", "/weather-alerts", "w"],
    ["Incident timeline", "/incident-timeline", "t"],
    ["FEMA forms", "/fema-forms", "f"],
  ]),
  group("Navigation", "g", [
    ["Dashboard", "/dashboard", "d"],
    ["Requisitions", "/smart-requisition", "r"],
    ["Procurement board", "/ai-procurement", "k"],
    ["Purchase orders", "/purchase-orders", "o"],
    ["Invoices", "/invoices", "i"],
    ["Contracts", "/contracts", "c"],
    ["Payments", "/payments", "p"],
    ["Vendor directory", "/vendor-directory", "v"],
    ["Budget", "/budget-management", "b"],
    ["Approvals inbox", "/approvals-inbox", "a"],
    ["Notifications", "/notifications", "n"],
  ]),
  group("Logistics", "l", [
    ["Shipments", "/shipment-tracking", "s"],
    ["Inventory", "/inventory", "i"],
    ["Receive goods", "/purchase-orders?receivable=true", "r"],
    ["Logistics optimizer", "/quantum-logistics", "o"],
    ["Supply chain", "/supply-chain-command-center", "c"],
  ]),
  group("Security", "s", [
    ["Audit ledger", "/blockchain", "a"],
    ["Security dashboard", "/security-dashboard", "d"],
    ["Your sign-in and sessions", "/settings?tab=security", "s"],
    ["Team and roles", "/team", "t"],
    ["Access controls", "/access-controls", "c"],
  ]),
  group("Performance", "p", [
    ["Reports", "/reports", "r"],
    ["Budget summary", "/budget-management/summary", "b"],
    ["Vendor performance", "/vendor-performance", "v"],
    ["Budget forecasts", "/budget-forecasts", "f"],
    ["Carbon", "/carbon", "c"],
  ]),
  group("Settings", "t", [
    ["Your profile", "/settings", "p"],
    ["Appearance and keys", "/settings?tab=appearance", "a"],
    ["Mail and notices", "/settings?tab=notifications", "n"],
    ["Plan and billing", "/settings?tab=billing", "b"],
  ]),
];

/** The hint beside a command, such as "G then D". */
export const keysHint = ([first, second]: PaletteCommand["keys"]): string =>
  `${first.toUpperCase()} then ${second.toUpperCase()}`;

/** Where two keys lead; null when they are no shortcut. */
export const commandOf = (first: string, second: string): PaletteCommand | null =>
  commandGroups
    .flatMap((each) => each.commands)
    .find(({ keys }) => keys[0] === first && keys[1] === second) ?? null;

/** True when every word of `text` occurs in `label`. */
export const matches = (label: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => label.toLowerCase().includes(word));
