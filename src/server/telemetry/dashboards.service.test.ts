import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { hasStandby } from "../db/standby/standby.ts";
import { reportFault } from "../faults.ts";
import { startJobs, type Jobs } from "../jobs/jobs.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { allFigures } from "./all.figures.ts";
import { Durations } from "./durations.ts";
import { exposition, type Figure } from "./figures.ts";

type Panel = { type: string; title: string; targets?: { expr: string; legendFormat: string }[] };
type Rule = { alert: string; expr: string; annotations: Record<string, string> };
const panels = (
  JSON.parse(readFileSync("docs/operating/grafana-dashboard.json", "utf8")) as { panels: Panel[] }
).panels.filter(({ type }) => type !== "row");
const rules = (
  parse(readFileSync("docs/operating/alert-rules.yml", "utf8")) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

let t: TestDatabase;
let jobs: Jobs;
let figures: readonly Figure[];
/** Every series by its name as Prometheus reads it: the values of its labels. */
const series = new Map<string, Map<string, Set<string>>>();
beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, []);
  hasStandby(t.database, { figures: { usable: true, lagMs: 10, standby: 1, primary: 1 } } as never);
  vi.spyOn(console, "error").mockImplementation(() => {});
  reportFault("unhandled", "a test");
  vi.restoreAllMocks();
  const requests = new Durations([1]);
  const labels = { method: "GET", route: "/", status: "5xx" };
  requests.note(
    requests.of("a", () => labels),
    0.1,
  );
  figures = await allFigures(t.app, requests);
  for (const { name, type } of figures)
    for (const each of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""])
      series.set(`${name}${each}`, new Map());
  for (const line of exposition(figures).split("\n")) {
    const [, name, inner] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    for (const [, key, value] of (inner ?? "").matchAll(/(\w+)="([^"]*)"/g)) {
      const values = series.get(name!)!.get(key!) ?? new Set();
      series.get(name!)!.set(key!, values.add(value!));
    }
  }
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

const mentioned = /\b(?:levee|http|process|nodejs)_\w+/g;
const strip = (expr: string) => expr.replace(/\{[^}]*\}/g, "");

/** What an expression names that no figure has: series, labels, values of labels. */
const strangeIn = (expr: string, shown: string): string[] => {
  const strange: string[] = [];
  const names = strip(expr).match(mentioned) ?? [];
  const known = new Set(["instance"]);
  for (const name of names) {
    if (!series.has(name)) strange.push(name);
    for (const key of series.get(name)?.keys() ?? []) known.add(key);
  }
  for (const [, name, matchers] of expr.matchAll(/(\w+)\{([^}]*)\}/g))
    for (const [, key, how, value] of matchers!.matchAll(/(\w+)(=~|=)"([^"]*)"/g)) {
      if (key === "instance" && value === "$instance") continue;
      if (how !== "=" || !series.get(name!)?.get(key!)?.has(value!))
        strange.push(`${name}{${key}="${value}"}`);
    }
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(/,\s*/),
  );
  const legend = [...shown.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, key]) => key!);
  for (const key of [...grouped, ...legend]) if (!known.has(key)) strange.push(`label ${key}`);
  return strange;
};

test("the dashboard names figures, labels and values that there are", () => {
  expect(panels.length).toBeGreaterThan(20);
  for (const { title, targets = [] } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr, legendFormat } of targets)
      expect([title, strangeIn(expr, legendFormat)]).toEqual([title, []]);
  }
});

test("so do the alerts, each with what to do", () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, annotations } of rules) {
    expect([alert, strangeIn(expr, annotations.summary!)]).toEqual([alert, []]);
    expect(annotations.description!.length, alert).toBeGreaterThan(20);
  }
  const text = rules.map(({ expr }) => expr).join("\n");
  expect(new Set(text.match(mentioned))).toEqual(
    new Set([
      "process_start_time_seconds",
      "levee_db_up",
      "http_request_duration_seconds_count",
      "http_request_duration_seconds_bucket",
      "levee_db_waiting",
      "levee_queue_oldest_seconds",
      "levee_queue_failed",
      "levee_faults_total",
      "levee_standby_lag_seconds",
      "levee_standby_up",
      "levee_disk_free_bytes",
      "levee_disk_size_bytes",
      "levee_files_up",
      "levee_audit_unsealed_oldest_seconds",
      "levee_backup_age_seconds",
      "levee_clock_ahead_seconds",
    ]),
  );
});

test("a name, a label or a value that no figure has is found", () => {
  expect(strangeIn("levee_queue_wait > 0", "")).toEqual(["levee_queue_wait"]);
  expect(strangeIn('sum by (queu) (levee_queue_waiting{queue="fax"})', "{{person}}")).toEqual([
    'levee_queue_waiting{queue="fax"}',
    "label queu",
    "label person",
  ]);
});

test("every figure is on the dashboard, and in the guide", () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
  const guide = readFileSync("docs/guide/operating.md", "utf8");
  expect(figures.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  expect(figures.map(({ name }) => name).filter((name) => !guide.includes(`\`${name}`))).toEqual(
    [],
  );
});
