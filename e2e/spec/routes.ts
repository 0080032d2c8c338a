// Typed from the specification, sections 2.2, 2.3 and 6: not read from the product, so that a
// difference shows.
export type SpecRole = "user" | "manager" | "admin" | "platform_admin";

/** 2.2, without the blog's articles and the sign-in pages, which have journeys of their own. */
export const publicRoutes = [
  "/",
  "/waitlist",
  "/feature-requests",
  "/privacy",
  "/terms",
  "/contact",
  "/products",
  "/documentation",
  "/about",
  "/pricing",
  "/careers",
  "/investors",
  "/trust-center",
  "/solutions",
  "/solutions/government-procurement",
  "/solutions/disaster-recovery-grants",
  "/solutions/grant-management",
  "/customer-stories",
  "/accessibility",
  "/blog",
  "/public-opportunities",
  "/public-vendors",
  "/request-demo",
  "/schedule-demo",
  "/citizen-portal",
  "/vendors",
  "/quantum-ai-advantage",
  "/quantum-route-optimization",
  "/carbon-credits",
  "/iot-delivery-tracking",
  "/disaster-recovery",
  "/nyc-aging-demo",
] as const;

/** Of 2.2: pages of the app that everybody may open. */
export const openRoutes = [
  "/auth",
  "/auth/confirm?type=email",
  "/verify-email",
  "/reset-password",
  "/request-reset",
  "/login",
] as const;

/**
 * Public routes that are allowed to be missing still; a route that is there is tested whether or
 * not it stands here.
 */
export const laterRoutes: readonly string[] = [
  "/documentation",
  "/public-opportunities",
  "/public-vendors",
  "/citizen-portal",
  "/vendors",
  "/nyc-aging-demo",
];

/** 2.3: sign-in required. */
const signedInRoutes = [
  "/dashboard",
  "/ai-procurement",
  "/quantum-logistics",
  "/blockchain",
  "/iot",
  "/carbon",
  "/compliance",
  "/disaster",
  "/weather-alerts",
  "/supply-chain-risk",
  "/supply-chain-command-center",
  "/vendor-performance",
  "/market-intelligence",
  "/smart-requisition",
  "/construction-projects",
  "/rfi",
  "/quantity-takeoff",
  "/projects",
  "/project-management",
  "/security-dashboard",
  "/user-management",
  "/budget-management",
  "/capital-planning-management",
  "/capital-planning",
  "/team",
  "/security",
  "/security-settings",
  "/reports",
  "/settings",
  "/vendor-registration",
  "/opportunities",
  "/purchase-orders",
  "/invoices",
  "/contracts",
  "/clients",
  "/customer-management",
  "/inventory",
  "/eam",
  "/payments",
  "/communications",
  "/notifications",
  "/vendor-portal",
  "/workflow-designer",
  "/bid-evaluation",
  "/contract-management",
  "/contract-lifecycle",
  "/rfq-builder",
  "/shipment-tracking",
  "/fema-forms",
  "/disaster-response",
  "/docs",
  "/grants-management",
  "/fema-grants-hub",
  "/grant-management",
  "/grant-management/reports",
  "/gis-integration",
  "/ai-copilot",
  "/testing-dashboard",
  "/disaster-grants",
  "/vendor-directory",
  "/master-data",
  "/asset-management",
  "/maintenance-management",
  "/safety-management",
  "/mobile-app",
  "/grant-budget-builder",
  "/advanced-compliance",
  "/grants-management-page",
  "/workflow-engine",
  "/advanced-gis",
  "/predictive-ai",
  "/enhanced-reporting",
  "/mobile-field-operations",
  "/ai-hub",
  "/budget-forecasts",
  "/incident-timeline",
  "/admin/security-audit",
  "/admin/roles",
  "/admin/monitoring",
  "/admin/training",
  "/admin/quality",
  "/admin/certifications",
  "/admin/learning-analytics",
  "/admin/audits",
  "/admin/standards",
  // "many AI agent pages whose paths end in -agent (the individual paths are not shown)": the
  // twelve that the product has.
  "/requisition-agent",
  "/sourcing-agent",
  "/bid-evaluation-agent",
  "/contract-agent",
  "/invoice-agent",
  "/budget-agent",
  "/grant-writer-agent",
  "/fema-claims-agent",
  "/compliance-agent",
  "/vendor-risk-agent",
  "/maintenance-agent",
  "/weather-agent",
] as const;

/** 2.3: no guard at all. */
export const unguardedRoutes = [
  "/claims-change-orders",
  "/certifications-policies",
  "/incident-risk-register",
] as const;

const each = (
  paths: readonly string[],
  roles: readonly SpecRole[],
): Record<string, readonly SpecRole[]> => Object.fromEntries(paths.map((path) => [path, roles]));

/** 6: required roles. */
const requiredRoles: Readonly<Record<string, readonly SpecRole[]>> = {
  ...each(
    [
      "/emergency-procurement",
      "/fema-integration",
      "/utility-form-filler",
      "/disaster-ops-hub",
      "/quantum-grant-management",
      "/admin",
      "/admin/growth",
      "/admin/compliance",
      "/grant-hub",
      "/fms-integration",
      "/approvals-inbox",
      "/billing",
      "/billing/invoices",
      "/api-connectors",
      "/cost-centers",
      "/inspections-checklists",
      "/utilities/templates",
    ],
    ["admin", "manager"],
  ),
  ...each(
    [
      "/admin/system-test",
      "/admin/feedback",
      "/admin/waitlist",
      "/admin/metrics",
      "/admin/demos",
      "/admin/tenant",
      "/comprehensive-test",
      "/admin/gemini-ai-test",
      "/admin/ai-discoverability",
      "/admin/ai-discoverability-test",
      "/tenant-management",
      "/sso-management",
      "/ai-agent-platform",
      "/billing/plans",
      "/access-controls",
      "/utilities/theme",
      "/utilities/shortcuts",
    ],
    ["admin"],
  ),
  ...each(["/business-plan-management", "/pricing-plans", "/platform-admin"], ["platform_admin"]),
};

/** 6: "The role helper functions treat platform_admin as including admin and manager." */
const holds = (role: SpecRole, required: readonly SpecRole[]): boolean =>
  required.includes(role) ||
  (role === "platform_admin" && required.some((each) => each === "admin" || each === "manager"));

/** Where a person ends who asks for a route: 6, "Route guard". `null` = nobody is signed in. */
export const endsAt = (route: string, role: SpecRole | null): string => {
  if ((unguardedRoutes as readonly string[]).includes(route)) return route;
  if (role === null) return "/auth";
  const required = requiredRoles[route];
  return !required || holds(role, required) ? route : "/dashboard";
};

/** Every route of 2.3 and 6. */
export const guardedRoutes: readonly string[] = [
  ...new Set([...signedInRoutes, ...unguardedRoutes, ...Object.keys(requiredRoles)]),
];
