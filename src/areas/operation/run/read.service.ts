import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Database, Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { allInvariants, allProbes } from "#server/operation/checking.ts";
import { runsMachine } from "#server/operation/running-agency.ts";
import type { Change, ResultRow, RunKind } from "./run.labels.ts";
import { runKinds, runStatuses, runTriggers } from "./run.labels.ts";
import type { ListDefinition } from "#server/http/list.ts";
import type { CheckList, RunRecord, RunRow } from "./run.model.ts";

export const runList: ListDefinition = {
  name: "check-runs",
  title: "checks of the running product",
  alias: "c",
  from: "check_run c",
  defaultSort: "-startedAt",
  columns: {
    id: { sql: "c.id", hidden: true },
    kind: { sql: "c.kind", label: "What", codes: runKinds },
    trigger: { sql: "c.trigger", label: "Begun", codes: runTriggers },
    status: { sql: "c.status", label: "Status", codes: runStatuses },
    productVersion: { sql: "c.product_version", label: "Version", sort: true },
    startedName: { sql: "c.started_name", label: "By" },
    startedAt: { sql: "c.started_at", label: "Began (UTC)", sort: true },
    endedAt: { sql: "c.ended_at", label: "Ended (UTC)" },
    checks: { sql: "c.checks", label: "Checks" },
    done: { sql: "c.done", label: "Done" },
    red: { sql: "c.red", label: "Red" },
    findings: { sql: "c.findings", label: "Findings" },
  },
  filters: {
    kind: { kind: "set", sql: "c.kind", type: "text" },
    trigger: { kind: "set", sql: "c.trigger", type: "text" },
    status: { kind: "set", sql: "c.status", type: "text" },
    productVersion: { kind: "set", sql: "c.product_version", type: "text" },
    red: { kind: "flag", sql: "c.red > 0" },
    startedAt: { kind: "range", sql: "(c.started_at at time zone $zone)::date", type: "date" },
  },
  search: ["c.started_name", "c.product_version"],
};

const resultsOf = (db: Db, runId: string): Promise<ResultRow[]> =>
  db.rows<ResultRow>(sql`
    select name, label, area, outcome, said, todo, ms, found, findings
    from check_result
    where org_id = ${db.scope.orgId} and run_id = ${runId}
    order by position, name
  `);

type Pair = { before: ResultRow | undefined; now: ResultRow | undefined };

const changeOf = ({ before, now }: Pair): Change["change"] | null => {
  if (!now) return "gone";
  if (!before) return "new";
  if (before.outcome !== "red" && now.outcome === "red") return "red";
  if (before.outcome === "red" && now.outcome !== "red") return "green";
  if (now.found > before.found) return "more";
  return now.found < before.found ? "fewer" : null;
};

/** Where two runs differ, check by check; what was not reached yet in the newer one is left out. */
const changesBetween = (
  before: readonly ResultRow[],
  now: readonly ResultRow[],
  whole: boolean,
): Change[] => {
  const names = new Set([...now, ...(whole ? before : [])].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const pair = {
      before: before.find((each) => each.name === name),
      now: now.find((each) => each.name === name),
    };
    const change = changeOf(pair);
    const { label } = (pair.now ?? pair.before)!;
    return change
      ? [{ name, label, change, before: pair.before?.found ?? 0, now: pair.now?.found ?? 0 }]
      : [];
  });
};

type Stored = RunRow & { jobId: string | null };

/** A run with what each check found, and where it differs from the whole run before. 404 for none. */
export const readRun = async (db: Db, id: string): Promise<RunRecord> => {
  const run = await db.maybe<Stored>(sql`
    select
      id, kind, trigger, status, product_version, started_name, started_at, ended_at, checks, done,
      red, findings, job_id
    from check_run
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
  if (!run) throw notFound("run of the checks");
  const previous = await db.maybe<{ id: string; startedAt: Instant }>(sql`
    select id, started_at
    from check_run
    where org_id = ${db.scope.orgId}
      and kind = ${run.kind}
      and status = 'done'
      and started_at < ${run.startedAt}
    order by started_at desc
    limit 1
  `);
  const [results, before] = await Promise.all([
    resultsOf(db, id),
    previous ? resultsOf(db, previous.id) : [],
  ]);
  const changes = previous ? changesBetween(before, results, run.status === "done") : [];
  return { ...run, results: results as RunRecord["results"], previous, changes };
};

const newest = async (db: Db, status: "running" | "done", kind: RunKind) =>
  (
    await db.maybe<{ id: string }>(sql`
      select id
      from check_run
      where org_id = ${db.scope.orgId} and kind = ${kind} and status = ${status}
      order by started_at desc
      limit 1
    `)
  )?.id ?? null;

/** What is checked here, what runs now, and whether the machine is this person's matter. */
export const readChecks = async (database: Database, db: Db, actor: Actor): Promise<CheckList> => {
  const both = async (status: "running" | "done") => ({
    machine: await newest(db, status, "machine"),
    books: await newest(db, status, "books"),
  });
  const machine = await runsMachine(database, actor);
  return {
    machine,
    probes: machine
      ? allProbes().map(({ name, label, what }) => ({ name, label, what, area: "machine" }))
      : [],
    invariants: allInvariants().map(({ name, label, what, area }) => ({ name, label, what, area })),
    running: await both("running"),
    last: await both("done"),
  };
};
