import { expect, test } from "vitest";
import { operatorDb } from "#server/db/scopes/operator.ts";
import { bind } from "#server/db/sql.ts";
import { withOwner } from "./owner.ts";

const db = withOwner();

// What whoever runs the installation may name, column by column: no text that an agency wrote but its
// name, the reasons of its states, and why it let support in.
const whole = ["agency_count", "agency_state_change", "backup_run", "instance"];
const named: Readonly<Record<string, string>> = {
  agency_bill:
    "credited, customer_id, days_stopped, disputed_on, due_on, id, kind, org_id, paid, status, total",
  agency_subscription: "customer_id, id, org_id, plan_id, status, trial_to",
  price_plan: "calls_per_day, id, name, org_id, people, status, storage_gb",
  job: "created_at, ended_at, id, kind, org_id, started_at, state",
  mail: "attempts, bulk, created_at, failed_at, id, kind, next_attempt_at, org_id, sent_at",
  organization: "created_at, id, name, slug, state, state_reason, state_since, time_zone",
  security_event: "event_type, id, occurred_at, org_id, person_id, severity",
};

test("the operator's role names the machine, states and counters, and no business row", async () => {
  const { rows } = await db.owner.query<{ name: string; columns: string; all: boolean }>(`
    select
      c.relname as name, string_agg(a.attname, ', ' order by a.attname) as columns,
      has_table_privilege('levee_operator', c.oid, 'select') as all
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public'
      and c.relkind in ('r', 'p', 'v')
      and has_column_privilege('levee_operator', c.oid, a.attnum, 'select')
    group by c.relname, c.oid
    order by 1
  `);
  const parts = Object.fromEntries(rows.filter(({ all }) => !all).map((r) => [r.name, r.columns]));
  expect(parts).toEqual(named);
  const wholes = rows.filter(({ all }) => all).map(({ name }) => name);
  expect(wholes).toEqual(
    [...whole, "operation_alarm", "platform_agency", "practice_agency", "support_access"].sort(),
  );
  const { rows: writes } = await db.owner.query(`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public'
      and c.relkind in ('r', 'p', 'v')
      and has_table_privilege('levee_operator', c.oid, 'insert, update, delete, truncate')
  `);
  expect(writes).toEqual([]);
});

test("a canary in every table that the operator cannot name stays unread", async () => {
  const operator = operatorDb(db.t.database);
  const { rows } = await db.owner.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public'
      and c.relkind = 'r'
      and not has_any_column_privilege('levee_operator', c.oid, 'select')
  `);
  expect(rows.length).toBeGreaterThan(500);
  const read: string[] = [];
  for (const { name } of rows.filter((_row, at) => at % 25 === 0))
    await operator.rows(bind(`select 1 as n from "${name}" limit 1`, [])).then(
      () => read.push(name),
      (error: unknown) => expect((error as { code?: string }).code).toBe("42501"),
    );
  expect(read).toEqual([]);
});
