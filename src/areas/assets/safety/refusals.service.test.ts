// What a safety case and its year's form refuse, and the hour by which OSHA is told, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { addDays, type Day } from "#kernel/time.ts";
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

const classified = async (id: string) => {
  await ask(officer, step(id, "investigate"));
  for (const { key } of asked("injury", {}))
    await ask(officer, `${cases}/${id}/answers`, {
      question: key,
      answer: ["covered", "workRelated", "newCase"].includes(key),
      reason: "As the report says",
    });
  await ask(officer, step(id, "classify"), { injuryType: 1 });
  return ask<{ number: string }>(officer, `GET /api/v1/safety-cases/${id}`);
};
const nextSaturday = (from: string): Day => {
  const at = new Date(`${from}T00:00:00Z`);
  return addDays(from, 6 - at.getUTCDay() || 7);
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

test("a case is classified with column M, and its name stays off the log by the closed list alone", async () => {
  const id = await answered(["treatment"]);
  const classify = (body: object) => refused(step(id, "classify"), body);
  expect(
    await refused(`${cases}/${id}/answers`, { question: "x", answer: true, reason: "Why" }),
  ).toContain("There is no such question.");
  expect(await classify({})).toContain("Choose column M of form 300.");
  expect(await classify({ injuryType: 2 })).toContain(
    "An injury is of type 1, an illness of 2 to 6.",
  );
  const list = "the list of 29 CFR 1904.29(b)(7) is complete.";
  expect(await classify({ injuryType: 1, privacyKind: "mental" })).toContain(list);
  expect(await classify({ injuryType: 1, privacyKind: "embarrassing" })).toContain("invalid");
  expect(await classify({ injuryType: 1, privacyKind: "needlestick" })).toBe("nothing was refused");
  const shown = await ask<{ privacy: boolean }>(officer, `GET /api/v1/safety-cases/${id}`);
  expect(shown.privacy).toBe(true);
  expect(JSON.stringify(shown)).not.toContain("needlestick");
});

type Shown = {
  version: number;
  outcome: string;
  daysAway: number;
  daysRestricted: number;
  spans: { id: string }[];
};
const shownOf = (id: string) => ask<Shown>(officer, `GET /api/v1/safety-cases/${id}`);
/** Changes a case as somebody does who has just read it. */
const put = async (id: string, asked: string, body: object) =>
  ask(officer, asked, body, (await shownOf(id)).version);
const enterDays = (id: string, body: object) => put(id, `${cases}/${id}/days`, body);
const days = (over: object = {}) => ({
  kind: "away",
  fromDay: `${year}-06-04`,
  toDay: `${year}-06-06`,
  basis: "clinician",
  clinician: "Dr. Roe",
  words: "Rest",
  ...over,
});

test("days are dates: from the day after on, apart from each other, by somebody's word", async () => {
  const { id } = await ask(officer, cases, report());
  const enter = (body: object) => refusalOf(enterDays(id, body));
  expect(await enter(days())).toContain("Triage it first: days are counted of injuries");
  await ask(officer, step(id, "triage"), { kind: "injury", establishmentId });
  expect(await enter(days({ fromDay: `${year}-06-03` }))).toContain(
    "Counting begins on the day after it happened: 29 CFR 1904.7(b)(3)(i).",
  );
  expect(await enter(days({ toDay: `${year}-06-01` }))).toContain(
    "The last day is before the first.",
  );
  expect(await enter(days({ words: "" }))).toContain(
    "Enter which clinician said it, and in which words.",
  );
  expect(await enter(days())).toBe("nothing was refused");
  expect(await enter(days({ fromDay: `${year}-06-06`, toDay: null }))).toContain(
    "These days stand in another span already.",
  );
  expect(await enter(days({ fromDay: `${year}-06-07`, toDay: null, kind: "restricted" }))).toBe(
    "nothing was refused",
  );
  expect(await enter(days({ fromDay: `${year}-07-01`, toDay: null }))).toContain(
    "Days that still go on cover it: enter their last day first.",
  );
});

test("the column follows from the days, and a case with days that go on is not closed", async () => {
  const id = await answered(["treatment"]);
  await ask(officer, step(id, "classify"), { injuryType: 1 });
  expect(await shownOf(id)).toMatchObject({ outcome: "other", daysAway: 0 });
  await enterDays(id, days({ kind: "transferred" }));
  expect(await shownOf(id)).toMatchObject({ outcome: "restricted", daysRestricted: 3 });
  await enterDays(id, days({ fromDay: `${year}-06-07`, toDay: null }));
  expect(await shownOf(id)).toMatchObject({ outcome: "days_away", daysAway: 177 });
  expect(await refused(step(id, "close"))).toBe(
    "rule: Enter the last day of the days that still go on.",
  );
  const [, open] = (await shownOf(id)).spans;
  const last = days({ fromDay: `${year}-06-07`, toDay: `${year}-06-08` });
  await put(id, `PUT /api/v1/safety-cases/${id}/days/${open!.id}`, last);
  expect(await shownOf(id)).toMatchObject({ daysAway: 2 });
  expect(await refused(step(id, "close"))).toBe("nothing was refused");
  expect(await refusalOf(enterDays(id, days({ fromDay: `${year}-08-01`, toDay: null })))).toContain(
    "record_is_done: Press Correct the record first, then enter the days.",
  );
});

test("what alone makes a case recordable is not taken away behind the log's back", async () => {
  const id = await answered([]);
  await enterDays(id, days());
  await ask(officer, step(id, "classify"), { injuryType: 1 });
  const [span] = (await shownOf(id)).spans;
  const remove = `${cases}/${id}/days/${span!.id}/actions/remove`;
  expect(await refusalOf(put(id, remove, { reason: "Another person's" }))).toContain(
    "would_leave_log: Without these days the case is not recordable",
  );
  await ask(officer, step(id, "reopen"), { reason: "The days were another person's" });
  expect(await refusalOf(put(id, remove, { reason: "Another person's" }))).toBe(
    "nothing was refused",
  );
  expect((await shownOf(id)).daysAway).toBe(0);
});

test("counting ends on a day with its reason; the week of a person says which days are off", async () => {
  const id = await answered(["treatment"]);
  // Saturday and Sunday after an injury on Friday, by nobody's word.
  const saturday = nextSaturday(`${year}-06-03`);
  await enterDays(
    id,
    days({ fromDay: saturday, toDay: addDays(saturday, 1), basis: "agency", words: "" }),
  );
  expect((await shownOf(id)).daysAway).toBe(0);
  const counting = (body: object) =>
    refusalOf(put(id, step(id, "counting"), { workWeekdays: [1, 2, 3, 4, 5], ...body }));
  expect(await counting({ workWeekdays: [] })).toContain("invalid");
  expect(await counting({ countEndedOn: `${year}-06-03`, countEndedWhy: "left" })).toContain(
    "One day at least is counted: choose a day after it happened.",
  );
  expect(await counting({ countEndedOn: `${year}-06-09` })).toContain(
    "Enter both the day and why counting ended, or neither.",
  );
  expect(await counting({ workWeekdays: [0, 3, 6] })).toBe("nothing was refused");
  expect((await shownOf(id)).daysAway).toBe(2);
  const leaves = { workWeekdays: [0, 6], countEndedOn: saturday, countEndedWhy: "left" };
  expect(await counting(leaves)).toBe("nothing was refused");
  expect((await shownOf(id)).daysAway).toBe(1);
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
  const { id: going } = await ask(officer, cases, report());
  await ask(officer, step(going, "triage"), { kind: "injury", establishmentId });
  await enterDays(going, days({ fromDay: agencyDay(-5), toDay: null }));
  const { number } = await classified(going);
  expect(await move("certify", next)).toBe(
    `open_ends: Enter until when the days are expected of ${number}: the summary estimates them. 29 CFR 1904.7(b)(3)(ix)`,
  );
  const [open] = (await shownOf(going)).spans;
  const ended = days({ fromDay: agencyDay(-5), toDay: agencyDay(-1) });
  await put(going, `PUT /api/v1/safety-cases/${going}/days/${open!.id}`, ended);
  expect(await move("certify", next)).toBe("nothing was refused");
  expect(await move("post", next)).toBe("nothing was refused");
  expect(await move("remove", `${year + 1}-04-30`)).toContain(
    "It stays posted until 30 April. 29 CFR 1904.32(b)(6)",
  );
  expect(await move("remove", `${year + 1}-05-01`)).toBe("nothing was refused");
});

test("a summary file with faults is not handed over: each is named by its column", async () => {
  const { id } = await ask(officer, places, { name: "Parks" });
  const file = `GET /api/v1/safety-establishments/${id}/years/${year}/summary-file`;
  expect(await refused(file)).toBe(
    "file_faults: The application would refuse this file. Mend what is named first.",
  );
});
