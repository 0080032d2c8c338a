import type { Page } from "#kernel/access.ts";
import type { AreaManifest } from "#kernel/area.ts";
import { agenciesArea } from "#areas/agencies/agencies.area.ts";
import { agentsArea } from "#areas/agents/agents.area.ts";
import { assetsArea } from "#areas/assets/assets.area.ts";
import { assistantArea } from "#areas/assistant/assistant.area.ts";
import { bankingArea } from "#areas/banking/banking.area.ts";
import { billingArea } from "#areas/billing/billing.area.ts";
import { communicationsArea } from "#areas/communications/communications.area.ts";
import { assuranceArea } from "#areas/assurance/assurance.area.ts";
import { servedArea } from "#areas/served/served.area.ts";
import { carbonArea } from "#areas/carbon/carbon.area.ts";
import { cardsArea } from "#areas/cards/cards.area.ts";
import { connectorsArea } from "#areas/connectors/connectors.area.ts";
import { capitalArea } from "#areas/capital/capital.area.ts";
import { contractsArea } from "#areas/contracts/contracts.area.ts";
import { booksArea } from "#areas/books/books.area.ts";
import { budgetArea } from "#areas/budget/budget.area.ts";
import { controlsArea } from "#areas/controls/controls.area.ts";
import { costingArea } from "#areas/costing/costing.area.ts";
import { devicesArea } from "#areas/devices/devices.area.ts";
import { directoryArea } from "#areas/directory/directory.area.ts";
import { engagementArea } from "#areas/engagement/engagement.area.ts";
import { fieldArea } from "#areas/field/field.area.ts";
import { financeArea } from "#areas/finance/finance.area.ts";
import { emergencyArea } from "#areas/emergency/emergency.area.ts";
import { evaluationArea } from "#areas/evaluation/evaluation.area.ts";
import { flowsArea } from "#areas/flows/flows.area.ts";
import { formsArea } from "#areas/forms/forms.area.ts";
import { governanceArea } from "#areas/governance/governance.area.ts";
import { grantsArea } from "#areas/grants/grants.area.ts";
import { identityArea } from "#areas/identity/identity.area.ts";
import { inventoryArea } from "#areas/inventory/inventory.area.ts";
import { marketArea } from "#areas/market/market.area.ts";
import { operationArea } from "#areas/operation/operation.area.ts";
import { organizationArea } from "#areas/organization/organization.area.ts";
import { preawardArea } from "#areas/preaward/preaward.area.ts";
import { disasterArea } from "#areas/disaster/disaster.area.ts";
import { passthroughArea } from "#areas/passthrough/passthrough.area.ts";
import { logisticsArea } from "#areas/logistics/logistics.area.ts";
import { placesArea } from "#areas/places/places.area.ts";
import { policiesArea } from "#areas/policies/policies.area.ts";
import { platformArea } from "#areas/platform/platform.area.ts";
import { procurementArea } from "#areas/procurement/procurement.area.ts";
import { programsArea } from "#areas/programs/programs.area.ts";
import { signOnArea } from "#areas/sign-on/sign-on.area.ts";
import { recoveryArea } from "#areas/recovery/recovery.area.ts";
import { reportingArea } from "#areas/reporting/reporting.area.ts";
import { rightsArea } from "#areas/rights/rights.area.ts";
import { projectsArea } from "#areas/projects/projects.area.ts";
import { securityArea } from "#areas/security/security.area.ts";
import { sourcingArea } from "#areas/sourcing/sourcing.area.ts";
import { trainingArea } from "#areas/training/training.area.ts";
import { vendorPortalArea } from "#areas/vendor-portal/vendor-portal.area.ts";
import { vendorsArea } from "#areas/vendors/vendors.area.ts";
import { workflowArea } from "#areas/workflow/workflow.area.ts";
import { unbuiltPages, unbuiltScreen } from "#areas/platform/unbuilt/unbuilt.pages.ts";
import { devPages } from "#web/dev/dev.pages.ts";
import { sitePages } from "#web/site/site.pages.ts";

/**
 * The areas, one line each. Router, guard, sidebar, server, permissions and tests read this list;
 * the server loads the door of each by its name.
 */
export const areas = [
  engagementArea,
  platformArea,
  identityArea,
  organizationArea,
  signOnArea,
  directoryArea,
  governanceArea,
  budgetArea,
  procurementArea,
  inventoryArea,
  evaluationArea,
  sourcingArea,
  marketArea,
  contractsArea,
  emergencyArea,
  financeArea,
  bankingArea,
  booksArea,
  grantsArea,
  preawardArea,
  passthroughArea,
  vendorsArea,
  vendorPortalArea,
  workflowArea,
  rightsArea,
  securityArea,
  programsArea,
  connectorsArea,
  formsArea,
  communicationsArea,
  flowsArea,
  agentsArea,
  agenciesArea,
  assetsArea,
  capitalArea,
  controlsArea,
  costingArea,
  operationArea,
  placesArea,
  policiesArea,
  projectsArea,
  logisticsArea,
  devicesArea,
  fieldArea,
  carbonArea,
  cardsArea,
  servedArea,
  assuranceArea,
  trainingArea,
  disasterArea,
  recoveryArea,
  reportingArea,
  assistantArea,
  billingArea,
] as const satisfies readonly AreaManifest[];

/** Where pages are drawn from: their folder below `src`. */
const drawn = [
  { folder: "web/site", pages: sitePages },
  ...areas.map((area) => ({ folder: `areas/${area.name}`, pages: area.pages })),
  // Last: an address that another area serves is not drawn from this list.
  { folder: "areas/platform", pages: unbuiltPages },
];

type KeysOfUnion<T> = T extends unknown ? keyof T & string : never;
/** The name of every page: a misspelt link fails the type check. */
export type PageId = KeysOfUnion<
  (typeof areas)[number]["pages"] | typeof sitePages | typeof unbuiltPages
>;

export type PageEntry = Page & { id: PageId; file: string };

const declared: readonly PageEntry[] = drawn.flatMap((area) =>
  Object.entries(area.pages as Record<PageId, Page>).map(([id, page]) => ({
    ...page,
    id: id as PageId,
    file: `${area.folder}/${page.screen}`,
  })),
);
const served = new Set(
  declared.filter((page) => page.screen !== unbuiltScreen).map((page) => page.path),
);

/** Every page of the product, with its name and its file relative to `src`. */
export const pages: readonly PageEntry[] = declared.filter(
  (page) => page.screen !== unbuiltScreen || !served.has(page.path),
);

/**
 * Addresses whose business screen is still to come: they open, guarded and titled, and count as not
 * delivered.
 */
export const unbuiltPaths: readonly string[] = pages
  .filter((page) => page.screen === unbuiltScreen)
  .map((page) => page.path)
  .sort();

/** True for an address, with or without a query, whose business screen is still to come. */
export const isUnbuilt = (to: string): boolean =>
  pageAt(to.split("?")[0] ?? to)?.screen === unbuiltScreen;

/** Pages of the workbench: in the build only with LEVEE_DEV=on. */
export const workbenchPages = Object.entries(devPages).map(([id, page]) => ({
  ...page,
  id,
  file: `web/dev/${page.screen}`,
}));

/** The path of a page with its `:parameters` filled in. */
export const pathTo = (id: PageId, params: Record<string, string> = {}): string => {
  const page = pages.find((candidate) => candidate.id === id);
  if (!page) throw new Error(`No page ${id}`);
  return page.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
};

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.+*?^${}()|[\]\\]/g, "\\$&").replace(/:[a-zA-Z]+/g, "[^/]+")}/?$`);
const patterns = pages.map((page) => ({
  page,
  pattern: page.path.includes(":") ? pattern(page.path) : null,
}));

/**
 * The page that answers to an address without its query; exact paths win over those with
 * parameters.
 */
export const pageAt = (pathname: string): PageEntry | null => {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return (
    (
      patterns.find((entry) => !entry.pattern && entry.page.path === path) ??
      patterns.find((entry) => entry.pattern?.test(path))
    )?.page ?? null
  );
};
