// Which tutorial begins on which screens, of which area it is, and for which duties.

type Place = {
  module: string;
  /** Addresses that begin so have it; the longest that fits decides. */
  at: readonly string[];
  areas: readonly string[];
  duties: readonly string[];
};
const place = (
  module: string,
  at: readonly string[],
  areas: readonly string[],
  ...duties: string[]
): Place => ({ module, at, areas, duties });

export const tutorialPlaces: readonly Place[] = [
  place("requisition", ["/smart-requisition"], ["procurement"], "requester"),
  place("order", ["/purchase-orders"], ["procurement"], "buyer", "receiver"),
  place("shipment", ["/shipment-tracking"], ["logistics"], "receiver"),
  place("invoice", ["/invoices"], ["finance"], "ap"),
  place("payment", ["/payments"], ["finance", "banking"], "treasurer", "controller", "payroll"),
  place("budget", ["/budget-management"], ["budget", "books"], "budget_officer", "department_head"),
  place(
    "vendor",
    ["/vendor-directory", "/vendor-registration", "/master-data"],
    ["vendors"],
    "buyer",
  ),
  place(
    "compliance",
    ["/compliance", "/advanced-compliance", "/admin/compliance"],
    ["controls"],
    "compliance_officer",
  ),
  place("policies", ["/certifications-policies"], ["policies"], "compliance_officer"),
  place(
    "security",
    ["/access-controls", "/security-dashboard", "/admin/security-audit", "/security"],
    ["security"],
    "security_officer",
  ),
  place(
    "audit",
    ["/blockchain", "/admin/audits"],
    ["governance", "assurance"],
    "auditor",
    "read_only",
  ),
  place(
    "sourcing",
    ["/rfq-builder", "/rfi", "/opportunities", "/opening-keys"],
    ["sourcing"],
    "opener",
  ),
  place("evaluation", ["/bid-evaluation"], ["evaluation"], "evaluator"),
  place(
    "contract",
    ["/contracts", "/contract-management", "/contract-lifecycle", "/claims-change-orders"],
    ["contracts"],
    "contract_manager",
    "counsel",
  ),
  place(
    "preaward",
    ["/grant-opportunities", "/grant-applications", "/grant-budget-builder"],
    ["preaward"],
    "grant_signer",
  ),
  place("grant", ["/grant-management"], ["grants"], "grant_manager", "certifier"),
  place(
    "passthrough",
    [
      "/grant-management/programs",
      "/grant-management/program-applications",
      "/grant-management/subaward",
    ],
    ["passthrough"],
    "program_reviewer",
  ),
  place("capital", ["/capital-planning"], ["capital"], "department_head"),
  place("costing", ["/cost-centers"], ["costing"]),
  place("workflow", ["/approvals", "/deadlines", "/signatures"], ["workflow"]),
  place("forms", ["/forms", "/utility-form-filler"], ["forms"]),
  place("flows", ["/workflow-designer"], ["flows"]),
  place("communications", ["/communications", "/utilities/templates"], ["communications"]),
  place("rights", ["/user-management", "/admin/roles"], ["rights"]),
  place("connectors", ["/api-connectors"], ["connectors", "programs"]),
  place(
    "disaster",
    [
      "/disaster",
      "/weather-alerts",
      "/supply-chain",
      "/incident-risk-register",
      "/incident-timeline",
    ],
    ["disaster"],
    "emergency_manager",
  ),
  place("emergency", ["/emergency-procurement"], ["emergency"], "duty_officer"),
  place("recovery", ["/fema"], ["recovery"], "recovery"),
  place("inventory", ["/inventory"], ["inventory"], "storekeeper"),
  place("route", ["/quantum-logistics"], ["logistics"], "dispatcher"),
  place("device", ["/iot"], ["devices"], "device_keeper"),
  place("carbon", ["/carbon"], ["carbon"], "sustainability_officer"),
  place(
    "cards",
    ["/payments/cards", "/payments/card-lines", "/payments/card-cycles", "/payments/card-findings"],
    ["cards"],
    "card_administrator",
  ),
  place("quality", ["/admin/quality"], ["assurance"], "quality_officer"),
  place("training", ["/admin/certifications"], ["training"], "training_officer"),
  place("served", ["/clients"], ["served"], "biller"),
  place("billing", ["/billing"], ["billing"]),
  place("project", ["/projects"], ["projects"], "project_manager"),
  place("asset", ["/asset-management", "/eam"], ["assets"], "asset_manager"),
  place("maintenance", ["/maintenance-management"], ["assets"], "technician"),
  place("inspection", ["/inspections"], ["assets"], "inspector"),
  place("safety", ["/safety-management", "/corrective-actions"], ["assets"], "safety_officer"),
  place(
    "agents",
    [
      "/requisition-agent",
      "/sourcing-agent",
      "/invoice-agent",
      "/budget-agent",
      "/compliance-agent",
      "/fema-claims-agent",
      "/vendor-risk-agent",
      "/weather-agent",
      "/maintenance-agent",
      "/contract-agent",
      "/grant-writer-agent",
      "/bid-evaluation-agent",
      "/ai-agent-platform",
      "/ai-copilot",
      "/admin/gemini-ai-test",
    ],
    ["agents"],
  ),
  place("field", ["/mobile-app", "/mobile-field-operations"], ["field"]),
  place("agencies", ["/platform-admin", "/tenant-management"], ["agencies"]),
  place("service", ["/service-requests"], ["engagement"]),
  place("market", ["/market-intelligence"], ["market"]),
  place("reporting", ["/reports", "/enhanced-reporting", "/predictive-ai"], ["reporting"]),
];

/** The module of the screen at a path; the dashboard's where none is nearer. */
export const moduleAt = (pathname: string): string =>
  tutorialPlaces
    .flatMap(({ module, at }) => at.map((prefix) => ({ module, prefix })))
    .filter(({ prefix }) => pathname.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.module ?? "dashboard";
