// A position in an incident entitles to releases and places there, and to nothing elsewhere.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { beginIncident } from "./incident/draft.service.ts";
import { incidentInput } from "./incident/incident.model.ts";
import { readIncident } from "./incident/incident.read.service.ts";
import { holdPosition } from "./incident/position.service.ts";
import {
  changeRelease,
  draftRelease,
  moveRelease,
  readRelease,
} from "./release/release.service.ts";
import { siteInput } from "./site/site.model.ts";
import { moveSite, sitesOf, writeSite } from "./site/site.service.ts";

let t: TestDatabase;
let people: Record<"chief" | "officer" | "next" | "clerk", Actor>;
let here: string, elsewhere: string;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const lacked =
  "The commander or the public information officer of this incident does this, or an emergency manager or manager.";

const begin = async (agency: { departmentId: string }, accountStringId: string) =>
  as(people.chief, async (tx) => {
    const input = incidentInput.parse({
      title: "Flood",
      kind: "flood",
      exercise: false,
      beginsOn: businessDate(tx.scope),
      departmentId: agency.departmentId,
      accountStringId,
    });
    return (await beginIncident(tx, people.chief, input)).id;
  });
const give = async (incidentId: string, code: string, to: Actor) => {
  const { positions } = await readIncident(t.database.read(people.chief), people.chief, incidentId);
  await as(people.chief, (tx) =>
    holdPosition(tx, people.chief, positions.find((p) => p.code === code)!.id, {
      personId: to.personId!,
      handover: "",
    }),
  );
};
const text = { title: "Roads", body: "County Road 14 is closed between the bridges." };
const draft = (who: Actor, incidentId: string) =>
  as(who, (tx) => draftRelease(tx, who, incidentId, text));
type Step = Parameters<typeof moveRelease>[2];
const release = (who: Actor, action: Step, id: string) =>
  as(who, (tx) =>
    moveRelease(tx, who, action, { id, version: null, reason: "The hour is wrong." }),
  );

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
    officer: {},
    next: {},
    clerk: {},
  });
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_00);
  here = await begin(agency, accountStringId);
  elsewhere = await begin(agency, accountStringId);
  await give(here, "PIO", people.officer);
});
afterAll(() => t.drop());

test("the public information officer writes and publishes there, somebody else approves", async () => {
  const { officer, chief } = people;
  const { id } = await draft(officer, here);
  await expect(release(officer, "approve", id)).rejects.toThrow(
    "You wrote this. Somebody else approves it.",
  );
  await release(chief, "approve", id);
  await release(officer, "publish", id);
  expect(await readRelease(t.database.read(officer), officer, id)).toMatchObject({
    status: "published",
  });
  expect((await readIncident(t.database.read(officer), officer, here)).tells).toBe(true);
});

test("the author alone mends a draft; an approved one is given back first, and a draft is dropped", async () => {
  const { officer, chief } = people;
  const { id } = await draft(officer, here);
  const mended = { ...text, title: "Roads, one lane" };
  const mend = async (who: Actor) => {
    const { version } = await readRelease(t.database.read(who), who, id);
    return as(who, (tx) => changeRelease(tx, who, id, mended, version));
  };
  await expect(mend(chief)).rejects.toThrow("Whoever wrote it changes it");
  await mend(officer);
  await release(chief, "approve", id);
  await expect(mend(officer)).rejects.toThrow("Only a draft is changed");
  await release(chief, "giveBack", id);
  expect(await readRelease(t.database.read(officer), officer, id)).toMatchObject({
    title: "Roads, one lane",
    status: "draft",
    mayChange: true,
  });
  await release(officer, "drop", id);
  expect(await readRelease(t.database.read(officer), officer, id)).toMatchObject({
    status: "superseded",
    actions: [],
  });
});

test("whoever is given a position, or has a release to approve, is told", async () => {
  const { officer, chief } = people;
  const told = (who: Actor) =>
    t.database.read(who).rows<{ title: string; link: string }>(sql`
      select title, link
      from notification
      where org_id = ${who.orgId} and person_id = ${who.personId} and kind = 'incident'
    `);
  expect((await told(officer)).map((each) => each.title)).toContainEqual(
    expect.stringMatching(/you are Public information officer$/),
  );
  const { id } = await draft(chief, here);
  expect(await told(officer)).toContainEqual({
    title: "A release waits for your approval",
    link: `/disaster-response/releases/${id}`,
  });
});

test("in another incident, and without a position, the person is told who may", async () => {
  const { officer, clerk } = people;
  await expect(draft(officer, elsewhere)).rejects.toMatchObject({ status: 403, message: lacked });
  await expect(draft(clerk, here)).rejects.toMatchObject({ status: 403, message: lacked });
  const { id } = await draft(people.chief, here);
  await expect(release(clerk, "approve", id)).rejects.toThrow(lacked);
  const { actions } = await readRelease(t.database.read(clerk), clerk, id);
  expect(actions).toMatchObject([
    { name: "approve", enabled: false, reason: lacked },
    { name: "drop", enabled: false, reason: lacked },
  ]);
  expect((await readIncident(t.database.read(clerk), clerk, here)).tells).toBe(false);
});

test("a place is written by the officer and published by the commander; a hand-over moves the right at once", async () => {
  const { officer, next, clerk } = people;
  const shelter = siteInput.parse({
    kind: "shelter",
    name: "Ice arena",
    address: "250 Village Road",
  });
  await give(here, "IC", next);
  const { id } = await as(officer, (tx) => writeSite(tx, officer, here, shelter));
  await expect(
    as(clerk, (tx) => moveSite(tx, clerk, "publish", { id, version: null })),
  ).rejects.toThrow(lacked);
  await as(next, (tx) => moveSite(tx, next, "publish", { id, version: null }));
  expect(await sitesOf(t.database.read(officer), officer, here)).toMatchObject([
    { status: "published", actions: [{ name: "end", enabled: true }] },
  ]);
  await give(here, "PIO", clerk);
  await expect(as(officer, (tx) => writeSite(tx, officer, here, shelter))).rejects.toMatchObject({
    status: 403,
  });
  await draft(clerk, here);
});
