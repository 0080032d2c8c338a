import type { Page } from "#kernel/access.ts";
import { budgetPages } from "#areas/budget/budget.pages.ts";
import { engagementPages } from "#areas/engagement/engagement.pages.ts";
import { financePages } from "#areas/finance/finance.pages.ts";
import { governancePages } from "#areas/governance/governance.pages.ts";
import { identityPages } from "#areas/identity/identity.pages.ts";
import { organizationPages } from "#areas/organization/organization.pages.ts";
import { unbuiltPages, unbuiltScreen } from "#areas/platform/unbuilt/unbuilt.pages.ts";
import { platformPages } from "#areas/platform/platform.pages.ts";
import { orderPages } from "#areas/procurement/orders.pages.ts";
import { procurementPages } from "#areas/procurement/procurement.pages.ts";
import { sourcingPages } from "#areas/sourcing/sourcing.pages.ts";
import { workflowPages } from "#areas/workflow/workflow.pages.ts";
import { devPages } from "#web/dev/dev.pages.ts";
import { vendorPortalPages } from "#areas/vendor-portal/vendor-portal.pages.ts";
import { vendorPages } from "#areas/vendors/vendors.pages.ts";
import { sitePages } from "#web/site/site.pages.ts";

/**
 * The areas: where their files lie below `src`, and their pages. Router, guard, sidebar, server and
 * tests read this list.
 */
const areas = [
  { folder: "web/site", pages: sitePages },
  { folder: "areas/engagement", pages: engagementPages },
  { folder: "areas/platform", pages: platformPages },
  { folder: "areas/identity", pages: identityPages },
  { folder: "areas/organization", pages: organizationPages },
  { folder: "areas/governance", pages: governancePages },
  { folder: "areas/budget", pages: budgetPages },
  { folder: "areas/procurement", pages: orderPages },
  { folder: "areas/finance", pages: financePages },
  { folder: "areas/vendors", pages: vendorPages },
  { folder: "areas/vendor-portal", pages: vendorPortalPages },
  { folder: "areas/procurement", pages: procurementPages },
  { folder: "areas/sourcing", pages: sourcingPages },
  { folder: "areas/workflow", pages: workflowPages },
  // Last: an address that another area serves is not drawn from this list.
  { folder: "areas/platform", pages: unbuiltPages },
] as const satisfies readonly { folder: string; pages: Readonly<Record<string, Page>> }[];

type KeysOfUnion<T> = T extends unknown ? keyof T & string : never;
/** The name of every page: a misspelt link fails the type check. */
export type PageId = KeysOfUnion<(typeof areas)[number]["pages"]>;

export type PageEntry = Page & { id: PageId; file: string };

const declared: readonly PageEntry[] = areas.flatMap((area) =>
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
