// Who looks at an address: the people of the demo that work with an area, in the order in which they
// are tried. Whoever is refused something on the screen leaves it to the next.
import type { PageEntry } from "#areas.ts";

/** Nobody signed in. */
export const visitor = "visitor";

const ofArea: Readonly<Record<string, readonly string[]>> = {
  assets: ["works", "technician", "safety", "inspector"],
  banking: ["treasurer", "controller"],
  books: ["controller"],
  budget: ["budget", "director", "roads.head"],
  capital: ["budget", "director"],
  contracts: ["contracts", "buyer"],
  disaster: ["manager", "pio", "crew1"],
  emergency: ["manager", "buyer"],
  evaluation: ["buyer", "manager"],
  finance: ["ap", "treasurer", "controller"],
  forms: ["admin", "manager"],
  grants: ["grants", "certifier"],
  market: ["buyer", "manager"],
  passthrough: ["grants", "reviewer"],
  preaward: ["grants", "signer"],
  procurement: ["buyer", "manager", "user"],
  recovery: ["recovery", "payroll", "grants"],
  reporting: ["budget", "manager"],
  sourcing: ["buyer", "manager"],
  vendors: ["buyer", "manager"],
};

/** Whoever sets up and reads everything; of the product, whoever runs it. */
const others = ["manager", "admin", "platform", "auditor", "user"];

const vendors = ["vendor1", "vendor2", "vendor3", "subrecipient"];

/** The names of the demo that may see the page, the likeliest first. */
export const peopleFor = (page: PageEntry): readonly string[] => {
  if (page.access === "public" || page.access === "open") return [visitor, "manager"];
  if (page.path.startsWith("/vendor-portal")) return vendors;
  if (Array.isArray(page.access))
    return page.access.includes("admin") ? ["admin", "platform"] : ["platform", "manager"];
  const area = /^areas\/([^/]+)/.exec(page.file)?.[1] ?? "";
  return [...new Set([...(ofArea[area] ?? ["admin"]), ...others])];
};
