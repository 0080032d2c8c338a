import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { agentsOf } from "#server/testing/agent-run.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import type { ApplicationRecord } from "../application/application.model.ts";

let t: TestDatabase;
let agents: ReturnType<typeof agentsOf>;
let people: Record<"writer" | "decider" | "clerk", Actor>;
const ask = askingOf(() => t);
beforeAll(async () => {
  t = await freshDatabase();
  agents = agentsOf(t);
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    writer: { duties: ["grant_manager"] },
    decider: { role: "manager" },
    clerk: {},
  });
});
afterAll(() => t.drop());

const opportunity = {
  number: "EDA-2027-11",
  title: "Bridges that stay open",
  agency: "Federal Emergency Management Agency",
  alns: ["97.029"],
  eligibility: ["01"],
  summary: "Attach letters of commitment. Describe a sustainability plan of at most 800 words.",
  ceilingCents: 100_000_00,
  costSharing: true,
};

const applied = async () => {
  const closesOn = agencyDay(60);
  const made = await ask(people.writer, "POST /api/v1/grant-opportunities", {
    ...opportunity,
    closesOn,
  });
  const step = (by: Actor, name: string, body: object) =>
    ask(by, `POST /api/v1/grant-opportunities/${made.id}/actions/${name}`, body);
  const verdict = { verdict: "will_apply", reason: "It fits.", matchSource: "Road fund" };
  await step(people.writer, "review", {});
  await step(people.writer, "propose", verdict);
  await step(people.decider, "decide", verdict);
  const { id } = await ask(people.writer, "POST /api/v1/grant-applications", {
    ...{ title: "Raised bridges", opportunityNumber: opportunity.number, opportunityId: made.id },
    ...{ grantor: opportunity.agency, aln: "97.039", dueOn: agencyDay(75) },
    ...{ startsOn: agencyDay(200), endsOn: agencyDay(560) },
  });
  return { id, closesOn };
};
const read = (id: string) =>
  ask<ApplicationRecord>(people.writer, `GET /api/v1/grant-applications/${id}`);
const found = async (by: Actor) => {
  await agents.run(by, "grant-writer");
  return agents.found(by, "grant-writer");
};

test("what an application lacks is found; the head and a section are accepted as the person's own change", async () => {
  const { id, closesOn } = await applied();
  const budget = await ask<{ budget: object; version: number }>(
    people.writer,
    `GET /api/v1/grant-applications/${id}/budget`,
  );
  await ask(
    people.writer,
    `PUT /api/v1/grant-applications/${id}/budget`,
    {
      ...budget.budget,
      lines: [{ kind: "contractual", description: "Design", cents: 120_000_00 }],
    },
    budget.version,
  );
  const section = (await read(id)).sections.find(({ title }) => title === "Budget narrative")!;
  await ask(
    people.writer,
    `PUT /api/v1/grant-application-sections/${section.id}/text`,
    { body: "We request $90,000 of federal money." },
    section.version,
  );
  const all = await found(people.writer);
  const about = (words: string) => all.find(({ what }) => what.includes(words))!;
  expect(about("above the ceiling") ?? about("gives at most")).toMatchObject({
    what: expect.stringContaining("$100,000.00"),
  });
  expect(about("asks for a match")).toBeDefined();
  expect(about("letters of commitment")).toMatchObject({
    proposal: { label: expect.stringMatching(/Ask|task/) },
  });
  expect(about("says $90,000")).toMatchObject({ cents: 30_000_00 });
  expect(about("not written")).toMatchObject({
    sources: expect.arrayContaining([
      expect.objectContaining({
        label: "Statement of need",
        says: expect.stringContaining("1,500 words"),
      }),
    ]),
  });
  expect(about("stop")).toBeDefined();

  const due = about("Due on of");
  expect(await refusalOf(agents.accept(people.clerk, due))).toMatch(/^not_allowed/);
  expect(await agents.accept(people.writer, due)).toMatchObject({ status: "accepted" });
  expect((await read(id)).dueOn).toBe(closesOn);
  const part = (await found(people.writer)).find(({ what }) =>
    what.includes("sustainability plan"),
  )!;
  expect(await agents.accept(people.writer, part)).toMatchObject({ status: "accepted" });
  expect((await read(id)).sections).toContainEqual(
    expect.objectContaining({ title: "Sustainability plan", mostWords: 800 }),
  );
  const again = await found(people.writer);
  expect(again.filter(({ what }) => /Due on of|sustainability plan that/.test(what))).toEqual([]);
});

test("another agency's people find nothing of it", async () => {
  const elsewhere = await makeAgency(t.database);
  const { other } = await makeMembers(t.database, elsewhere, {
    other: { duties: ["grant_manager"] },
  });
  expect(await agents.run(other, "grant-writer")).toMatchObject({ status: "finished", found: 0 });
  expect(await agents.found(other, "grant-writer")).toEqual([]);
});
