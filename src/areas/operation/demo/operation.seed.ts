import { demoActor } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { newId } from "#kernel/ids.ts";
import { instantIn, dateIn } from "#kernel/dates.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { allInvariants, allProbes, type Finding } from "#server/operation/checking.ts";
import { writeSampleMinutes } from "#server/operation/monitor/sample.ts";
import { productVersion } from "../run/keep.service.ts";
import type { RunKind } from "../run/run.labels.ts";

const dayMs = 86_400_000;
const nights = 9;
/** So many nights ago letters waited for a mail server that was away until the morning. */
const badNight = 4;
const hour = 2;

type Shown = { name: string; label: string; area: string; said: string; todo: string | null };

const stuck: readonly Finding[] = [
  {
    sentence:
      "“Purchase order from Carver County” should have gone out at 06:10 UTC and was not tried.",
    link: "/admin/letters",
  },
  {
    sentence: "“Your invoice was approved” should have gone out at 06:22 UTC and was not tried.",
    link: "/admin/letters",
  },
];

const checksOf = (kind: RunKind): Shown[] =>
  kind === "books"
    ? allInvariants().map(({ name, label, area, what, todo }) => ({
        name,
        label,
        area,
        said: what,
        todo,
      }))
    : allProbes().map(({ name, label, what }) => ({
        name,
        label,
        area: "machine",
        said: what,
        todo: null,
      }));

const storeNight = async (tx: Tx, kind: RunKind, night: number, at: string) => {
  const runId = newId();
  const checks = checksOf(kind);
  const bad = kind === "books" && night === badNight;
  const red = (name: string) => bad && name === "letters.stuck";
  await tx.rows(sql`
    insert into check_run (
      org_id, id, kind, trigger, status, product_version, started_name, started_at, beat_at,
      ended_at, checks, done, red, findings, sample
    )
    values (
      ${tx.scope.orgId}, ${runId}, ${kind}, 'nightly', 'done', ${productVersion()},
      'Nightly checks', ${at}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz + interval '4 seconds', ${checks.length}, ${checks.length}, ${bad ? 1 : 0},
      ${bad ? stuck.length : 0}, true
    )
  `);
  await tx.rows(sql`
    insert into check_result (
      org_id, run_id, name, position, label, area, outcome, said, todo, ms, found, findings
    )
    select
      ${tx.scope.orgId}::uuid, ${runId}::uuid, c.name, c.position - 1, c.label, c.area, c.outcome,
      c.said, c.todo, 20 + (c.position * 37) % 180, c.found, c.findings::jsonb
    from unnest(
      ${checks.map(({ name }) => name)}::text[], ${checks.map(({ label }) => label)}::text[],
      ${checks.map(({ area }) => area)}::text[],
      ${checks.map(({ name }) => (red(name) ? "red" : "green"))}::text[],
      ${checks.map(({ name, said }) => (red(name) ? "2 findings." : said))}::text[],
      ${checks.map(({ name, todo }) => (red(name) ? todo : null))}::text[],
      ${checks.map(({ name }) => (red(name) ? stuck.length : 0))}::int[],
      ${checks.map(({ name }) => JSON.stringify(red(name) ? stuck : []))}::text[]
    )
    with ordinality c(name, label, area, outcome, said, todo, found, findings, position)
  `);
};

/** Nights of checks, one with a finding that was mended, and days of minutes: marked as samples. */
export const seedOperation = async (app: App, log: (line: string) => void): Promise<void> => {
  log("operation: nights of checks, days of minutes");
  const admin = demoActor("admin");
  const timeZone = await app.database.transaction(admin, async (tx) => {
    const { timeZone: zone } = await readOrganization(tx);
    await tx.rows(sql`
      insert into check_schedule (org_id, nightly, hour)
      values (${tx.scope.orgId}, true, ${hour})
      on conflict
      do nothing
    `);
    for (let night = nights; night >= 0; night--) {
      const day = dateIn(new Date(databaseMs() - night * dayMs).toISOString(), zone);
      const at = new Date(instantIn(`${day}T0${hour}:00`, zone));
      if (at.getTime() > databaseMs()) continue;
      for (const kind of ["books", "machine"] as const)
        await storeNight(tx, kind, night, at.toISOString());
    }
    return zone;
  });
  await writeSampleMinutes(app.database, timeZone);
};
