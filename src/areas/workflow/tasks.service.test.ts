// A task leads to a record of any noun that opens on its page.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { workflowRules } from "./workflow.checks.ts";

let t: TestDatabase;
let agency: Agency;
let manager: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ manager } = await makeMembers(t.database, agency, { manager: { role: "manager" } }));
});
afterAll(() => t.drop());

const found = async (): Promise<string[]> => {
  const actor = systemActor(agency.orgId);
  const rule = workflowRules.find(({ name }) => name === "workflow.tasks")!;
  const db = t.database.read(actor);
  const findings = await rule.check({ app: t.app, actor, db, beat: async () => {} });
  return findings.map(({ sentence }) => sentence);
};
const task = (title: string, link: string) =>
  askingOf(() => t)(manager, "POST /api/v1/tasks", { title, link, personId: manager.personId });

test("a task of an incident is not broken because places of incidents open on the same page", async () => {
  const [incident, nowhere] = [newId(), newId()];
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(
    `
      insert into incident (org_id, id, number, title, kind, area, begins_on)
      values ($1, $2, 'INC-2027-00001', 'Flood', 'flood', '{}', '2026-11-20')
    `,
    [agency.orgId, incident],
  );
  await task("Put rented pumps into the emergency kit", `/disaster/${incident}?tab=review`);
  expect(await found()).toEqual([]);
  await task("Look at it", `/disaster/${nowhere}`);
  expect(await found()).toEqual([
    expect.stringMatching(/^The task “Look at it” leads to a incident/),
  ]);
  await owner.end();
});
