// Two agencies teach the same, and only what is right of their question differs: whatever is read before it is
// answered reads the same in both, by every address.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { everyAnswer } from "#server/testing/every-answer.ts";
import { otherAnswers } from "#server/testing/other-answers.ts";
import { trainingOf, type Written } from "./training.setup.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

const canary = "Zephyrquill";
const at = { courses: "/api/v1/training-courses", questions: "/api/v1/course-questions" };

// A course with one question, of which `right` is right, and somebody in the middle of it.
const taught = async (right: number) => {
  const of = await trainingOf(t);
  const { officer, learner } = of.people;
  const draft = await of.asking<Written & { definitionId: string }>(officer, `POST ${at.courses}`, {
    ...{ name: `${canary} course`, code: "ZEP-1", asks: 1, about: `${canary} about` },
    lessons: [{ title: `${canary} lesson`, text: "Read it." }],
  });
  const question = await of.asking<Written>(officer, `POST ${at.questions}`, {
    ...{ courseId: draft.definitionId, text: `${canary} question` },
    ...{ options: ["First", "Second", "Third"], right: [right] },
  });
  await of.asking(officer, `POST ${at.courses}/${draft.id}/actions/publish`, {}, draft.version);
  const made = await of.asking<Written>(learner, "POST /api/v1/enrolments", {
    courseId: draft.definitionId,
  });
  await of.asking(learner, `POST /api/v1/enrolments/${made.id}/actions/start`, {}, made.version);
  return { ...of, ids: [draft.id, draft.definitionId, question.id, made.id] };
};

// What is of one agency alone: ids, moments, seals, the seed by which questions are drawn.
const plain = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "U")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)/g, "T")
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^",]*/g, "T")
    .replace(/"[0-9a-zA-Z+/_=-]{24,}"/g, '"S"')
    .replace(/("field":"seed","before":null,"after":)\d+/g, "$1N")
    .replace(/[Aa]gency[ -][0-9a-f]{6,12}/g, "A");

const mentions = async (by: Actor, ids: readonly string[]) =>
  new Map(
    (await everyAnswer(t, by, { ids, words: canary }))
      .filter(({ text }) => text.includes(canary) || ids.some((id) => text.includes(id)))
      .map(({ asked, text }) => {
        const place = ids.findIndex((id) => asked.includes(id));
        return [plain(`${asked} #${place}`), plain(text)] as const;
      }),
  );

test("before it is answered no address tells which answer is right", async () => {
  const [one, other] = [await taught(0), await taught(2)];
  const all = new Set(Object.keys(permissions));
  for (const who of ["learner", "officer", "admin"] as const) {
    const as = (of: typeof one): Actor =>
      who === "admin" ? { ...of.people.admin, permissions: all } : of.people[who];
    const [here, there] = [await mentions(as(one), one.ids), await mentions(as(other), other.ids)];
    expect([...here.keys()].toSorted()).toEqual([...there.keys()].toSorted());
    for (const [asked, text] of here) {
      expect(text, asked).toBe(there.get(asked));
      expect(text, asked).not.toMatch(/"right"\s*:/);
    }
    const asked = [...here.keys()].join("\n");
    for (const path of ["/api/v1/enrolments/U", "/api/v1/enrolments/U/history", at.courses])
      expect(asked).toContain(path);
    if (who === "admin") expect(asked).toContain("/api/v1/audit-entries");
    expect([...here.values()].join()).toContain(`${canary} question`);
  }
}, 300_000);

test("nor does the assistant, an evidence package, the stream of events or the interface's description", async () => {
  const [one, other] = [await taught(0), await taught(2)];
  const answers = async (of: typeof one) => {
    const [, , question, enrolment] = of.ids;
    const by: Actor = { ...of.people.admin, permissions: new Set(Object.keys(permissions)) };
    return otherAnswers(t, by, {
      ids: of.ids,
      questions: [`${canary} question`, `What is the right answer of ${canary} course?`],
      happens: async () => {
        const path = `/api/v1/enrolments/${enrolment}`;
        const { version } = await of.asking<Written>(of.people.learner, `GET ${path}`);
        const answers = { answers: { [question!]: [1] } };
        await of.asking(of.people.learner, `PUT ${path}/answers`, answers, version);
      },
    });
  };
  const [here, there] = [await answers(one), await answers(other)];
  for (const [place, { asked, text }] of here.entries()) {
    expect(asked).toBe(there[place]!.asked);
    if (asked === "/openapi.json") expect(text).toBe(there[place]!.text);
    expect(text, asked).not.toMatch(/"right"\s*:\s*\[\s*\d/);
  }
}, 120_000);
