// Interests and far scores of a review, as its people meet them at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ReviewView } from "./review.model.ts";

type Name = "grants" | "first" | "second" | "third" | "fourth";
let t: TestDatabase;
let a: Agency;
let people: Record<Name, Actor>;
let vendors: { id: string; name: string }[];
const ask = askingOf(() => t);
const refused = (who: Name, asked: string, body?: unknown) =>
  refusalOf(ask(people[who], asked, body));
const done = "nothing was refused";

beforeAll(async () => {
  t = await freshDatabase();
  a = await makeAgency(t.database);
  people = await makeMembers(t.database, a, {
    grants: { duties: ["grant_manager"] },
    first: { duties: ["program_reviewer"] },
    second: { duties: ["program_reviewer"] },
    third: { duties: ["program_reviewer"] },
    fourth: { duties: ["program_reviewer"] },
  });
  const names = ["Carver Kitchen", "Watertown Mutual Aid"];
  vendors = await Promise.all(names.map(async (name) => makeVendor(t.database, a, { name })));
});
afterAll(() => t.drop());

const programs = "POST /api/v1/grant-programs";
const scoring = async (over: object = {}) => {
  const { id } = await ask(people.grants, programs, {
    title: "Readiness",
    total: 50_000_00,
    opensOn: agencyDay(-1),
    startsOn: agencyDay(-100),
    endsOn: agencyDay(200),
    criteria: [{ name: "Need", weight: 100 }],
    ...over,
  });
  const path = `${programs}/${id}`;
  const join = (who: Name) =>
    ask(people.grants, `${path}/reviewers`, { personId: people[who].personId });
  for (const who of ["first", "second", "third"] as const) await join(who);
  await ask(people.grants, `${path}/actions/publish`);
  const made: { id: string; number: string }[] = [];
  for (const { id: vendorId } of vendors)
    made.push(
      await ask(people.grants, `${path}/applications`, {
        vendorId,
        title: "Block captains",
        narrative: "Forty captains are trained and exercise twice a year.",
        budget: [{ objectClass: "personnel", cents: 20_000_00 }],
        startsOn: agencyDay(-90),
        endsOn: agencyDay(100),
      }),
    );
  await ask(people.grants, `${path}/actions/score`);
  const review = (who: Name) =>
    ask<ReviewView>(people[who], `GET /api/v1/grant-programs/${id}/review`);
  const [criterion] = (await review("grants")).criteria;
  const [one, two] = made as [{ id: string; number: string }, { id: string; number: string }];
  return {
    one,
    two,
    review,
    join,
    step: (name: string) => refused("grants", `${path}/actions/${name}`),
    declare: (who: Name, ...conflicts: string[]) =>
      refused(who, `${path}/declaration`, {
        applications: made.map((each) => ({
          applicationId: each.id,
          conflict: conflicts.includes(each.id),
          note: conflicts.includes(each.id) ? "I sit on its board." : "",
        })),
      }),
    score: (who: Name, given: Readonly<Record<string, string>>, handIn = true) =>
      refused(who, `${path}/scores`, {
        handIn,
        scores: Object.entries(given).map(([applicationId, score]) => ({
          applicationId,
          criterionId: criterion!.id,
          score,
        })),
      }),
    agree: (who: Name, cell: object) => refused(who, `${path}/consensus`, cell),
  };
};

// How many programs the dashboard counts that ask this person for a consensus.
const toAgree = async (who: Name) =>
  (await ask<{ total: number }>(people[who], "GET /api/v1/grant-programs?toAgree=true")).total;

test("two without an interest in it score each application, and what is far apart is agreed on first", async () => {
  const p = await scoring();
  const { one, two } = p;
  for (const who of ["first", "second"] as const) expect(await p.declare(who)).toBe(done);
  expect(await p.declare("third", one.id)).toBe(done);
  expect(await p.score("first", { [one.id]: "9", [two.id]: "7" })).toBe(done);
  expect(await p.score("second", { [one.id]: "5", [two.id]: "7" }, false)).toBe(done);
  // An interest that comes to mind later leaves one reviewer for that application.
  expect(await p.declare("second", one.id)).toBe(done);
  expect(await p.declare("second")).toContain(
    "You declared an interest in this applicant before. It stays.",
  );
  expect(await p.score("second", { [one.id]: "5" })).toBe(
    "interest: You declared an interest in this applicant: others score it.",
  );
  expect(await p.score("second", { [two.id]: "7" })).toBe(done);
  expect(await p.score("third", { [two.id]: "3" })).toBe(done);
  expect(await p.step("reveal")).toBe(
    `rule: ${one.number} of Carver Kitchen needs two reviewers without an interest in it. Ask another one.`,
  );
  await p.join("fourth");
  expect(await p.declare("fourth")).toBe(done);
  expect(await p.score("fourth", { [one.id]: "8", [two.id]: "7" })).toBe(done);
  expect(await p.step("reveal")).toBe(done);

  const far = (await p.review("first")).consensus.filter((c) => c.asks);
  expect(far.map((c) => c.applicationId)).toEqual([two.id]);
  expect([await toAgree("first"), await toAgree("fourth"), await toAgree("grants")]).toEqual([
    1, 1, 0,
  ]);
  expect(await p.step("freeze")).toBe(
    "apart: More than 30 percent apart, so the reviewers agree first on Watertown Mutual Aid: Need.",
  );
  const [cell] = far;
  const { applicationId, criterionId, score } = cell!;
  const said = { applicationId, criterionId, score, comment: "The plan is thin, we agree." };
  expect(await p.agree("first", said)).toBe(done);
  expect(await toAgree("fourth")).toBe(0);
  expect(await p.step("freeze")).toBe(done);
  const { consensus } = await p.review("first");
  expect(consensus.filter((c) => c.spread?.wide).map((c) => c.asks)).toEqual([false]);
});

test("how far apart needs a consensus is the program's, and an interest in all takes out of it", async () => {
  const p = await scoring({ apartPercent: 50 });
  const { one, two } = p;
  expect(await p.declare("third", one.id, two.id)).toBe(done);
  expect(await p.score("third", { [one.id]: "5" })).toBe(
    "not_inside: You are recused from this program.",
  );
  for (const who of ["first", "second"] as const) expect(await p.declare(who)).toBe(done);
  expect(await p.score("first", { [one.id]: "9", [two.id]: "7" })).toBe(done);
  expect(await p.score("second", { [one.id]: "4", [two.id]: "7" })).toBe(done);
  expect(await p.step("reveal")).toBe(done);
  expect(await p.step("freeze")).toBe(done);
});
