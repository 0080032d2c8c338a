import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { newId } from "#kernel/ids.ts";
import { allClocks } from "../area.ts";
import { noScope } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { keepAgencyDays, type AgencyDay } from "../jobs/agency-days.ts";
import { defineLetter } from "../mail/letter-kinds.ts";
import { queueMail } from "../mail/mail.ts";
import { quietly } from "../quiet.ts";
import { makeAgency, type Agency } from "../testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { heldKinds, type HeldKind } from "./clocks.ts";
import { isHeld } from "./held.ts";
import { answerHold, countHeldKinds, holdClocks, readHolds } from "./holds.ts";
import { heldWhy } from "./why.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
const madeAt = "2026-11-20T07:20:00.000Z";
const letter = defineLetter({
  kind: "test_restored",
  why: "You get this letter because {agency} tests it.",
  write: (subject: string) => ({ subject, paragraphs: ["Words."], link: null }),
  sample: "A subject",
});
const queue = (to: string) =>
  t.database.transaction(admin, (tx) =>
    queueMail(tx, { ...letter("Words"), to, orgId: agency.orgId }),
  );
const letters = () =>
  identityDb(t.database).rows<{ to: string; held: boolean; error: string | null }>(sql`
    select to_address as "to", failed_at is not null as held, last_error as error
    from mail
    where org_id = ${agency.orgId}
    order by to_address
  `);
const rule = (kind: HeldKind) => ({ kind, due: "" });

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  admin = memberActor(agency.orgId, "admin");
});
afterAll(() => t.drop());
beforeEach(async () => {
  await identityDb(t.database).rows(sql`delete from mail where org_id = ${agency.orgId}`);
});

test("every clock of the product waits after a restore, or says why it goes on", async () => {
  await holdClocks(t.ownerUrl, madeAt);
  const holds = await readHolds(t.database.read(noScope));
  const held = allClocks().flatMap(({ name, afterRestore }) =>
    afterRestore === "goes on" ? [] : [name],
  );
  expect(holds.map(({ name }) => name).toSorted()).toEqual(
    [...held, "letters", "webhooks"].toSorted(),
  );
  expect(new Set(holds.map(({ kind }) => kind))).toEqual(new Set(Object.keys(heldKinds)));
  expect(await countHeldKinds(t.database.read(admin))).toBe(Object.keys(heldKinds).length);
  // A second agency runs nothing of the machine.
  const other = await makeAgency(t.database);
  expect(await countHeldKinds(t.database.read(memberActor(other.orgId, "admin")))).toBe(0);
  expect(
    allClocks()
      .filter(({ afterRestore }) => afterRestore === "goes on")
      .map(({ name }) => name)
      .toSorted(),
  ).toMatchInlineSnapshot(`
    [
      "agencies",
      "agency-counts",
      "agency-deletions-on",
      "agency-exports-end",
      "backup",
      "backup-rehearsal",
      "bids-key-store",
      "billing",
      "books-follower",
      "controls-judge",
      "device-months",
      "device-readings",
      "device-sums",
      "devices",
      "directory-calls",
      "files-of-published-reports",
      "form-files",
      "forms",
      "freeze of budget forecasts",
      "freeze of forecasts by month",
      "governance",
      "housekeeping",
      "identity",
      "late-migrations",
      "letter-papers",
      "monitor-alarms",
      "monitor-tidy",
      "nightly-checks",
      "oauth-artifacts",
      "operation",
      "operation-alarms",
      "platform",
      "program-calls",
      "programs",
      "published-projects",
      "rate-limits",
      "safety-days",
      "schedules",
      "security-detections",
      "vendor-pairs",
      "vendor-scores",
      "weather-touches",
    ]
  `);
});

test("nothing turns by itself beside the clocks that say what they do after a restore", () => {
  const root = join(import.meta.dirname, "../..");
  const turning = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => /\.ts$/.test(file) && !/\.(test|setup)\.ts$/.test(file))
    .filter((file) => file.startsWith("server/") || file.startsWith("areas/"))
    .filter((file) => /\bsetInterval\(/.test(readFileSync(join(root, file), "utf8")));
  // Beats of what is under way, and the rounds of letters, events and jobs, which are held one by one.
  expect(turning.toSorted()).toMatchInlineSnapshot(`
    [
      "areas/billing/usage/counting.service.ts",
      "areas/devices/mqtt/broker.ts",
      "areas/evaluation/award/scenario.service.ts",
      "areas/field/store/state.ts",
      "areas/forms/delivery/settle.service.ts",
      "areas/identity/mail.jobs.ts",
      "areas/logistics/route/plan/solve.job.ts",
      "areas/logistics/screens/useSending.ts",
      "areas/operation/run/useRun.ts",
      "server/agencies/support.ts",
      "server/db/wire/ending.ts",
      "server/db/wire/link.ts",
      "server/mail/send-mail.ts",
      "server/realtime/events.ts",
      "server/webhooks/send.ts",
    ]
  `);
});

test("a day of an agency waits while its kind is held, and comes when it is released", async () => {
  await holdClocks(t.ownerUrl, madeAt);
  let ran = 0;
  const day: AgencyDay = {
    name: `test-${newId()}`,
    at: "00:00",
    afterRestore: rule("searches"),
    run: async () => void (ran += 1),
  };
  await keepAgencyDays(t.app, [day]);
  expect(ran).toBe(0);
  expect(await isHeld(t.database, day.afterRestore)).toBe(true);
  await answerHold(t.app, admin, "searches", "released");
  expect(await isHeld(t.database, day.afterRestore)).toBe(false);
  await keepAgencyDays(t.app, [day]);
  expect(ran).toBeGreaterThan(0);
  await expect(answerHold(t.app, admin, "searches", "dropped")).rejects.toMatchObject({
    code: "answered",
  });
  await expect(answerHold(t.app, admin, "nothing", "dropped")).rejects.toMatchObject({
    status: 404,
  });
});

test("letters that waited at the backup are counted, and go out once they are released", async () => {
  await queue("a@people.test");
  await queue("b@people.test");
  await identityDb(t.database).rows(sql`
    update mail
    set failed_at = clock_timestamp(), last_error = ${heldWhy(madeAt)}
    where org_id = ${agency.orgId}
  `);
  await holdClocks(t.ownerUrl, madeAt);
  const [held] = (await readHolds(t.database.read(noScope))).filter(
    ({ kind }) => kind === "letters",
  );
  expect(held).toMatchObject({ due: 2, people: 2, answer: null });
  expect(held!.since).not.toBeNull();
  await answerHold(t.app, admin, "letters", "released");
  expect((await letters()).map(({ held: waits }) => waits)).toEqual([false, false]);
  const [after] = (await readHolds(t.database.read(noScope))).filter(
    ({ kind }) => kind === "letters",
  );
  expect(after).toMatchObject({ answer: "released", answeredBy: admin.name });
});

test("dropped letters stay; what is done quietly writes held letters and no notice", async () => {
  await queue("a@people.test");
  await identityDb(t.database).rows(sql`
    update mail
    set failed_at = clock_timestamp(), last_error = ${heldWhy(madeAt)}
    where org_id = ${agency.orgId}
  `);
  await holdClocks(t.ownerUrl, madeAt);
  await answerHold(t.app, admin, "letters", "dropped");
  await quietly("It counts as told.", async () => {
    await queue("quiet@people.test");
    await t.database.transaction(admin, async (tx) =>
      notify(tx, [admin.personId!], { kind: "test", title: "Nobody hears it" }),
    );
  });
  await queue("z@people.test");
  expect(await letters()).toEqual([
    { to: "a@people.test", held: true, error: heldWhy(madeAt) },
    { to: "quiet@people.test", held: true, error: "It counts as told." },
    { to: "z@people.test", held: false, error: null },
  ]);
  expect(
    await t.database.read(admin).rows(sql`select 1 as one from notification where kind = 'test'`),
  ).toEqual([]);
});

test("every kind can be dropped: its clocks run once and nothing leaves", async () => {
  await holdClocks(t.ownerUrl, madeAt);
  for (const kind of Object.keys(heldKinds)) await answerHold(t.app, admin, kind, "dropped");
  expect(await countHeldKinds(t.database.read(admin))).toBe(0);
  expect((await letters()).filter(({ held }) => !held)).toEqual([]);
});
