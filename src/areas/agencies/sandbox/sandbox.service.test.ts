// A copy for practice holds an agency's records with made-up numbers, all of them or none; it is worked
// in by chosen members, and after its days it is deleted with its agency as it was.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { describedTables } from "#server/agency-tables/catalogue.ts";
import { permit } from "#server/http/doors.ts";
import { isPractice } from "#server/agencies/practice.ts";
import { Cancelled } from "#server/jobs/jobs.ts";
import { queueMail } from "#server/mail/mail.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { roundOfEnds } from "./end.service.ts";
import type { PracticeLetter, SandboxRow } from "./sandbox.model.ts";
import {
  askSandbox,
  endSandbox,
  makeSandbox,
  type SandboxJob,
  type SandboxRecord,
} from "./sandbox.service.ts";
import { roomOfDatabase, type CopyPace } from "./copy.service.ts";

let t: TestDatabase;
let owner: pg.Client;
let agency: Agency;
let mine: Record<"admin" | "second" | "clerk" | "outside", Actor>;
let theirs: Record<"admin", Actor>;
const asking = askingOf(() => t);

const ask = (by: Actor, members: readonly string[] = []): Promise<SandboxRecord> =>
  t.database.transaction(by, (tx) =>
    askSandbox(tx, by, { reason: "Trying the new steps.", members: [...members] }),
  );
const jobOf = (id: string, by: Actor): SandboxJob => ({
  app: t.app,
  actor: { ...by, kind: "system" },
  jobId: newId(),
  payload: { sandboxId: id },
  progress: async () => {},
});
const make = (row: SandboxRecord, over: Partial<CopyPace> = {}) =>
  makeSandbox(jobOf(row.id, mine.admin), over);
const listed = async (by: Actor) =>
  (await asking<{ items: SandboxRow[] }>(by, "GET /api/v1/agency-sandboxes")).items;
/** Rows of an agency, table by table, with what they are. */
const standOf = async (orgId: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const { name, ofAgencies } of await describedTables(owner)) {
    if (!ofAgencies) continue;
    const { rows } = await owner.query<{ n: string; digest: string }>(
      `
        select count(*) as n, md5(string_agg(t::text, '' order by t::text)) as digest
        from "${name}" t
        where org_id = $1
      `,
      [orgId],
    );
    if (rows[0]!.n !== "0") found.set(name, `${rows[0]!.n} ${rows[0]!.digest}`);
  }
  return found;
};
/** Tables in which something holds the id, or any of these texts. */
const holding = async (...texts: string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { name } of await describedTables(owner)) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from "${name}" t where t::text ilike any($1)`,
      [texts.map((text) => `%${text}%`)],
    );
    if (rows[0]!.n > 0) found.push(`${name}: ${rows[0]!.n}`);
  }
  return found;
};

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await makeMembers(t.database, await makeAgency(t.database), {
    platform: { role: "platform_admin" },
  });
  agency = await makeAgency(t.database);
  mine = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    second: { role: "admin" },
    clerk: { duties: ["buyer"] },
    outside: { duties: ["receiver"] },
  });
  theirs = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  });
  await makeVendor(t.database, agency, { name: "Birchline Culverts" });
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

let copy: SandboxRecord;
const inCopy = (by: Actor): Actor => ({ ...by, orgId: copy.copyId });

test("nobody asks for somebody who works elsewhere, and a lower role does not ask at all", async () => {
  const body = { reason: "Trying.", members: [theirs.admin.personId] };
  expect(await refusalOf(asking(mine.admin, "POST /api/v1/agency-sandboxes", body))).toMatch(
    /^not_a_member/,
  );
  expect(await refusalOf(asking(mine.clerk, "POST /api/v1/agency-sandboxes", body))).toMatch(
    /^not_allowed/,
  );
  expect(await listed(theirs.admin)).toEqual([]);
});

test("a copy that is stopped, fails, or finds no room leaves nothing, and says how much it needs", async () => {
  for (const stop of ["vendor", "organization_member", "department"]) {
    const row = await ask(mine.admin);
    const after = async (table: string) => {
      if (table === stop) throw new Error(`killed at ${stop}`);
    };
    await expect(make(row, { after })).rejects.toThrow(`killed at ${stop}`);
    expect(await holding(row.copyId)).toEqual(["agency_sandbox: 1"]);
    expect((await listed(mine.admin))[0]).toMatchObject({
      status: "failed",
      failure: expect.stringMatching(/nothing of the copy was kept/),
    });
  }
  const cancelled = await ask(mine.admin);
  const progress = async () => {
    throw new Cancelled();
  };
  await expect(make(cancelled, { progress })).rejects.toThrow(Cancelled);
  expect((await listed(mine.admin))[0]).toMatchObject({ status: "cancelled" });
  const row = await ask(mine.admin);
  expect(await refusalOf(make(row, { room: async () => 1000 }))).toMatch(
    /^no_room: The copy needs about \d+ MB, and the server has 1 MB free/,
  );
  // Of a database on another machine nobody knows the room: it is said when there is none left.
  const elsewhere = { ...t.app.config, DATABASE_URL: "postgres://elsewhere.test/levee" };
  expect(await roomOfDatabase({ ...t.app, config: elsewhere })).toBeNull();
  const full = async () => {
    throw Object.assign(new Error("could not extend file"), { code: "53100" });
  };
  const far = await ask(mine.admin);
  expect(await refusalOf(make(far, { room: async () => null, after: full }))).toMatch(
    /^no_room: The disk of the database is full, and nothing .* could not be counted before/,
  );
  expect(await holding(far.copyId)).toEqual(["agency_sandbox: 1"]);
});

test("one copy at a time; its members alone find it, each with the role and the duties that they have", async () => {
  const before = await standOf(agency.orgId);
  copy = await ask(mine.admin, [mine.clerk.personId!]);
  expect(await refusalOf(ask(mine.second))).toMatch(/^sandbox_under_way/);
  // Two instances that both have the job make one copy.
  await Promise.all([make(copy), make(copy)]);
  expect((await listed(mine.admin))[0]).toMatchObject({
    status: "open",
    members: ["admin", "clerk"],
    copyId: copy.copyId,
  });
  expect((await listed(mine.second))[0]!.copyId).toBeNull();
  const { rows } = await owner.query(
    `
      select p.display_name as name, r.role, array_agg(d.duty) as duties
      from organization_member m
      join person p on p.id = m.person_id
      join user_role r on r.org_id = m.org_id and r.person_id = m.person_id
      left join member_duty d on d.org_id = m.org_id and d.person_id = m.person_id
      where m.org_id = $1 and m.active
      group by 1, 2
      order by 1
    `,
    [copy.copyId],
  );
  expect(rows).toEqual([
    { name: "admin", role: "admin", duties: [null] },
    { name: "clerk", role: "user", duties: ["buyer"] },
  ]);
  const after = await standOf(agency.orgId);
  const grown = [
    "agency_sandbox",
    "audit_entry",
    "audit_leaf",
    "outbox_event",
    "notification",
    "mail",
  ];
  expect(
    [...after].filter(([name, is]) => before.get(name) !== is && !grown.includes(name)),
  ).toEqual([]);
  expect(await isPractice(t.database, copy.copyId)).toBe(true);
});

test("its ledger begins with the checkpoint of its origin", async () => {
  const { rows } = await owner.query(
    "select action, object_id from audit_entry where org_id = $1 order by id limit 1",
    [copy.copyId],
  );
  expect(rows).toEqual([{ action: "organization.copy", object_id: copy.copyId }]);
});

test("what leaves a copy is shut at the door, with its sentence; what is practised is open", async () => {
  const door = (path: string) =>
    permit(
      t.database,
      { method: "POST", path, permission: "agency.administer" },
      inCopy(mine.admin),
    );
  for (const [path, sentence] of [
    ["/api/v1/webhook-endpoints", /no connectors, webhooks/],
    ["/api/v1/sign-in-providers", /no sign-in of its own/],
    ["/api/v1/publications", /publishes nothing/],
    ["/api/v1/support-access", /no plan, no bills and no support/],
    ["/api/v1/agency-endings", /ends by itself/],
  ] as const) {
    expect(await refusalOf(door(path))).toMatch(/^practice_copy/);
    expect(await refusalOf(door(path))).toMatch(sentence);
  }
  expect((await door("/api/v1/departments")).inPractice).toBe(true);
});

test("letters stay in its inbox and are never due; the agency's own go out", async () => {
  const write = (by: Actor) =>
    t.database.transaction(by, (tx) =>
      queueMail(tx, {
        kind: "test",
        orgId: by.orgId!,
        to: "orders@northline.test",
        subject: "Purchase order",
        paragraphs: ["Please deliver."],
      } as never),
    );
  await write(inCopy(mine.admin));
  await write(mine.admin);
  const { rows } = await owner.query(
    "select org_id, delivery_note from mail where sent_at is null or delivery_note <> '' order by created_at",
  );
  expect(rows.find(({ org_id }) => org_id === copy.copyId)!.delivery_note).toMatch(
    /went to nobody/,
  );
  expect(rows.find(({ org_id }) => org_id === agency.orgId)!.delivery_note).toBeNull();
  const letters = async (by: Actor) =>
    (await asking<{ items: PracticeLetter[] }>(by, "GET /api/v1/practice-letters")).items;
  expect((await letters(inCopy(mine.admin))).map(({ subject }) => subject)).toContain(
    "Purchase order",
  );
  expect(await letters(mine.admin)).toEqual([]);
});

test("it is ended before its day: closed, deleted, and its agency is as it was", async () => {
  const [{ version }] = (await listed(mine.admin)) as [SandboxRow];
  const end = (by: Actor, from: number) =>
    t.database.transaction(by, (tx) =>
      endSandbox(tx, by, { id: copy.id, version: from, reason: "Tried." }),
    );
  expect(await refusalOf(end(theirs.admin, version))).toMatch(/^not_found/);
  const before = await standOf(agency.orgId);
  const closed = await end(mine.second, version);
  expect(await refusalOf(end(mine.second, closed.version))).toMatch(/^sandbox_state/);
  expect(await roundOfEnds(t.app)).toBe(1);
  expect((await listed(mine.admin))[0]).toMatchObject({
    status: "ended",
    endedName: "second",
    endedReason: "Tried.",
  });
  expect(await holding(copy.copyId)).toEqual(["agency_sandbox: 1"]);
  const after = await standOf(agency.orgId);
  const grown = [
    "agency_sandbox",
    "audit_entry",
    "audit_leaf",
    "outbox_event",
    "notification",
    "mail",
    "job",
  ];
  expect(
    [...after].filter(([name, is]) => before.get(name) !== is && !grown.includes(name)),
  ).toEqual([]);
});

test("after its days it ends by itself", async () => {
  const row = await ask(mine.admin);
  await make(row);
  const [made] = await listed(mine.admin);
  const days = (Date.parse(made!.endsAt!) - Date.parse(made!.openedAt!)) / 86_400_000;
  expect(days).toBe(30);
  expect(await roundOfEnds(t.app)).toBe(0);
  await owner.query("update agency_sandbox set ends_at = clock_timestamp() where id = $1", [
    row.id,
  ]);
  expect(await roundOfEnds(t.app)).toBe(1);
  expect((await listed(mine.admin))[0]).toMatchObject({
    status: "ended",
    endedReason: "Its 30 days are over.",
  });
});

test("an agency that is deleted takes its copy with it, the copy first", async () => {
  const row = await ask(mine.admin, [mine.clerk.personId!]);
  await make(row);
  const ending = newId();
  await owner.query(
    `
      insert into agency_ending (
        org_id, id, status, reason, asked_by, asked_name, confirmed_by, confirmed_name,
        confirmed_at, deletes_at
      )
      values ($1, $2, 'waiting', 'Merged.', $3, 'admin', $4, 'second', now(), now())
    `,
    [agency.orgId, ending, mine.admin.personId, mine.second.personId],
  );
  await owner.query("update organization set state = 'closing' where id = $1", [agency.orgId]);
  expect(await roundOfEnds(t.app)).toBe(2);
  expect(await holding(row.copyId, agency.orgId)).toEqual([]);
  const { rows } = await owner.query("select id from organization where id = any($1)", [
    [row.copyId, agency.orgId],
  ]);
  expect(rows).toEqual([]);
});
