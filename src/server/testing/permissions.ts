import { readdirSync } from "node:fs";
import { areaServers } from "#areas.server.ts";
import { areas } from "#areas.ts";
import { anonymous } from "#kernel/access.ts";
import type { AreaManifest } from "#kernel/area.ts";
import type { Lifecycle } from "#kernel/lifecycle.ts";
import type { OpensIn } from "#kernel/agency-state.ts";
import { permissions } from "#roles.ts";
import { grantableScopes } from "#areas/programs/programs.server.ts";
import { allSearches } from "../area.ts";
import { opensInOf } from "../http/doors.ts";
import { eventEndpoints } from "../realtime/events.ts";
import { nounReaders } from "../lifecycle.ts";

type AnyLifecycle = Lifecycle<string, string, { status: string }>;

const isLifecycle = (value: unknown): value is AnyLifecycle =>
  typeof value === "object" &&
  value !== null &&
  "course" in value &&
  "actions" in value &&
  "statuses" in value &&
  "initial" in value;

/** Every lifecycle that a model or its labels declare, found by its shape. */
export const allLifecycles = async (): Promise<AnyLifecycle[]> => {
  const source = new URL("../../", import.meta.url);
  const files = readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => /\.(model|labels)\.ts$/.test(file))
    .sort();
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, source).href) as Promise<Record<string, unknown>>),
  );
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isLifecycle))];
};

const sorted = (lines: readonly string[]) => [...lines].sort((a, b) => (a < b ? -1 : 1));

const holderLines = () =>
  sorted(Object.entries(permissions).map(([name, who]) => `${name}: ${who.join(" ")}`));

const endpointLines = () =>
  [...areaServers.flatMap((area) => area.endpoints), ...eventEndpoints(async () => anonymous)]
    .map((e) => ({
      path: e.path,
      line: `${e.method} ${e.path}: ${[e.permission].flat().join(" ")}`,
    }))
    .sort((a, b) => (a.path + a.line < b.path + b.line ? -1 : 1))
    .map((e) => e.line);

const lateLines = () =>
  sorted([
    ...areaServers
      .flatMap((area) => area.endpoints)
      .filter((e) => e.mayLag)
      .map((e) => `${e.method} ${e.path}: ${[e.permission].flat().join(" ")}`),
    ...areaServers.flatMap((area) =>
      Object.entries(area.live ?? {})
        .filter(([, page]) => page.mayLag)
        .map(([path]) => `page ${path}: public`),
    ),
  ]);

// What people set of themselves stays open whatever the state of their agency.
const openLines = (state: OpensIn) =>
  sorted(
    areaServers
      .flatMap((area) => area.endpoints)
      .filter(
        (e) =>
          !e.ownAccount && opensInOf(e) === state && (e.method !== "GET" || state === "suspended"),
      )
      .map((e) => `${e.method} ${e.path}: ${[e.permission].flat().join(" ")}`),
  );

const actionLines = async () =>
  sorted(
    (await allLifecycles()).flatMap((cycle) =>
      Object.entries(cycle.actions).map(
        ([name, action]) =>
          `${cycle.noun}, ${name}: ${action.system ? "only the system" : action.permission}`,
      ),
    ),
  );

const otherLines = () =>
  sorted([
    ...areaServers.flatMap((area) =>
      (area.importers ?? []).flatMap((importer) => [
        `import ${importer.kind}: ${importer.permission}`,
        ...importer.fields.flatMap((field) =>
          field.permission ? [`import ${importer.kind}, ${field.name}: ${field.permission}`] : [],
        ),
      ]),
    ),
    ...nounReaders().map(([noun, permission]) => `read with papers ${noun}: ${permission}`),
    ...allSearches().map((search) => `search ${search.kind}: ${search.permission}`),
    ...(areas as readonly AreaManifest[]).flatMap((area) =>
      Object.entries(area.approvables ?? {}).map(
        ([kind, approvable]) => `decide for others ${kind}: ${approvable.decide}`,
      ),
    ),
  ]);

/**
 * Who may do what, as the running program has it, in the lines of `src/permissions.txt`: holders of
 * every permission, the permission of every endpoint, of every step of a lifecycle, of every import,
 * search and decision.
 */
export const permissionLines = async (): Promise<string[]> => [
  "[holders]",
  ...holderLines(),
  "",
  "[endpoints]",
  ...endpointLines(),
  "",
  "[steps]",
  ...(await actionLines()),
  "",
  "[other doors]",
  ...otherLines(),
  "",
  "[open while the agency is read-only]",
  ...openLines("read_only"),
  "",
  "[open while the agency is suspended]",
  ...openLines("suspended"),
  "",
  "[may come from a standby]",
  ...lateLines(),
  "",
  "[programs may be given]",
  ...sorted(grantableScopes().map(({ permission, noun, may }) => `${permission}: ${noun}, ${may}`)),
];
