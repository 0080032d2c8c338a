// A denied appeal goes on: FEMA's letters are recorded, the next level runs from the letter of decision,
// and only levels that the law gives are offered.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { declaredDisaster, obligatedProject } from "#server/testing/recovery.ts";
import { allAppealDays } from "./appeal.service.ts";
import type { AppealDetail } from "./question.model.ts";

let t: TestDatabase;
let recovery: Actor;
let projectId: string;
const ask = askingOf(() => t);
const refused = (asked: string, body?: unknown) => refusalOf(ask(recovery, asked, body));
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ recovery } = await makeMembers(t.database, agency, { recovery: { duties: ["recovery"] } }));
  const d = await declaredDisaster(t.database, recovery);
  projectId = await obligatedProject(t.database, recovery, d.id);
});
afterAll(() => t.drop());

const appeals = "POST /api/v1/pa-appeals";
const step = (id: string, name: string, day: string, reason?: string) =>
  ask(recovery, `${appeals}/${id}/actions/${name}`, { day, ...(reason && { reason }) });
const read = async (id: string) =>
  (await ask(recovery, `GET /api/v1/pa-appeals/${id}`)) as unknown as AppealDetail;
const begun = async (disputedCents: number): Promise<string> =>
  (
    await ask(recovery, appeals, {
      projectId,
      level: "first",
      subject: "Culverts are not eligible",
      disputedCents,
      determinedOn: agencyDay(-40),
      sentOn: agencyDay(-39),
      argument: "They were maintained.",
    })
  ).id;
const denied = async (disputedCents: number): Promise<string> => {
  const id = await begun(disputedCents);
  await step(id, "file", agencyDay(-30));
  await step(id, "forward", agencyDay(-20));
  await step(id, "deny", agencyDay(-5), "Not maintained.");
  return id;
};
const letter = (id: string, over: object = {}) =>
  ask(recovery, `${appeals}/${id}/letters`, {
    kind: "decision",
    sender: "fema",
    datedOn: agencyDay(-5),
    sentOn: agencyDay(-4),
    subject: "The first appeal is denied",
    ...over,
  });

test("a denied first appeal goes on as a second one from the letter of decision, once, and ends there", async () => {
  const id = await denied(90_000_00);
  const next = `${appeals}/${id}/next`;
  const second = { level: "second", disputedCents: 80_000_00 };
  expect(await refused(next, second)).toMatch(/^no_decision: Record the letter of decision on \S+/);
  expect((await read(id)).goesOn).toMatchObject([
    { level: "second", fileBy: null, why: null },
    { level: "arbitration", why: expect.stringContaining("above $500,000") },
  ]);
  await letter(id);
  expect((await read(id)).goesOn[0]).toMatchObject({
    fileBy: agencyDay(56),
    citation: "44 CFR 206.206(b)(2), declarations from 1 January 2022",
  });
  expect(await refused(next, { ...second, level: "arbitration" })).toContain("above $500,000");
  const made = (await ask(recovery, next, second)) as unknown as { id: string; number: string };
  expect(await refused(next, second)).toMatch(/^rule: \S+ goes on as \S+ already\.$/);
  const detail = await read(made.id);
  // Sixty days from the sending of the decision, a hundred and twenty from its date.
  expect(detail).toMatchObject({
    level: "second",
    disputedCents: 80_000_00,
    argument: "They were maintained.",
    fileBy: agencyDay(56),
    forwardBy: agencyDay(115),
    earlier: { id, level: "first" },
    letters: [{ kind: "decision", subject: "The first appeal is denied" }],
  });
  expect(detail.evidence).toEqual(expect.arrayContaining([id, made.id]));
  expect((await read(id)).next).toMatchObject({ id: made.id });
  expect(await refused(`${appeals}/${made.id}/next`, second)).toMatch(
    /^rule: \S+ is not denied, so nothing follows it\.$/,
  );
  await step(made.id, "file", agencyDay());
  expect(await refused(`${appeals}/${made.id}/actions/grant`, { day: agencyDay() })).toContain(
    "The recipient forwards it to FEMA before FEMA decides.",
  );
  await step(made.id, "forward", agencyDay());
  await step(made.id, "deny", agencyDay(), "As before.");
  expect((await read(made.id)).goesOn.every((level) => level.why?.includes("final"))).toBe(true);
  expect(await refused(`${appeals}/${made.id}/next`, second)).toContain("The decision is final");
});

test("nothing was determined before the disaster was declared", async () => {
  const early = {
    projectId,
    level: "first",
    subject: "Culverts",
    disputedCents: 100_00,
    determinedOn: "2026-04-19",
  };
  expect(await refused(appeals, early)).toContain("nothing was determined before");
});

test("a large dispute may be arbitrated: the Board decides, and nobody forwards it", async () => {
  const id = await denied(600_000_00);
  await letter(id);
  const { id: board } = await ask(recovery, `${appeals}/${id}/next`, {
    level: "arbitration",
    disputedCents: 600_000_00,
  });
  expect(await read(board)).toMatchObject({ level: "arbitration", forwardBy: null });
  await step(board, "file", agencyDay());
  expect(await refused(`${appeals}/${board}/actions/forward`, { day: agencyDay() })).toContain(
    "An arbitration goes to the Board itself.",
  );
  await step(board, "grant", agencyDay());
  expect((await read(board)).status).toBe("granted");
});

test("a request for information has its day in the register until it is answered", async () => {
  const id = await begun(50_000_00);
  const asked = { kind: "request", subject: "Maintenance records of 2025", dueOn: agencyDay(20) };
  expect(
    await refused(`${appeals}/${id}/letters`, { ...asked, sender: "fema", datedOn: agencyDay(1) }),
  ).toContain("This day has not come yet.");
  const entry = { ...asked, sender: "fema", datedOn: agencyDay(-2) };
  const wrong = (over: object) => refused(`${appeals}/${id}/letters`, { ...entry, ...over });
  expect(await wrong({ dueOn: null })).toContain("Enter until when it is answered.");
  expect(await wrong({ dueOn: agencyDay(-3) })).toContain("It is due before it was written.");
  expect(await wrong({ kind: "other" })).toContain("Only a request for information");
  expect(await wrong({ sentOn: agencyDay(-3) })).toContain("neither sent nor received before");
  const decision = (await letter(id, {
    datedOn: agencyDay(-3),
    sentOn: null,
  })) as unknown as { id: string };
  const { id: letterId } = await letter(id, { ...entry, sentOn: null });
  const days = async () =>
    (await allAppealDays(t.database.read(recovery)))
      .find((each) => each.id === id)!
      .deadlines.map(({ key, dueOn }) => [key, dueOn]);
  expect(await days()).toContainEqual([`letter-${letterId}`, agencyDay(20)]);
  const answer = (of: string, answeredOn: string) =>
    refused(`POST /api/v1/pa-appeal-letters/${of}/actions/answer`, { answeredOn });
  expect(await answer(decision.id, agencyDay())).toContain(
    "Only a request for information is answered.",
  );
  expect(await answer(letterId, agencyDay(1))).toContain("This day has not come yet.");
  expect(await answer(letterId, agencyDay(-3))).toContain("It was answered before it was written.");
  expect(await answer(letterId, agencyDay())).toBe("nothing was refused");
  expect(await answer(letterId, agencyDay())).toContain("This request is answered already.");
  expect(await days()).not.toContainEqual([`letter-${letterId}`, agencyDay(20)]);
});
