import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { trainingCourse } from "../training.tables.ts";
import { bankOf } from "./bank.service.ts";
import { courseInput, type CourseRow } from "./course.model.ts";

const columns = sql`
  
    id, definition_id, version_no, name, status, published_at, version, code, about, months,
    minutes, outside, asks, pass_percent, lessons, prerequisites
`;

/** All courses in all editions, by name, the newest first. */
export const listCourses = (db: Db): Promise<CourseRow[]> =>
  db.rows<CourseRow>(sql`
    select ${columns}
    from training_course
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 500
  `);

/** The courses in force. */
export const coursesInForce = async (db: Db): Promise<CourseRow[]> =>
  (await listCourses(db)).filter(({ status }) => status === "published");

/** What an agency teaches: its lessons, its questions, and the certificate behind it. */
export const courses = defineDefinition({
  name: "trainingCourse",
  what: "course",
  table: trainingCourse,
  body: courseInput,
  checks: async (db, course) => {
    const family = (course as { definitionId?: string }).definitionId ?? null;
    const all = await coursesInForce(db);
    const taken = all.some((one) => one.code === course.code && one.definitionId !== family);
    const bank = family ? (await bankOf(db, family)).length : 0;
    return [
      { sentence: "No other course gives this certificate.", ok: !taken, path: "code" },
      {
        sentence: "It has a lesson, or is taken outside.",
        ok: course.outside || course.lessons.length > 0,
        path: "lessons",
      },
      {
        sentence: "An outside course asks no questions here.",
        ok: !course.outside || course.asks === 0,
        path: "asks",
      },
      {
        sentence: "The bank has as many questions as are asked.",
        ok: bank >= course.asks,
        path: "asks",
      },
    ];
  },
  file: { schema: "levee.training-course", version: 1 },
});
