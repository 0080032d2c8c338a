import { pageAt } from "#areas.ts";
import type { Role } from "#kernel/access.ts";
import type { PermissionName } from "#roles.ts";
import type { IconName } from "./navIcons.ts";

export type NavItem = { label: string; to: string; icon: IconName; roles?: readonly Role[] };
export type NavSection = { label: string; roles?: readonly Role[]; items: readonly NavItem[] };

const staff = ["admin", "manager"] as const;
const admin = ["admin"] as const;
const platform = ["platform_admin"] as const;
const item = (label: string, to: string, icon: IconName, roles?: readonly Role[]): NavItem =>
  roles ? { label, to, icon, roles } : { label, to, icon };
const tabs = (
  path: string,
  roles: readonly Role[],
  names: Record<string, readonly [label: string, icon: IconName]>,
): NavItem[] =>
  Object.entries(names).map(([tab, [label, icon]]) =>
    item(label, `${path}?tab=${tab}`, icon, roles),
  );

/**
 * The sidebar of SPEC 2.5, in its order. An item appears once its page exists and the person's role
 * is in its list (exact match).
 */
export const navigation: readonly NavSection[] = [
  {
    label: "Planning & Budget",
    items: [
      item("Capital planning", "/capital-planning-management", "Landmark"),
      item("Budget", "/budget-management", "Wallet"),
      item("Forecasts", "/budget-forecasts", "LineChart"),
    ],
  },
  {
    label: "Grant Management",
    items: [
      ...tabs("/grant-management", staff, {
        portfolio: ["Portfolio", "HandCoins"],
        research: ["Research", "Landmark"],
        builder: ["Builder", "FilePenLine"],
        applications: ["Applications", "Files"],
        reviewer: ["Reviewer", "Scale"],
        budget: ["Grant budget", "Wallet"],
        milestones: ["Milestones", "CalendarClock"],
        recipient: ["Recipients", "Users"],
        "compliance-hub": ["Compliance hub", "BadgeCheck"],
        closeout: ["Closeout", "FileCheck2"],
        "disaster-ai": ["Disaster grants", "Siren"],
      }),
      item("Grant reports", "/grant-management/reports", "BarChart3"),
      item("AI hub", "/ai-hub", "Blocks"),
      item("Grant budget builder", "/grant-budget-builder", "PieChart"),
      item("FEMA forms", "/fema-forms", "FileText"),
      item("Grant optimizer", "/quantum-grant-management", "Target", staff),
    ],
  },
  {
    label: "Emergency & Disaster",
    items: [
      item("Disaster operations", "/disaster-ops-hub", "Siren", staff),
      item("Emergency procurement", "/emergency-procurement", "ShieldAlert", staff),
      item("FEMA integration", "/fema-integration", "Plug", staff),
      item("Weather alerts", "/weather-alerts", "CloudSun"),
      item("Supply chain", "/supply-chain-command-center", "Route"),
      item("Incident timeline", "/incident-timeline", "CalendarClock"),
    ],
  },
  {
    label: "Core Procurement",
    items: [
      item("Procurement board", "/ai-procurement", "Workflow"),
      item("Smart requisition", "/smart-requisition", "ClipboardList"),
      item("Opportunities", "/opportunities", "Megaphone"),
      item("Requests for information", "/rfi", "MessageCircleQuestion"),
      item("RFQ builder", "/rfq-builder", "FilePenLine"),
      item("Bid evaluation", "/bid-evaluation", "Scale"),
      item("Purchase orders", "/purchase-orders", "ReceiptText"),
      item("Approvals inbox", "/approvals-inbox", "Inbox", staff),
    ],
  },
  {
    label: "Vendor & Marketplace",
    items: [
      item("Vendor directory", "/vendor-directory", "Store"),
      item("Vendor portal", "/vendor-portal", "Building2"),
      item("Vendor registration", "/vendor-registration", "Contact"),
      item("Vendor performance", "/vendor-performance", "Gauge"),
      item("Market intelligence", "/market-intelligence", "LineChart"),
    ],
  },
  {
    label: "Customers & Agencies",
    items: [
      item("Clients", "/clients", "Users"),
      item("Customer management", "/customer-management", "Contact"),
    ],
  },
  {
    label: "Contracts & Finance",
    items: [
      item("Contracts", "/contracts", "FileSignature"),
      item("Contract management", "/contract-management", "Files"),
      item("Contract lifecycle", "/contract-lifecycle", "GitBranch"),
      item("Invoices", "/invoices", "FileCheck2"),
      item("Payments", "/payments", "Banknote"),
      item("Claims & change orders", "/claims-change-orders", "GitPullRequestArrow"),
    ],
  },
  {
    label: "Performance & Delivery",
    items: [
      item("Projects", "/project-management", "Construction"),
      item("Shipments", "/shipment-tracking", "Truck"),
      item("Inventory", "/inventory", "Boxes"),
      item("Quantity takeoff", "/quantity-takeoff", "Ruler"),
      item("GIS", "/gis-integration", "MapPinned"),
      item("IoT", "/iot", "Radio"),
      item("Communications", "/communications", "MessagesSquare"),
      item("Reports", "/reports", "BarChart3"),
      item("Carbon", "/carbon", "Leaf"),
    ],
  },
  {
    label: "Enterprise Asset Mgmt",
    items: [
      item("Asset overview", "/eam", "Package"),
      item("Assets", "/asset-management", "Armchair"),
      item("Maintenance", "/maintenance-management", "Wrench"),
      item("New work order", "/maintenance-management?action=create", "ClipboardCheck"),
      item("Safety", "/safety-management", "HardHat"),
    ],
  },
  {
    label: "Utility Form Filler",
    roles: staff,
    items: tabs("/utility-form-filler", staff, {
      formBuilder: ["Form builder", "FilePenLine"],
      pdfStudio: ["PDF studio", "FileText"],
      workflow: ["Workflow", "Workflow"],
      autoRules: ["Auto rules", "GitBranch"],
      analytics: ["Analytics", "LineChart"],
      admin: ["Administration", "Settings"],
      compliance: ["Compliance", "BadgeCheck"],
      delivery: ["Delivery", "Truck"],
      webhooks: ["Webhooks", "Plug"],
      audit: ["Audit", "Scroll"],
    }),
  },
  {
    label: "Advanced Technologies",
    items: [
      item("Workflow designer", "/workflow-designer", "Workflow"),
      item("Logistics optimizer", "/quantum-logistics", "Route"),
      item("Audit ledger", "/blockchain", "Scroll"),
      item("Compliance", "/compliance", "BadgeCheck"),
      item("API connectors", "/api-connectors", "Plug", staff),
    ],
  },
  {
    label: "Organization Admin",
    roles: staff,
    items: [
      item("Administration", "/admin", "Settings"),
      item("Team", "/team", "Users"),
      item("Security audit", "/admin/security-audit", "ShieldCheck"),
      item("Roles", "/admin/roles", "UserCog"),
      item("Monitoring", "/admin/monitoring", "Activity"),
      item("Cost centers", "/cost-centers", "ListTree"),
      item("Tenant", "/admin/tenant", "Building2", admin),
    ],
  },
  {
    label: "Platform Administration",
    roles: platform,
    items: [
      item("Platform", "/platform-admin", "Blocks"),
      item("User management", "/user-management", "UserCog"),
      item("Tenant management", "/tenant-management", "Building2"),
    ],
  },
  {
    label: "System Management",
    items: [
      item("Business plans", "/business-plan-management", "FileText", platform),
      item("Pricing plans", "/pricing-plans", "CreditCard", platform),
      item("Settings", "/settings", "Settings"),
      item("Billing settings", "/settings?tab=billing", "CreditCard"),
      item("Testing dashboard", "/testing-dashboard", "Activity", staff),
      item("Comprehensive test", "/comprehensive-test", "ClipboardCheck", staff),
    ],
  },
  {
    label: "Security & Compliance",
    items: [
      item("Security dashboard", "/security-dashboard", "ShieldCheck"),
      item("Compliance", "/compliance", "BadgeCheck"),
      item("Security", "/security", "ShieldAlert"),
      item("Certifications & policies", "/certifications-policies", "FileCheck2"),
      item("Incidents & risks", "/incident-risk-register", "BellRing"),
      item("Access controls", "/access-controls", "UserCog", admin),
    ],
  },
  {
    label: "Training & Certification",
    roles: staff,
    items: [
      item("Training", "/admin/training", "GraduationCap"),
      item("Certifications", "/admin/certifications", "BadgeCheck"),
      item("Learning analytics", "/admin/learning-analytics", "BarChart3"),
    ],
  },
  {
    label: "Quality Assurance",
    roles: staff,
    items: [
      item("Quality", "/admin/quality", "Target"),
      item("Audits", "/admin/audits", "ClipboardCheck"),
      item("Standards", "/admin/standards", "Ruler"),
      item("Inspections & checklists", "/inspections-checklists", "ClipboardList"),
    ],
  },
  {
    label: "Utilities",
    items: [
      item("Theme", "/utilities/theme", "Palette", admin),
      item("Templates", "/utilities/templates", "Files", staff),
      item("Shortcuts", "/utilities/shortcuts", "Keyboard", admin),
    ],
  },
  {
    label: "Help & Support",
    items: [
      item("Documentation", "/documentation", "BookOpen"),
      item("Contact", "/contact", "LifeBuoy"),
    ],
  },
  {
    label: "Billing",
    roles: staff,
    items: [
      item("Billing", "/billing", "CreditCard"),
      item("Billing invoices", "/billing/invoices", "ReceiptText"),
      item("Plans", "/billing/plans", "Files", admin),
    ],
  },
];

/**
 * What a vendor's person finds in the sidebar instead: the vendor's own places, in the order of a
 * sale, then help. Pages of the agency's side are not in it.
 */
const vendorNavigation: readonly NavSection[] = [
  {
    label: "Vendor portal",
    items: [
      item("Waiting", "/vendor-portal", "Inbox"),
      item("Opportunities", "/opportunities", "Megaphone"),
      item("Bids", "/vendor-portal/bids", "FilePenLine"),
      item("Awards", "/vendor-portal/protests", "Scale"),
      item("Contracts", "/vendor-portal/contracts", "FileSignature"),
      item("Projects", "/vendor-portal/projects", "HardHat"),
      item("Orders", "/vendor-portal/orders", "ReceiptText"),
      item("Grants", "/vendor-portal/grants", "HandCoins"),
      item("Invoices", "/vendor-portal/invoices", "FileCheck2"),
      item("Payments", "/vendor-portal/payments", "Banknote"),
      item("Performance", "/vendor-portal/performance", "Gauge"),
      item("Messages", "/vendor-portal/messages", "MessagesSquare"),
      item("Company", "/vendor-portal/company", "Building2"),
    ],
  },
  {
    label: "You",
    items: [
      item("Notifications", "/notifications", "BellRing"),
      item("Settings", "/settings", "Settings"),
      item("Documentation", "/documentation", "BookOpen"),
      item("Contact", "/contact", "LifeBuoy"),
    ],
  },
];

const pathOf = (to: string) => to.split("?")[0] ?? to;
const allows = (roles: readonly Role[] | undefined, role: Role) =>
  roles === undefined || roles.includes(role);

/**
 * What one role sees of the sidebar: exact match, existing pages only, sections without items left
 * out. `exists` answers for a path; `holds` whether a duty lets the person into a page that roles do
 * not (`alsoWith`).
 */
export const visibleNavigation = (
  role: Role,
  exists: (path: string) => boolean,
  holds: (path: string) => boolean = () => false,
): NavSection[] =>
  navigation
    .map((section) => ({
      ...section,
      items: section.items.filter(
        (entry) =>
          ((allows(section.roles, role) && allows(entry.roles, role)) || holds(pathOf(entry.to))) &&
          exists(pathOf(entry.to)),
      ),
    }))
    .filter((section) => section.items.length > 0);

/** The pages that a person's duties let them into beside those of the role. */
export const heldPages =
  (can: (permission: PermissionName) => boolean) =>
  (path: string): boolean => {
    const also: string | undefined = pageAt(path)?.alsoWith;
    return also !== undefined && can(also as PermissionName);
  };

/** What somebody finds who works in no agency and acts for no company yet: the ways in. */
const newcomerNavigation: readonly NavSection[] = [
  {
    label: "Begin",
    items: [
      item("First steps", "/welcome", "Route"),
      item("Register your company", "/vendor-registration", "Building2"),
      item("Public opportunities", "/public-opportunities", "Megaphone"),
    ],
  },
  ...vendorNavigation.filter((section) => section.label === "You"),
];

/** The sections of a person outside of every agency, with the pages that exist. */
export const visibleOutsideNavigation = (
  kind: "vendor" | "person",
  exists: (path: string) => boolean,
): NavSection[] =>
  (kind === "vendor" ? vendorNavigation : newcomerNavigation)
    .map((section) => ({
      ...section,
      items: section.items.filter((entry) => exists(pathOf(entry.to))),
    }))
    .filter((section) => section.items.length > 0);

/**
 * In the vendor's sidebar a place is lit on the pages beneath it as well; the first place stands
 * for its own page alone.
 */
export const isWithin = (to: string, pathname: string): boolean =>
  pathname === to || (to !== "/vendor-portal" && pathname.startsWith(`${to}/`));

/**
 * The section of the page that is open, or of the page above it; where two name it, the one that
 * names it more closely.
 */
export const sectionOf = (
  sections: readonly NavSection[],
  pathname: string,
): NavSection | undefined => {
  const above = sections
    .flatMap((section) => section.items.map((entry) => ({ section, path: pathOf(entry.to) })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return above.toSorted((a, b) => b.path.length - a.path.length)[0]?.section;
};

/** A link is lit only when path and query are both the current ones (SPEC 2.5). */
export const isCurrent = (to: string, location: { pathname: string; search: string }): boolean =>
  to === `${location.pathname}${location.search}`;
