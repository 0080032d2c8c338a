// At 21:00 of the agency it is the next day in UTC. Every list's answer is made of such an instant by the
// schema of its endpoint, drawn by the columns of its screen and written into its export: the agency's
// day stands everywhere, the day of UTC nowhere.
import { readFileSync, readdirSync } from "node:fs";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { parse } from "csv-parse/sync";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { areaServers } from "#areas.server.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { day, instant } from "#kernel/time.ts";
import { permissions } from "#roles.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import type { DataTableProps } from "./kit/table/DataTable.tsx";
import { CellContent } from "./kit/table/columns.tsx";

const zone = "America/New_York";
const evening = instant("2026-11-26T02:00:00Z");
const today = day("2026-11-25");

type Row = Record<string, unknown> & { id: string };
type Table = DataTableProps<Row>;
const drawn = vi.hoisted(() => [] as unknown[]);
const me = vi.hoisted(() => ({
  kind: "member",
  role: "admin",
  permissions: [],
  duties: [],
  person: { id: "p", preferences: {} },
  org: {},
}));
vi.mock("./kit/table/DataTable.tsx", () => ({
  DataTable: (props: unknown) => {
    drawn.push(props);
    return null;
  },
}));
vi.mock("./auth/AuthProvider.tsx", () => ({
  useAuth: () => ({ me, can: () => true }),
  useAgency: () => ({ timeZone: "America/New_York", currency: "USD", name: "Test" }),
}));

const draw = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(MemoryRouter, null, element),
    ),
  );

const root = new URL("../", import.meta.url);
const screens = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /^areas\/.*\.tsx$/.test(file) &&
    readFileSync(new URL(file, root), "utf8").includes("<DataTable"),
);
const tables = new Map<string, Table>();

beforeAll(async () => {
  for (const file of screens) {
    const parts = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, unknown>;
    drawn.length = 0;
    for (const [name, part] of Object.entries(parts))
      if (typeof part === "function" && (name === "default" || /^[A-Z]/.test(name)))
        try {
          draw(createElement(part as ComponentType<object>, { id: "x", path: "/x" } as object));
        } catch {
          // What a part beside the table asks for is not known here; its table is drawn elsewhere.
        }
    for (const table of drawn as Table[])
      if (Array.isArray(table.columns)) tables.set(`${table.name} ${table.path}`, table);
  }
}, 240_000);

/** A value as a schema's answer holds it, every instant the evening's, every day today. */
const sample = (schema: z.ZodType): unknown => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return sample(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) return sample(schema.options[0] as z.ZodType);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodObject) return rowOf(schema);
  if (schema instanceof z.ZodRecord) return {};
  const format = schema.meta()?.["format"] ?? (schema as z.ZodString).format;
  if (format === "date") return today;
  if (format === "date-time" || format === "datetime") return evening;
  return "x";
};
const rowOf = (schema: z.ZodObject): Row =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, sample(field as z.ZodType)]),
  ) as Row;

const endpoints = areaServers.flatMap((area) => area.endpoints);
const elementOf = (e: Endpoint | undefined): z.ZodObject | null => {
  const items = e?.response instanceof z.ZodObject ? e.response.shape["items"] : undefined;
  return items instanceof z.ZodArray && items.element instanceof z.ZodObject ? items.element : null;
};
const lists = endpoints.flatMap((e) => {
  const element = e.method === "GET" ? elementOf(e) : null;
  return element ? [{ e, row: rowOf(element) }] : [];
});
const instantsOf = (row: Row) => Object.keys(row).filter((name) => row[name] === evening);

test("at 21:00 it is tomorrow in UTC, and today in the agency", () => {
  expect(evening.startsWith(today)).toBe(false);
  expect(dateIn(evening, zone)).toBe(today);
  expect(lists.filter(({ row }) => instantsOf(row).length > 0).length).toBeGreaterThan(60);
});

test("every list shows the agency's day of each of its instants", () => {
  const shown = new Set<string>();
  const wrong = [...tables.values()].flatMap((table) => {
    const found = lists.find(({ e }) => e.path === table.path);
    if (!found) return [];
    return table.columns.flatMap((column) => {
      let html: string;
      try {
        html = draw(createElement(() => CellContent({ column, row: found.row, timeZone: zone })));
      } catch {
        return [];
      }
      const isInstant = found.row[column.id] === evening;
      if (isInstant) shown.add(table.name);
      return html.includes("Nov 26") ||
        html.includes("2026-11-26") ||
        (isInstant && column.kind === "day")
        ? [`${table.name}: ${column.label} shows ${html}`]
        : isInstant && !column.cell && !html.includes(formatDate(today))
          ? [`${table.name}: ${column.label} does not show ${formatDate(today)}: ${html}`]
          : [];
    });
  });
  expect(wrong).toEqual([]);
  expect(shown.size).toBeGreaterThan(15);
  for (const path of [
    "weather-alerts",
    "incident-requests",
    "incident-releases",
    "budget-changes",
    "form-submissions",
    "vendor-registrations",
  ])
    expect([...tables.values()].map((table) => table.path).join(" ")).toContain(path);
});

test("every export holds the agency's day of each of its instants", async () => {
  const wrong: string[] = [];
  const exports = endpoints.filter((e) => e.method === "GET" && e.path.endsWith("/export"));
  for (const e of exports) {
    const row = lists.find((list) => `${list.e.path}/export` === e.path)?.row;
    if (!row || instantsOf(row).length === 0) continue;
    let sent = "";
    const reply: Record<string, (value?: unknown) => unknown> = {
      header: () => reply,
      type: () => reply,
      status: () => reply,
      send: (text) => ((sent = String(text)), reply),
    };
    const actor = {
      orgId: "1",
      personId: "2",
      kind: "person",
      timeZone: zone,
      businessNow: evening,
    };
    const may = { permissions: new Set(Object.keys(permissions)), departmentIds: [] };
    const db = { scope: actor, one: async () => ({ n: 1 }), rows: async () => [row] };
    const asked = { app: {}, actor: { ...actor, ...may }, db, query: { format: "csv" }, reply };
    await e.handler(asked as never);
    for (const cell of (parse(sent, { bom: true }) as string[][])[1] ?? [])
      if (/2026-11-26|Nov 26/.test(cell)) wrong.push(`${e.path}: ${cell}`);
  }
  expect(wrong).toEqual([]);
  expect(exports.length).toBeGreaterThan(25);
});
