import { readdirSync, readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, Fragment, type ComponentType, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import { pages, pathTo, type PageId } from "#areas.ts";
import { figureLinks } from "#areas/platform/dashboard/dashboard.service.ts";
import type { DataTableProps } from "./kit/table/DataTable.tsx";
import { keysOf, listSearch } from "./kit/table/filters.ts";

// Every list screen is drawn with a table that only notes what it was given, every tab of it open.
type Table = DataTableProps<{ id: string }>;
const drawn = vi.hoisted(() => [] as unknown[]);
const me = vi.hoisted(() => ({
  kind: "member",
  role: "admin",
  permissions: [],
  duties: [],
  person: { preferences: {} },
  org: {},
}));
vi.mock("./kit/table/DataTable.tsx", () => ({
  DataTable: (props: unknown) => {
    drawn.push(props);
    return null;
  },
}));
vi.mock("./kit/Tabs.tsx", () => ({
  Tabs: ({ tabs }: { tabs: readonly { id: string; content: () => ReactNode }[] }) =>
    tabs.map((tab) => createElement(Fragment, { key: tab.id }, tab.content())),
}));
vi.mock("./kit/form/Leaving.tsx", () => ({ Leaving: () => null }));
vi.mock("./auth/AuthProvider.tsx", () => ({
  useAuth: () => ({ me, can: () => true }),
  useAgency: () => ({ timeZone: "UTC" }),
}));

const source = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const files = readdirSync(new URL("../", import.meta.url), {
  recursive: true,
  encoding: "utf8",
}).filter(
  (file) => /^(areas|web|kernel)\/.*\.tsx?$/.test(file) && !/\.test\.|^web\/dev\//.test(file),
);
const imports = (file: string) =>
  [...source(file).matchAll(/from "((?:\.|#areas\/)[^"]+\.tsx)"/g)].map(([, to]) =>
    to!.startsWith("#") ? to!.slice(1) : new URL(to!, `file:///${file}`).pathname.slice(1),
  );
const holdsTable = (file: string, depth = 2): boolean =>
  source(file).includes("<DataTable") ||
  (depth > 0 && imports(file).some((to) => to.startsWith("areas/") && holdsTable(to, depth - 1)));

const tablesOf = new Map<string, Table[]>();
const all = (): Table[] => [
  ...new Map([...tablesOf.values()].flat().map((table) => [table.name, table])).values(),
];

beforeAll(async () => {
  for (const page of pages.filter(
    (each) => !each.path.includes(":") && each.screen.endsWith(".tsx") && holdsTable(each.file),
  )) {
    const { default: Screen } = (await import(/* @vite-ignore */ `../${page.file}`)) as {
      default: ComponentType;
    };
    drawn.length = 0;
    for (me.kind of ["vendor", "member"])
      renderToStaticMarkup(
        createElement(
          QueryClientProvider,
          { client: new QueryClient() },
          createElement(MemoryRouter, null, createElement(Screen)),
        ),
      );
    tablesOf.set(page.path, [...drawn] as Table[]);
  }
});

const general = ["q", "sort", "page", "limit"];
const known = (table: Table) => new Set([...general, ...(table.filters ?? []).flatMap(keysOf)]);

test("the tables of the list screens are found", () => {
  expect(all().length).toBeGreaterThan(20);
  // The audit ledger draws its list when its summary has come, the form filler in its later tabs, the
  // response behind the choice of an incident; of the exclusions' source a dialog has a table, of counts, the
  // kinds of service and the dashboard only the door that a part of them comes from; the finance system waits
  // for how it stands, carbon for its newest year; agents have theirs in later tabs.
  expect(
    [...tablesOf]
      .filter(([, tables]) => tables.length === 0)
      .map(([path]) => path)
      .sort(),
  ).toEqual([
    "/admin/growth",
    "/ai-agent-platform",
    "/asset-management/counts",
    "/bid-evaluation-agent",
    "/billing",
    "/blockchain",
    "/budget-agent",
    "/budget-management/finance-system",
    "/carbon",
    "/compliance-agent",
    "/contract-agent",
    "/dashboard",
    "/disaster-response",
    "/fema-claims-agent",
    "/fms-integration",
    "/grant-writer-agent",
    "/invoice-agent",
    "/maintenance-agent",
    "/requisition-agent",
    "/service-requests/types",
    "/sourcing-agent",
    "/utility-form-filler",
    "/vendor-directory/exclusions",
    "/vendor-risk-agent",
    "/weather-agent",
  ]);
});

test("every built-in view asks only for filters that its list has, and all of it reaches the server", () => {
  const lost = all().flatMap((table) =>
    (table.views ?? []).flatMap((view) => {
      const asked = new URLSearchParams(view.query);
      const sent = new URLSearchParams(
        listSearch(asked, table.filters ?? [], {
          sort: table.defaultSort ?? "",
          limit: 50,
          fixed: table.fixed ?? "",
        }),
      );
      return [...asked]
        .filter(([key, value]) => sent.get(key) !== value)
        .map(([key]) => `${table.name}, ${view.name}: ${key}`);
    }),
  );
  expect(lost).toEqual([]);
});

test("a list that shows several amounts says which of them a card on a phone shows", () => {
  const unsaid = all().filter((table) => {
    const amounts = table.columns.filter((column) => column.kind === "money" && !column.hidden);
    return amounts.length > 1 && !amounts.some((column) => column.main);
  });
  expect(unsaid.map((table) => table.name)).toEqual([]);
});

test("every filter and every view of a list is one that its address takes", () => {
  const endpoints = areaServers.flatMap((area) => area.endpoints);
  const refused = all().flatMap((table) => {
    const query = endpoints.find(
      (each) => each.method === "GET" && each.path === table.path,
    )?.query;
    if (!query) return [`${table.path} is no list`];
    const refuses = (asked: URLSearchParams) => !query.safeParse(Object.fromEntries(asked)).success;
    const sample = {
      set: "00000000-0000-7000-8000-000000000000",
      flag: "true",
      money: "100",
      number: "1",
      day: "2026-01-01",
    };
    return [
      ...(table.filters ?? []).flatMap((filter) =>
        keysOf(filter)
          .filter((key) =>
            refuses(
              new URLSearchParams({
                [key]:
                  filter.kind === "set"
                    ? (filter.options[0]?.value ?? sample.set)
                    : sample[filter.kind],
              }),
            ),
          )
          .map((key) => `${table.name}: ${key}`),
      ),
      ...(table.views ?? [])
        .filter((view) => refuses(new URLSearchParams(view.query)))
        .map((view) => `${table.name}, ${view.name}`),
    ];
  });
  expect(refused).toEqual([]);
});

/** Parameters that the screens themselves read. */
const ofScreens = new Set([
  "tab",
  "peek",
  "view",
  "invitation",
  "action",
  "assetId",
  // The record that a finding is taken over from.
  "take",
  "of",
  // A device and a capture of the field; devices are listed at a desk, which is not drawn here.
  "device",
  "capture",
  "silent",
  // Whose look the assistant has.
  "agent",
  // Whose prices the market shows.
  "commodity",
]);

const literal = (file: string): string[] => [
  ...[...source(file).matchAll(/["`](\/[a-z][a-z/-]*\?[^"`\s]+)["`]/g)].map(([, href]) => href!),
  ...[...source(file).matchAll(/\$\{pathTo\("(\w+)"\)\}\?([^"`\s]+)`/g)].map(
    ([, id, query]) => `${pathTo(id as PageId)}?${query}`,
  ),
];

test("every figure and every link into a list names only filters that the list has", () => {
  const links = [
    ...figureLinks().map((href) => ["the dashboard", href] as const),
    ...files.flatMap((file) => literal(file).map((href) => [file, href] as const)),
  ];
  expect(links.filter(([, href]) => tablesOf.has(href.split("?")[0]!)).length).toBeGreaterThan(30);
  const lost = links.flatMap(([where, href]) => {
    const [path, query] = href.split("?") as [string, string];
    const tables = tablesOf.get(path);
    // A key that is worked out while the screen is drawn is not looked at.
    const keys = [...new URLSearchParams(query).keys()].filter((key) => !key.includes("$"));
    return tables
      ? keys
          .filter((key) => !ofScreens.has(key) && !tables.some((table) => known(table).has(key)))
          .map((key) => `${where}: ${href} (${key})`)
      : [];
  });
  expect(lost).toEqual([]);
});

// Lists of tabs that load when they are opened are not drawn here.
const loadedLater = new Set(["payments", "subawards", "recoveryProjects", "recoveryCosts"]);

test("what a figure of a report opens names only filters that its screen has", () => {
  const lost = areaServers
    .flatMap((area) => area.facts ?? [])
    .filter(({ id }) => !loadedLater.has(id))
    .flatMap(({ id, page, day, dimensions, measures }) => {
      const tables = tablesOf.get(page.split("?")[0]!) ?? [];
      const asked = [
        ...(day ? [`${day.filter}.min`, `${day.filter}.max`] : []),
        ...dimensions.map((each) => each.filter),
        ...Object.values(measures).flatMap(({ only }) => Object.keys(only ?? {})),
      ];
      return asked
        .filter(() => !tables.some((table) => asked.every((each) => known(table).has(each))))
        .map((key) => `${id}: ${page} (${key})`);
    });
  expect(lost).toEqual([]);
});
