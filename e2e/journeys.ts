// Which journey belongs to which area, and which of them `npm test` goes. A file of journeys that
// is not named here is an error, and so is a name without its file.
import { readdirSync } from "node:fs";

/**
 * `test`: in every `npm test`. `journeys`: by `npm run journeys -- AREA` only: long ones, kills, a
 * server of one's own.
 */
type Tier = "test" | "journeys";

/**
 * The server on which a file runs: two of them work side by side, each with data of its own. On
 * `people` several people work long; on `screens` somebody looks.
 */
export type Server = "people" | "screens";

export type Journey = { area: string; tier: Tier; server: Server };

const areas: Record<string, Record<string, readonly [Tier, Server]>> = {
  identity: {
    accounts: ["journeys", "screens"],
    hostile: ["test", "people"],
  },
  "sign-on": {
    "sign-on": ["journeys", "people"],
  },
  agencies: {
    agencies: ["journeys", "people"],
    "practice-kills": ["journeys", "people"],
  },
  organization: {
    "two-windows-agency": ["test", "people"],
    "two-windows-settings": ["journeys", "screens"],
    agency: ["journeys", "screens"],
    "first-order": ["journeys", "people"],
  },
  purchase: {
    purchase: ["test", "people"],
    mending: ["journeys", "people"],
    together: ["journeys", "people"],
    "two-windows": ["journeys", "screens"],
  },
  sourcing: {
    "sourcing-quotes": ["test", "people"],
    sourcing: ["journeys", "people"],
    "sourcing-final-offers": ["journeys", "people"],
    "sourcing-officers": ["journeys", "people"],
  },
  vendors: {
    "vendors-phone": ["journeys", "people"],
    vendors: ["journeys", "people"],
  },
  "master-data": {
    masters: ["journeys", "people"],
  },
  contracts: {
    contracts: ["test", "people"],
    "contracts-whole": ["journeys", "people"],
    "contracts-clauses": ["journeys", "people"],
    changes: ["journeys", "people"],
    emergency: ["test", "people"],
  },
  field: {
    field: ["journeys", "people"],
    "field-people": ["journeys", "people"],
    "field-device": ["journeys", "people"],
  },
  communications: {
    communications: ["test", "people"],
  },
  forms: {
    forms: ["test", "people"],
    "forms-whole": ["journeys", "screens"],
    pdf: ["journeys", "people"],
  },
  grants: {
    grants: ["test", "people"],
    passthrough: ["journeys", "people"],
  },
  preaward: {
    preaward: ["journeys", "people"],
  },
  flows: {
    flows: ["journeys", "people"],
    "flows-kills": ["journeys", "people"],
  },
  finance: {
    bank: ["test", "people"],
    books: ["journeys", "people"],
    "books-looks": ["journeys", "people"],
    "finance-system-kills": ["journeys", "people"],
    "invoice-accounts": ["test", "people"],
    "void-payments": ["journeys", "people"],
  },
  controls: {
    controls: ["journeys", "people"],
  },
  inventory: {
    counts: ["journeys", "people"],
    "stock-movements": ["journeys", "people"],
    "stock-looks": ["journeys", "people"],
    scan: ["journeys", "people"],
  },
  carbon: {
    carbon: ["journeys", "people"],
  },
  served: {
    served: ["journeys", "people"],
  },
  cards: {
    cards: ["journeys", "people"],
  },
  logistics: {
    shipments: ["journeys", "people"],
    "route-plans": ["journeys", "people"],
    "stock-chain": ["journeys", "people"],
  },
  devices: {
    devices: ["journeys", "screens"],
    "devices-kills": ["journeys", "people"],
  },
  projects: {
    projects: ["journeys", "people"],
    "pay-applications": ["journeys", "people"],
    "project-whole": ["journeys", "people"],
    schedule: ["journeys", "people"],
    takeoff: ["journeys", "people"],
    "project-looks": ["journeys", "people"],
  },
  policies: {
    policies: ["journeys", "people"],
  },
  security: {
    security: ["journeys", "people"],
  },
  workflow: {
    workflow: ["test", "people"],
    definitions: ["journeys", "people"],
  },
  rights: {
    rights: ["journeys", "people"],
  },
  programs: {
    programs: ["journeys", "people"],
    connectors: ["journeys", "people"],
  },
  budget: {
    "budget-cycle": ["test", "people"],
    capital: ["journeys", "people"],
  },
  reporting: {
    reporting: ["journeys", "people"],
    "reporting-looks": ["journeys", "people"],
  },
  assets: {
    assets: ["test", "people"],
    safety: ["journeys", "people"],
    "assets-report": ["journeys", "people"],
    "assets-repair": ["journeys", "people"],
    "safety-year": ["journeys", "people"],
  },
  disaster: {
    disaster: ["journeys", "people"],
    map: ["journeys", "people"],
    "warnings-replay": ["journeys", "people"],
    "incident-kills": ["journeys", "people"],
  },
  recovery: {
    recovery: ["test", "people"],
    "recovery-money": ["journeys", "people"],
    "stock-recovery": ["journeys", "people"],
    "recovery-looks": ["journeys", "people"],
  },
  agents: {
    agents: ["journeys", "people"],
    "agents-documents": ["journeys", "people"],
    "agents-programs": ["journeys", "people"],
  },
  assurance: {
    assurance: ["journeys", "people"],
  },
  training: {
    training: ["journeys", "people"],
  },
  governance: {
    "ways-out": ["journeys", "people"],
  },
  platform: {
    morning: ["test", "screens"],
    "guide-buttons": ["test", "screens"],
    demo: ["test", "screens"],
    found: ["journeys", "screens"],
    shell: ["test", "screens"],
    offline: ["journeys", "screens"],
    newer: ["journeys", "screens"],
    crash: ["journeys", "people"],
    "first-start": ["journeys", "people"],
  },
  benches: {
    benches: ["journeys", "people"],
  },
  checks: {
    checks: ["journeys", "people"],
  },
  operation: {
    files: ["journeys", "screens"],
    "operation-restarts": ["journeys", "people"],
    "point-in-time": ["journeys", "people"],
    failover: ["journeys", "people"],
    "two-instances": ["journeys", "people"],
    upgrade: ["journeys", "people"],
    "files-in-bucket": ["journeys", "people"],
    "restore-drill": ["journeys", "people"],
    "backup-kills": ["journeys", "people"],
  },
  installing: {
    installing: ["journeys", "people"],
  },
  standby: {
    standby: ["journeys", "people"],
  },
  screens: {
    figures: ["test", "screens"],
    keyboard: ["test", "screens"],
    form: ["journeys", "screens"],
    floating: ["journeys", "screens"],
    "floating-phone": ["journeys", "screens"],
    screens: ["journeys", "screens"],
    zoom: ["journeys", "screens"],
  },
  routes: {
    guards: ["test", "people"],
    routes: ["test", "screens"],
    sizes: ["test", "screens"],
  },
  looks: {
    "every-address": ["journeys", "screens"],
  },
  site: {
    site: ["test", "people"],
    public: ["journeys", "screens"],
    live: ["journeys", "screens"],
    "site-looks": ["journeys", "screens"],
  },
  assistant: {
    assistant: ["test", "people"],
  },
};

/** Every file of journeys, by its path from the root. */
export const journeys: ReadonlyMap<string, Journey> = new Map(
  Object.entries(areas).flatMap(([area, files]) =>
    Object.entries(files).map(([name, [tier, server]]) => [
      `e2e/${name}.e2e.ts`,
      { area, tier, server },
    ]),
  ),
);

export const journeyAreas: readonly string[] = Object.keys(areas);

/** What stands in the folder and not in the list, or in the list and not in the folder. */
export const unlisted = (): string[] => {
  const found = readdirSync(new URL(".", import.meta.url))
    .filter((name) => name.endsWith(".e2e.ts"))
    .map((name) => `e2e/${name}`);
  return [
    ...found.filter((file) => !journeys.has(file)).map((file) => `${file} is in no area`),
    ...[...journeys.keys()]
      .filter((file) => !found.includes(file))
      .map((file) => `${file} is named and not there`),
  ];
};

/**
 * The files that `which` asks for: `test` is what `npm test` goes, `all` is every file, and a list
 * of areas (`sourcing,vendors`) every file of them. Throws for an area that there is not.
 */
export const journeysOf = (which: string): string[] => {
  const asked = which.split(",");
  const unknown = asked.filter(
    (name) => which !== "test" && which !== "all" && !journeyAreas.includes(name),
  );
  if (unknown.length) throw new Error(`There is no area ${unknown.join(", ")} of journeys.`);
  return [...journeys]
    .filter(
      ([, { area, tier }]) =>
        which === "all" || (which === "test" ? tier === "test" : asked.includes(area)),
    )
    .map(([file]) => file);
};
