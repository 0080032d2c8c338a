import type { Actor } from "#kernel/access.ts";
import { instantIn } from "#kernel/dates.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { addQuestion } from "../course/bank.service.ts";
import { courseInput, type CourseInput } from "../course/course.model.ts";
import { courses } from "../course/course.service.ts";
import { planSession } from "../course/session.service.ts";
import { requirementInput } from "../requirement/requirement.model.ts";
import { requirements } from "../requirement/requirement.service.ts";
import { toldCourses } from "./courses.data.ts";

type As = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;

const told = async (as: As, officer: Actor): Promise<ReadonlyMap<string, string>> => {
  const families = new Map<string, string>();
  for (const { questions = [], ...said } of toldCourses)
    await as(officer, async (tx, actor) => {
      const body: CourseInput = courseInput.parse(said);
      const draft = await courses.draft(tx, actor, body);
      for (const [text, options, right] of questions)
        await addQuestion(tx, actor, {
          ...{ courseId: draft.definitionId, text, options: [...options], right: [right] },
        });
      await courses.publish(tx, actor, draft.id, draft.version);
      families.set(body.code, draft.definitionId);
    });
  return families;
};

/** Six courses, a session next week, and ICS-100 asked of Roads & Bridges. */
export const seedCourses = async (app: App, as: As, officer: Actor): Promise<void> => {
  const families = await told(as, officer);
  const departments = await listDepartments(app.database.read(officer));
  const roads = departments.find(({ code }) => code === "RDB")!;
  await as(officer, async (tx, actor) => {
    const draft = await requirements.draft(
      tx,
      actor,
      requirementInput.parse({
        ...{ name: "ICS-100 for Roads & Bridges", code: "ICS-100", dueDays: 60 },
        audience: { departmentIds: [roads.id] },
      }),
    );
    await requirements.publish(tx, actor, draft.id, draft.version);
    await planSession(tx, actor, {
      ...{ courseId: families.get("FLAG")!, place: "County yard, training room", minutes: 180 },
      ...{ seats: 16, teacher: "Bert Halvorsen" },
      startsAt: new Date(
        instantIn(
          `${addDays(businessDate(tx.scope, "America/Chicago"), 8)}T09:00`,
          "America/Chicago",
        ),
      ).toISOString(),
    });
  });
};
