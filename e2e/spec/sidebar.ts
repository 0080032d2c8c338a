import type { SpecRole } from "./routes.ts";

// Typed from the specification, section 2.5.
type Item = string | readonly [to: string, roles: readonly SpecRole[]];
export type SpecSection = { name: string; roles?: readonly SpecRole[]; items: readonly Item[] };

const staff = ["admin", "manager"] as const;
const tabs = (path: string, names: string, roles: readonly SpecRole[]): Item[] =>
  names.split(", ").map((tab) => [`${path}?tab=${tab}`, roles]);
const only = (roles: readonly SpecRole[], ...paths: string[]): Item[] =>
  paths.map((path) => [path, roles]);

export const sidebar: readonly SpecSection[] = [
  {
    name: "Planning & Budget",
    items: ["/capital-planning-management", "/budget-management", "/budget-forecasts"],
  },
  {
    name: "Grant Management",
    items: [
      ...tabs(
        "/grant-management",
        "portfolio, research, builder, applications, reviewer, budget, milestones, recipient, compliance-hub, closeout, disaster-ai",
        staff,
      ),
      "/grant-management/reports",
      "/ai-hub",
      "/grant-budget-builder",
      "/fema-forms",
      ...only(staff, "/quantum-grant-management"),
    ],
  },
  {
    name: "Emergency & Disaster",
    items: [
      ...only(staff, "/disaster-ops-hub", "/emergency-procurement", "/fema-integration"),
      "/weather-alerts",
      "/supply-chain-command-center",
      "/incident-timeline",
    ],
  },
  {
    name: "Core Procurement",
    items: [
      "/ai-procurement",
      "/smart-requisition",
      "/opportunities",
      "/rfi",
      "/rfq-builder",
      "/bid-evaluation",
      "/purchase-orders",
      ...only(staff, "/approvals-inbox"),
    ],
  },
  {
    name: "Vendor & Marketplace",
    items: [
      "/vendor-directory",
      "/vendor-portal",
      "/vendor-registration",
      "/vendor-performance",
      "/market-intelligence",
    ],
  },
  { name: "Customers & Agencies", items: ["/clients", "/customer-management"] },
  {
    name: "Contracts & Finance",
    items: [
      "/contracts",
      "/contract-management",
      "/contract-lifecycle",
      "/invoices",
      "/payments",
      "/claims-change-orders",
    ],
  },
  {
    name: "Performance & Delivery",
    items: [
      "/project-management",
      "/shipment-tracking",
      "/inventory",
      "/quantity-takeoff",
      "/gis-integration",
      "/iot",
      "/communications",
      "/reports",
      "/carbon",
    ],
  },
  {
    name: "Enterprise Asset Mgmt",
    items: [
      "/eam",
      "/asset-management",
      "/maintenance-management",
      "/maintenance-management?action=create",
      "/safety-management",
    ],
  },
  {
    name: "Utility Form Filler",
    roles: staff,
    items: tabs(
      "/utility-form-filler",
      "formBuilder, pdfStudio, workflow, autoRules, analytics, admin, compliance, delivery, webhooks, audit",
      staff,
    ),
  },
  {
    name: "Advanced Technologies",
    items: [
      "/workflow-designer",
      "/quantum-logistics",
      "/blockchain",
      "/compliance",
      ...only(staff, "/api-connectors"),
    ],
  },
  {
    name: "Organization Admin",
    roles: staff,
    items: [
      "/admin",
      "/team",
      "/admin/security-audit",
      "/admin/roles",
      "/admin/monitoring",
      "/cost-centers",
      ...only(["admin"], "/admin/tenant"),
    ],
  },
  {
    name: "Platform Administration",
    roles: ["platform_admin"],
    items: ["/platform-admin", "/user-management", "/tenant-management"],
  },
  {
    name: "System Management",
    items: [
      ...only(["platform_admin"], "/business-plan-management", "/pricing-plans"),
      "/settings",
      "/settings?tab=billing",
      ...only(staff, "/testing-dashboard", "/comprehensive-test"),
    ],
  },
  {
    name: "Security & Compliance",
    items: [
      "/security-dashboard",
      "/compliance",
      "/security",
      "/certifications-policies",
      "/incident-risk-register",
      ...only(["admin"], "/access-controls"),
    ],
  },
  {
    name: "Training & Certification",
    roles: staff,
    items: ["/admin/training", "/admin/certifications", "/admin/learning-analytics"],
  },
  {
    name: "Quality Assurance",
    roles: staff,
    items: ["/admin/quality", "/admin/audits", "/admin/standards", "/inspections-checklists"],
  },
  {
    name: "Utilities",
    items: [
      ...only(["admin"], "/utilities/theme"),
      ...only(staff, "/utilities/templates"),
      ...only(["admin"], "/utilities/shortcuts"),
    ],
  },
  { name: "Help & Support", items: ["/documentation", "/contact"] },
  {
    name: "Billing",
    roles: staff,
    items: ["/billing", "/billing/invoices", ...only(["admin"], "/billing/plans")],
  },
];

/**
 * What one role sees: exact match, in order; sections with no visible items are hidden. `missing`:
 * addresses that do not exist yet.
 */
export const sidebarOf = (
  role: SpecRole,
  missing: ReadonlySet<string>,
): { name: string; items: string[] }[] =>
  sidebar
    .filter((section) => !section.roles || section.roles.includes(role))
    .map(({ name, items }) => ({
      name,
      items: items
        .flatMap((item) =>
          typeof item === "string" ? [item] : item[1].includes(role) ? [item[0]] : [],
        )
        .filter((to) => !missing.has(to)),
    }))
    .filter((section) => section.items.length > 0);
