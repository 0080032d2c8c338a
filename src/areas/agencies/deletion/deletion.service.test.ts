// An agency ends by two of its administrators and after its days; then nothing holds its id, whatever
// kills the deletion on the way, and its neighbours are as before.
import { existsSync, readFileSync, appendFileSync, mkdtempSync, renameSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { openNote, signNote } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { describedTables } from "#server/agency-tables/catalogue.ts";
import { audit } from "#server/audit/audit.ts";
import { startSequencer } from "#server/audit/sequencer.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { auditKeys, deriveAuditKeys } from "#server/keys.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { plantEverywhere } from "#server/testing/planted.ts";
import { sealEverything } from "#server/testing/sealing.ts";
import { deletionRound, dueDeletions, runDeletion, shutReturned } from "./delete.service.ts";
import { digestOfAgency, takeOverDeleted } from "./deleted-list.ts";
import { shutBeforeAll } from "./deletion.jobs.ts";
import type { EndingStanding } from "./ending.model.ts";

type Written = { id: string; version: number; status: string };
let t: TestDatabase;
let owner: pg.Client;
let operator: Record<"admin" | "second" | "platform", Actor>;
let mine: Record<"admin" | "second" | "clerk", Actor>;
let theirs: Record<"admin", Actor>;
let agency: Agency;
let contents: { own: string; shared: string };
const asking = askingOf(() => t);
const place = (sha256: string) => join(t.app.config.files, sha256.slice(0, 2), sha256);
const except = [
  "audit_entry",
  "audit_apart",
  "audit_leaf",
  "audit_tile",
  "audit_frontier",
  "audit_checkpoint",
  "agency_export",
  "agency_ending",
  "agency_deletion",
];

const keep = async (actor: Actor, name: string, content: string): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(content)]));
  await t.database.transaction(actor, (tx) =>
    recordFile(tx, { ...stored, orgId: actor.orgId!, name }),
  );
  return stored.sha256;
};
const write = (actor: Actor) =>
  t.database.transaction(actor, async (tx) =>
    audit(tx, actor, {
      action: "test.write",
      objectType: "test",
      objectId: newId(),
      objectNumber: "1",
      before: null,
      after: { n: 1 },
    }),
  );
/** A row for each table: how many rows an agency has there, and what they are. */
const standOf = async (orgId: string): Promise<Map<string, { n: number; digest: string }>> => {
  const found = new Map<string, { n: number; digest: string }>();
  for (const { name, ofAgencies } of await describedTables(owner)) {
    if (!ofAgencies) continue;
    const { rows } = await owner.query<{ n: number; digest: string }>(
      `
        select
          count(*)::int as n, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest
        from "${name}" t
        where org_id = $1
      `,
      [orgId],
    );
    found.set(name, rows[0]!);
  }
  return found;
};
const input = (over: object = {}) => ({
  reason: "Merged into the county.",
  exportSha256: null,
  keeper: "",
  keeperContact: "",
  ...over,
});
const kept = {
  exportSha256: "ab".repeat(32),
  keeper: "State Archives",
  keeperContact: "archives@state.test",
};
const ask = (by: Actor, over: object = {}) =>
  asking<Written>(by, "POST /api/v1/agency-endings", input(over));
const statusOf = async () => {
  const { ending } = await asking<EndingStanding>(mine.admin, "GET /api/v1/agency-ending");
  return ending?.status;
};

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const two = { admin: { role: "admin" }, second: { role: "admin" } } as const;
  operator = await makeMembers(t.database, await makeAgency(t.database), {
    ...two,
    platform: { role: "platform_admin" },
  });
  agency = await makeAgency(t.database);
  mine = await makeMembers(t.database, agency, { ...two, clerk: {} });
  const neighbour = await makeAgency(t.database);
  theirs = await makeMembers(t.database, neighbour, { admin: { role: "admin" } });
  // The clerk works for the neighbour too.
  await owner.query("insert into organization_member (org_id, person_id) values ($1, $2)", [
    neighbour.orgId,
    mine.clerk.personId,
  ]);
  for (const [orgId, mark] of [
    [agency.orgId, "own"],
    [neighbour.orgId, "theirs"],
  ] as const)
    await plantEverywhere(owner, { orgId, mark }, except);
  await owner.query("update bid set key_store = null");
  await owner.query(
    `
      insert into solicitation (
        org_id, id, number, kind, title, department_id, fiscal_year_id, protection, due_at
      )
      values ($1, $2, 'ITB-1', 'itb', 'Culverts', $3, $4, 'held', now() + interval '30 days')
    `,
    [agency.orgId, newId(), agency.departmentId, agency.fiscalYearId],
  );
  contents = {
    own: await keep(mine.admin, "own.txt", "only ours\n"),
    shared: await keep(mine.admin, "shared.txt", "of both\n"),
  };
  await keep(theirs.admin, "shared.txt", "of both\n");
  await write(mine.admin);
  await write(theirs.admin);
  const sequencer = await startSequencer({ database: t.database });
  for (const orgId of [agency.orgId, neighbour.orgId])
    await sealEverything(t.database, orgId, sequencer);
  await sequencer.checkpoint();
  await sequencer.stop();
  await owner.query(
    `
      create schema pgboss;
      create table pgboss.job (id uuid, data jsonb);
      grant usage on schema pgboss to levee_deleter;
      grant select, delete on pgboss.job to levee_deleter;
    `,
  );
  await owner.query("insert into pgboss.job values ($1, $2), ($3, $4)", [
    newId(),
    { orgId: agency.orgId },
    newId(),
    { orgId: neighbour.orgId },
  ]);
  await owner.query(
    `
      insert into session (id, person_id, active_org_id, assurance, expires_at)
      values ($1, $2, $3, 'password', now() + interval '1 day')
    `,
    [newId(), mine.clerk.personId, agency.orgId],
  );
  await owner.query("insert into rate_limit (key, window_started_at, hits) values ($1, now(), 1)", [
    `calls ${agency.orgId}`,
  ]);
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

test("what is under way refuses the end, each with its sentence, and the operator's agency never ends", async () => {
  expect(await refusalOf(ask(operator.admin))).toMatch(/^operators_agency/);
  expect(await refusalOf(ask(theirs.admin))).toMatch(/^one_administrator/);
  const { matters } = await asking<EndingStanding>(mine.admin, "GET /api/v1/agency-ending");
  expect(matters.map(({ sentence }) => sentence).join(" ")).toMatch(/Legal hold .* payment/s);
  expect(await refusalOf(ask(mine.admin))).toMatch(/^closing_matters: .*settle or cancel them/s);
  await owner
    .query("update legal_hold set status = 'lifted' where org_id = $1", [agency.orgId])
    .catch(async () => owner.query("delete from legal_hold where org_id = $1", [agency.orgId]));
  await owner.query("update payment set status = 'cleared' where org_id = $1", [agency.orgId]);
  await owner.query(
    "update solicitation set status = 'published', published_at = now() where org_id = $1",
    [agency.orgId],
  );
  expect(await refusalOf(ask(mine.admin))).toMatch(/was published and is not opened/);
  await owner.query("update solicitation set status = 'cancelled' where org_id = $1", [
    agency.orgId,
  ]);
});

test("while records have to be kept, an export must have been taken along and somebody keeps them", async () => {
  expect(await refusalOf(ask(mine.admin))).toMatch(/^export_needed/);
  expect(await refusalOf(ask(mine.admin, kept))).toMatch(/^export_not_taken/);
  await owner.query(
    `
      insert into agency_export (org_id, id, status, sha256, snapshot_at, offered_until, taken_at)
      values ($1, $2, 'ended', $3, now(), now(), now())
    `,
    [agency.orgId, newId(), kept.exportSha256],
  );
  expect(await refusalOf(ask(mine.admin, { ...kept, keeper: "" }))).toMatch(/^keeper_needed/);
  expect(await refusalOf(ask(mine.admin, { ...kept, keeperContact: "" }))).toMatch(
    /Say how they are reached\./,
  );
});

test("one asks, another confirms, anybody of them takes it back; what was taken back is not confirmed", async () => {
  const asked = await ask(mine.admin, kept);
  expect(await refusalOf(ask(mine.second, kept))).toMatch(/^ending_under_way/);
  const confirm = (by: Actor, version: number) =>
    asking<Written>(by, `POST /api/v1/agency-endings/${asked.id}/actions/confirm`, {}, version);
  expect(await refusalOf(confirm(mine.admin, asked.version))).toMatch(/^own_ending/);
  const waiting = await confirm(mine.second, asked.version);
  expect(waiting.status).toBe("waiting");
  const { ending } = await asking<EndingStanding>(mine.admin, "GET /api/v1/agency-ending");
  const days = (Date.parse(ending!.deletesAt!) - Date.parse(ending!.confirmedAt!)) / 86_400_000;
  expect([days, ending!.waitingDays]).toEqual([14, 14]);
  expect(await dueDeletions(t.app)).toEqual([]);
  const back = await asking<Written>(
    mine.admin,
    `POST /api/v1/agency-endings/${asked.id}/actions/takeBack`,
    { reason: "The merger is off." },
    waiting.version,
  );
  expect(back.status).toBe("taken_back");
  expect(await refusalOf(confirm(mine.second, back.version))).toMatch(/^ending_state/);
});

const confirmed = async (): Promise<string> => {
  const asked = await ask(mine.admin, kept);
  await asking(
    mine.second,
    `POST /api/v1/agency-endings/${asked.id}/actions/confirm`,
    {},
    asked.version,
  );
  await owner.query("update agency_ending set deletes_at = clock_timestamp() where id = $1", [
    asked.id,
  ]);
  return asked.id;
};

test("an agency that lost its last administrator, or has something open again, goes on", async () => {
  await confirmed();
  const admins = [mine.admin.personId, mine.second.personId];
  await owner.query("update organization_member set active = false where person_id = any($1)", [
    admins,
  ]);
  expect(await deletionRound(t.app)).toBe(0);
  await owner.query("update organization_member set active = true where person_id = any($1)", [
    admins,
  ]);
  expect(await statusOf()).toBe("stopped");
  await confirmed();
  await owner.query(
    "update solicitation set status = 'published', published_at = now() where org_id = $1",
    [agency.orgId],
  );
  expect(await deletionRound(t.app)).toBe(0);
  await owner.query("update solicitation set status = 'cancelled' where org_id = $1", [
    agency.orgId,
  ]);
  expect(await statusOf()).toBe("stopped");
});

test("killed at any stage it goes on; then no row, file or queue entry holds the id, and the neighbour is as before", async () => {
  await confirmed();
  const before = await standOf(agency.orgId);
  const neighbour = await standOf(theirs.admin.orgId!);
  const [one] = await dueDeletions(t.app);
  for (const stop of [3, 120, 200, "organization", "report"]) {
    let batches = 0;
    const after = async (stage: string) => {
      if (stage === stop || ++batches === stop) throw new Error(`killed at ${stop}`);
    };
    const killed = runDeletion(t.app, one!, { batch: 2, rests: 0, after });
    await expect(killed).rejects.toThrow(`killed at ${stop}`);
  }
  expect(await deletionRound(t.app)).toBe(1);
  const holding: string[] = [];
  const { rows: all } = await owner.query<{ name: string }>(
    `
      select c.oid::regclass::text as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind = 'r'
    `,
  );
  for (const { name } of all) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where t::text like $1`,
      [`%${agency.orgId}%`],
    );
    if (rows[0]!.n > 0) holding.push(`${name}: ${rows[0]!.n}`);
  }
  expect(holding).toEqual([]);
  expect(all.length).toBeGreaterThan(600);
  expect(await standOf(theirs.admin.orgId!)).toEqual(neighbour);
  expect([existsSync(place(contents.own)), existsSync(place(contents.shared))]).toEqual([
    false,
    true,
  ]);
  const people = await owner.query("select id from person where id = any($1)", [
    [mine.admin, mine.second, mine.clerk].map(({ personId }) => personId),
  ]);
  expect(people.rows).toEqual([{ id: mine.clerk.personId }]);
  const { items } = await asking<{ items: { report: string; agency: string }[] }>(
    operator.platform,
    "GET /api/v1/agency-deletions",
  );
  const opened = (await openNote(items[0]!.report, auditKeys().verifier)) as { text: string };
  const report = JSON.parse(opened.text);
  expect(report).toMatchObject({
    keeper: "State Archives",
    agencyDigest: digestOfAgency(agency.orgId),
    exportSha256: kept.exportSha256,
    // One that was kept, and six that were planted without a content.
    files: 7,
  });
  // What the end itself wrote stands beyond what stood before.
  const grown = new Set([
    "audit_entry",
    "agency_ending",
    "agency_state_change",
    "audit_leaf",
    "outbox_event",
    "notification",
    "mail",
  ]);
  const differing = [...before].filter(
    ([table, { n }]) => !grown.has(table) && n !== (report.tables[table] ?? 0),
  );
  expect(differing).toEqual([]);
  const altered = items[0]!.report.replace('"files": 7', '"files": 8');
  expect(await openNote(altered, auditKeys().verifier)).toEqual({
    problem: "its signature does not hold",
  });
});

test("another agency finds no reports, nor an administrator of the operator's", async () => {
  expect(await refusalOf(asking(theirs.admin, "GET /api/v1/agency-deletions"))).toMatch(
    /^not_allowed/,
  );
  const platform = { ...theirs.admin, permissions: operator.platform.permissions };
  expect(await refusalOf(asking(platform, "GET /api/v1/agency-deletions"))).toMatch(
    /^not_your_machine/,
  );
});

test("a restored backup that holds the agency is deleted again; a line of another key deletes nobody", async () => {
  const list = join(t.app.config.files, "deleted-agencies.jsonl");
  expect(readFileSync(list, "utf8")).not.toContain(agency.orgId);
  const strange = deriveAuditKeys(randomBytes(32));
  const line = signNote(
    strange.verifier,
    `${JSON.stringify({ digest: digestOfAgency(theirs.admin.orgId!), agency: "x", began: "", facts: {} })}\n`,
    strange.sign,
  );
  appendFileSync(list, `\n${JSON.stringify(line)}\n{"cut`);
  await owner.query(
    "insert into organization (id, name, slug, time_zone) values ($1, 'Back again', 'back-again', 'UTC')",
    [agency.orgId],
  );
  await owner.query("insert into department (org_id, id, code, name) values ($1, $2, 'X', 'X')", [
    agency.orgId,
    newId(),
  ]);
  expect(await deletionRound(t.app)).toBe(1);
  const { rows } = await owner.query("select id from organization where id = any($1)", [
    [agency.orgId, theirs.admin.orgId],
  ]);
  expect(rows).toEqual([{ id: theirs.admin.orgId }]);
  const again = await owner.query("select again from agency_deletion order by began_at");
  expect(again.rows).toEqual([{ again: false }, { again: true }]);
  expect(await deletionRound(t.app)).toBe(0);
});

test("on a new machine the list beside the backups is taken over; an agency of it is closed before anybody comes in", async () => {
  const list = join(t.app.config.files, "deleted-agencies.jsonl");
  const backups = mkdtempSync(join(tmpdir(), "levee-backups-"));
  renameSync(list, join(backups, "deleted-agencies.jsonl"));
  await owner.query(
    "insert into organization (id, name, slug, time_zone) values ($1, 'Once more', 'once-more', 'UTC')",
    [agency.orgId],
  );
  expect(await shutReturned(t.app)).toBe(0);
  expect(await takeOverDeleted(t.app, backups)).toBe(1);
  expect(readFileSync(list, "utf8")).toContain(digestOfAgency(agency.orgId));
  await shutBeforeAll(t.app);
  const { rows } = await owner.query("select state from organization where id = $1", [
    agency.orgId,
  ]);
  expect(rows).toEqual([{ state: "deleted" }]);
  expect(await deletionRound(t.app)).toBe(1);
});
