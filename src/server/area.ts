import { roundOf, type AgencyDay } from "./jobs/agency-days.ts";
import type { AfterRestore, Clock } from "./restored/clocks.ts";
import type { Duty, PermissionName } from "#roles.ts";
import type { Actor } from "#kernel/access.ts";
import type { AgentDefinition } from "./agents/agent.ts";
import type { Db } from "./db/db.ts";
import type { App } from "./app.ts";
import type { Fact } from "./facts/facts.ts";
import type { Endpoint } from "./http/endpoint.ts";
import type { ListDefinition } from "./http/list.ts";
import type { LivePage } from "./http/live.ts";
import type { Importer } from "./import/importer.ts";
import type { JobDefinition, Schedule } from "./jobs/jobs.ts";

/** A noun that the one search reaches, by the conditions of its list. */
export type SearchSource = {
  /** A kind of the manifest's `searches`. */
  kind: string;
  list: ListDefinition;
  permission: PermissionName;
  /** Where a record opens, without its id; or with `:id` where its id stands. */
  path: string;
  /** The column that says what a record is called; title, name or vendor where nothing is said. */
  title?: string;
  /** The column of its number; `number` where nothing is said. */
  number?: string;
  /** The column whose id stands in the address, where the page of another record shows it. */
  opens?: string;
  /** It is no record: a form, a policy or a text that the agency writes itself. */
  definition?: true;
};

/** Where a record that a search found opens in the app; null where `row` lacks the id that opens it. */
export const hrefOf = (
  { path, opens = "id" }: Pick<SearchSource, "path" | "opens">,
  row: Readonly<Record<string, unknown>>,
): string | null => {
  const id = row[opens];
  if (typeof id !== "string") return null;
  return path.includes(":id") ? path.replace(":id", id) : `${path}/${id}`;
};

/** A number of the dashboard: a query of a list, so that it is the number that the list shows. */
export type FigureSource = {
  id: string;
  label: string;
  /** Where it stands: the agency's money, work in flight, or the work of a person's duty. */
  group: "money" | "flow" | "duty";
  place: number;
  list: ListDefinition;
  api: string;
  page: string;
  query: string;
  /** Which total of the list it adds up. */
  sums?: string;
  /** SQL: the day from which a row's age counts. */
  since?: string;
  /** How its count reads in the finding above the dashboard, of one and of several. */
  says?: readonly [one: string, several: string];
  /** A clock runs on it or somebody waits: it comes first. */
  pressing?: true;
  /** Whom it is for; everybody where nothing is said. */
  permission?: PermissionName;
  duty?: Duty;
};

/**
 * A list that a question in words opens, with its filters: "which invoices are overdue". What may be
 * asked of it comes from its definition (name, filters, labels of codes) and from its views.
 */
export type AskedList = {
  list: ListDefinition;
  permission: PermissionName;
  /** The screen that shows it. */
  page: string;
  views?: readonly { name: string; query: string }[];
};

/** Something that an area adds to another one's registry. */
type Contribution = { point: string; add: () => void };

/**
 * A place where areas add something to the owner's noun: documents that policies approve, stages of
 * the board, who hears of an event. The owner exports it at its server door; `accept` stores one
 * item. A `required` point to which nobody adds anything is an error at start.
 */
export type ExtensionPoint<T> = { name: string; of: (...items: readonly T[]) => Contribution };
const points = new Map<string, { required: boolean; items: number }>();
export const extensionPoint = <T>(
  name: string,
  accept: (item: T) => void,
  { required = false } = {},
): ExtensionPoint<T> => {
  if (points.has(name)) throw new Error(`two extension points named ${name}`);
  const point = { required, items: 0 };
  points.set(name, point);
  return {
    name,
    of: (...items) => ({
      point: name,
      add: () => {
        items.forEach(accept);
        point.items += items.length;
      },
    }),
  };
};

/**
 * Something that runs with the instance: `begin` gives the function that stops it, `round` is one
 * round of what it does by the clock, where it waits after a restore.
 */
type Standing = {
  afterRestore: AfterRestore;
  begin: (app: App) => Promise<() => Promise<void>>;
  round?: (app: App) => Promise<unknown>;
};

/** What the server mounts of an area. */
export type AreaServer = {
  /** As in its manifest. */
  name: string;
  endpoints: readonly Endpoint[];
  jobs?: readonly JobDefinition[];
  schedules?: readonly Schedule[];
  /** What is done once on each day of every agency, from a time of its own day on. */
  days?: readonly AgencyDay[];
  /** Its chapter of the demo story, told once, after the chapters that it builds on. */
  seed?: {
    after?: readonly string[];
    tell: (app: App, log: (line: string) => void) => Promise<void>;
  };
  /** What its public pages show of the database, by path. */
  live?: Readonly<Record<string, LivePage>>;
  /** Something that runs with the instance. */
  start?: Standing;
  importers?: readonly Importer[];
  searches?: readonly SearchSource[];
  figures?: readonly FigureSource[];
  asked?: readonly AskedList[];
  /** What reads its records, says what is wrong, and proposes what a person may accept. */
  agents?: readonly AgentDefinition[];
  /** What of its records can be added up. */
  facts?: readonly Fact[];
  /** Why nothing of it can. */
  noFacts?: string;
  /** Badges: how many things of one sort wait for the actor. */
  counts?: Readonly<Record<string, (db: Db, actor: Actor) => Promise<number>>>;
  /** What its registries lack that manifests promise, one sentence each; asked at start. */
  missing?: () => readonly string[];
  /** What it adds to other areas, and what it hears of them. */
  brings?: readonly Contribution[];
};

const defined = new Map<string, AreaServer>();

/**
 * Declares what the server mounts of an area, once, in `<area>.server.ts`. What it brings to others
 * is there as soon as the door is loaded.
 */
export const defineArea = (area: AreaServer): AreaServer => {
  if (defined.has(area.name)) throw new Error(`two areas named ${area.name}`);
  defined.set(area.name, area);
  for (const contribution of area.brings ?? []) contribution.add();
  return area;
};

const all = <T>(read: (area: AreaServer) => readonly T[] | undefined): readonly T[] =>
  [...defined.values()].flatMap((area) => read(area) ?? []);

/** The areas that are loaded, with everything that they declare. */
export const loadedAreas = (): readonly AreaServer[] => [...defined.values()];

/** What loaded areas declare; areas that a test did not load bring nothing. */
export const allEndpoints = (): readonly Endpoint[] => all((area) => area.endpoints);
export const allAgents = (): readonly AgentDefinition[] => all((area) => area.agents);
export const allSearches = (): readonly SearchSource[] => all((area) => area.searches);
export const allAsked = (): readonly AskedList[] => all((area) => area.asked);
export const allFacts = (): readonly Fact[] => all((area) => area.facts);
export const allFigures = (): readonly FigureSource[] => all((area) => area.figures);
export const allCounts = (): readonly (readonly [
  string,
  (db: Db, actor: Actor) => Promise<number>,
])[] => all((area) => Object.entries(area.counts ?? {}));

/** Everything that acts by the clock, with what it does after a restore. */
export const allClocks = (): readonly Clock[] =>
  [...defined.values()].flatMap((area): Clock[] => [
    ...(area.schedules ?? []).map(({ name, afterRestore, run }) => ({
      name,
      afterRestore,
      round: run,
    })),
    ...(area.days ?? []).map((day) => ({
      name: day.name,
      afterRestore: day.afterRestore,
      round: (app: App) => roundOf(app, day),
    })),
    ...(area.start
      ? [
          {
            name: area.name,
            afterRestore: area.start.afterRestore,
            round: area.start.round ?? (async () => {}),
          },
        ]
      : []),
  ]);

/** What was forgotten in the manifests of the areas that are loaded, one sentence each. */
export const missingParts = (): readonly string[] => [
  ...[...points].flatMap(([name, point]) =>
    point.required && point.items === 0 ? [`No area brings anything to: ${name}.`] : [],
  ),
  ...[...defined.values()].flatMap((area) => area.missing?.() ?? []),
];

/**
 * Areas with a chapter of the demo story, each after those that it names; else in the order given.
 * Throws for a name that is no area with a chapter, and for a circle.
 */
export const inOrderOfStory = (areas: readonly AreaServer[]): readonly AreaServer[] => {
  const chapters = areas.filter((area) => area.seed);
  const told: AreaServer[] = [];
  const open = new Set<string>();
  const tell = (area: AreaServer) => {
    if (told.includes(area)) return;
    if (open.has(area.name)) throw new Error(`the story of ${area.name} waits for itself`);
    open.add(area.name);
    for (const name of area.seed!.after ?? []) {
      const before = chapters.find((each) => each.name === name);
      if (!before) throw new Error(`${area.name} comes after ${name}, which tells no story`);
      tell(before);
    }
    told.push(area);
  };
  chapters.forEach(tell);
  return told;
};
