// What a safety case and its year's form refuse, and the hour by which OSHA is told, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { asked } from "./classify.model.ts";

let t: TestDatabase;
let officer: Actor;
let establishmentId: string;
const ask = askingOf(() => t);
const refused = (path: string, body?: unknown) => refusalOf(ask(officer, path, body));
const cases = "POST /api/v1/safety-cases";
const places = "POST /api/v1/safety-establishments";
const year = Number(agencyDay(-400).slice(0, 4));

beforeAll(async () => {
  t = await freshDatabase();
  ({ officer } = await makeMembers(t.database, await makeAgency(t.database), {
    officer: { duties: ["safety_officer"] },
  }));
  establishmentId = (await ask(officer, places, { name: "Public Works" })).id;
});
afterAll(() => t.drop());

const report = (over: object = {}) => ({
  kind: "injury",
  happenedAt: `${year}-06-03T15:00:00.000Z`,
  location: "Yard",
  words: "Fell from a ladder",
  ...over,
});
const step = (id: string, action: string) => `${cases}/${id}/actions/${action}`;
const sorted = async (over: object = {}) => {
  const { id } = await ask(officer, cases, report());
  await ask(officer, step(id, "triage"), { kind: "injury", establishmentId, ...over });
  return id;
};
const answered = async (yes: readonly string[], kind = "injury") => {
  const id = await sorted({ kind });
  await ask(officer, step(id, "investigate"));
  for (const { key } of asked("injury", {}))
    await ask(officer, `${cases}/${id}/answers`, {
      question: key,
      answer: ["covered", "workRelated", "newCase", ...yes].includes(key),
      reason: "As the report says",
    });
  return id;
};

const tell = async (id: string, at: string) => {
  const { version } = await ask(officer, `GET /api/v1/safety-cases/${id}`);
  return refusalOf(ask(officer, step(id, "tell"), { at, to: "1-800-321-OSHA" }, version));
};

test.each([
  ["fatality", 8],
  ["hospitalization", 24],
  ["amputation", 24],
  ["eye_loss", 24],
])("OSHA is told of a %s within %i hours, and nothing is closed before", async (severe, hours) => {
  const known = `${year}-06-03T22:30:00.000Z`;
  const id = await sorted({ severe, severeKnownAt: known });
  const { severeDueAt } = await ask<{ severeDueAt: string }>(
    officer,
    `GET /api/v1/safety-cases/${id}`,
  );
  expect((Date.parse(severeDueAt) - Date.parse(known)) / 3_600_000).toBe(hours);
  await ask(officer, step(id, "investigate"));
  for (const { key } of asked("injury", {}))
    await ask(officer, `${cases}/${id}/answers`, {
      question: key,
      answer: ["covered", "workRelated", "newCase", "death"].includes(key),
      reason: "As the report says",
    });
  await ask(officer, step(id, "classify"), { injuryType: 1 });
  expect(await refused(step(id, "close"))).toBe("rule: Enter when OSHA was told: 29 CFR 1904.39.");
  const told = (minutes: number) => tell(id, new Date(Date.now() + minutes * 60_000).toISOString());
  expect(await told(2)).toBe("invalid_field: This time is still to come.");
  expect(await told(0)).toBe("nothing was refused");
  expect(await refused(step(id, "close"))).toBe("nothing was refused");
});

test("a report is not of tomorrow, and only a near miss goes without a name", async () => {
  const tomorrow = new Date(Date.now() + 120_000).toISOString();
  expect(await refused(cases, report({ happenedAt: tomorrow }))).toContain(
    "This time is still to come.",
  );
  expect(await refused(cases, report({ anonymous: true }))).toContain(
    "Without a name only near misses are reported.",
  );
});

test("sorting names the establishment of an injury, and nobody is hurt in a near miss", async () => {
  const { id } = await ask(officer, cases, report());
  const sort = (body: object) => refused(step(id, "triage"), body);
  expect(await sort({ kind: "injury" })).toContain(
    "Choose the establishment whose log it belongs to.",
  );
  expect(await sort({ kind: "near_miss", severe: "fatality" })).toContain(
    "In a near miss nobody was hurt.",
  );
  expect(await sort({ kind: "near_miss" })).toBe("nothing was refused");
  expect(await tell(id, report().happenedAt)).toBe(
    "not_severe: Nothing of this case is told to OSHA at once.",
  );
});

test("a case is classified with column M and the days of its outcome", async () => {
  const away = await answered(["daysAway"]);
  const classify = (id: string, body: object) => refused(step(id, "classify"), body);
  expect(
    await refused(`${cases}/${away}/answers`, { question: "x", answer: true, reason: "Why" }),
  ).toContain("There is no such question.");
  expect(await classify(away, {})).toContain("Choose column M of form 300.");
  expect(await classify(away, { injuryType: 2 })).toContain(
    "An injury is of type 1, an illness of 2 to 6.",
  );
  expect(await classify(away, { injuryType: 1 })).toContain(
    "Enter how many days away so far, one at least.",
  );
  expect(await classify(away, { injuryType: 1, daysAway: 100, daysRestricted: 81 })).toContain(
    "Both counts together are at most 180: 29 CFR 1904.7(b)(3)(vii).",
  );
  expect(await classify(away, { injuryType: 1, daysAway: 100, daysRestricted: 80 })).toBe(
    "nothing was refused",
  );
  const moved = await answered(["restricted"]);
  expect(await classify(moved, { injuryType: 1, daysAway: 1 })).toContain(
    "With days away the case is one of days away.",
  );
  expect(await classify(moved, { injuryType: 1 })).toContain(
    "Enter how many days so far, one at least.",
  );
  expect(await classify(moved, { injuryType: 1, daysRestricted: 1 })).toBe("nothing was refused");
});

test("an establishment has a name of its own, and its year is certified, posted and taken down in time", async () => {
  expect(await refused(places, { name: "Public Works" })).toContain(
    "An establishment bears this name already.",
  );
  const path = `/api/v1/safety-establishments/${establishmentId}/years/${year}`;
  const { version } = await ask(officer, `GET ${path}`);
  const executive = { executiveName: "Dana Reyes", executiveTitle: "Administrator" };
  await ask(officer, `PUT ${path}`, executive, version ?? null);
  const move = (name: string, on: string) =>
    refused(`POST ${path}/actions/move`, { step: name, on });
  const next = `${year + 1}-02-01`;
  expect(await move("certify", `${year}-12-31`)).toContain(
    `The year ${year} was not over on this day.`,
  );
  expect(await move("certify", next)).toBe(
    "no_hours: Enter the average of employees and the hours worked.",
  );
  expect(await move("post", next)).toBe(
    "not_certified: Certify form 300A first. 29 CFR 1904.32(b)(3)",
  );
  const again = await ask(officer, `GET ${path}`);
  const hours = { ...executive, averageEmployees: 40, hoursWorked: 80_000 };
  await ask(officer, `PUT ${path}`, hours, again.version);
  expect(await move("certify", next)).toBe("nothing was refused");
  expect(await move("post", next)).toBe("nothing was refused");
  expect(await move("remove", `${year + 1}-04-30`)).toContain(
    "It stays posted until 30 April. 29 CFR 1904.32(b)(6)",
  );
  expect(await move("remove", `${year + 1}-05-01`)).toBe("nothing was refused");
});
