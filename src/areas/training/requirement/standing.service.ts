import type { Worker } from "#areas/organization/organization.public.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { workforce } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { coursesInForce } from "../course/course.service.ts";
import {
  meets,
  touches,
  type Held,
  type OwnRequirement,
  type RequirementRow,
  type RequirementStanding,
} from "./requirement.model.ts";

/** All requirements in all editions, by name, the newest first. */
export const listRequirements = (db: Db): Promise<RequirementRow[]> =>
  db.rows<RequirementRow>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, code, audience, due_days,
      renew_months, prerequisites, equivalents
    from training_requirement
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** The requirements in force. */
export const requirementsInForce = async (db: Db): Promise<RequirementRow[]> =>
  (await listRequirements(db)).filter(({ status }) => status === "published");

/** Verified certificates by their holders; of some people, or of everybody. */
export const heldBy = async (
  db: Db,
  ids: readonly string[] | null,
): Promise<ReadonlyMap<string, Held[]>> => {
  const rows = await db.rows<Held>(sql`
    select holder_id, code, valid_from, valid_until
    from person_certificate
    where org_id = ${db.scope.orgId}
      and status = 'valid'
      and (
        ${ids ? [...ids] : null}::uuid[] is null
        or holder_id = any(${ids ? [...ids] : null}::uuid[])
      )
  `);
  const by = new Map<string, Held[]>();
  for (const row of rows) {
    const own = by.get(row.holderId);
    if (own) own.push(row);
    else by.set(row.holderId, [row]);
  }
  return by;
};

type Due = { requirementId: string; personId: string; dueOn: Day };

const duesOf = async (db: Db): Promise<ReadonlyMap<string, Day>> =>
  new Map(
    (
      await db.rows<Due>(sql`
        select requirement_id, person_id, due_on
        from requirement_person
        where org_id = ${db.scope.orgId} and left_on is null
      `)
    ).map((one) => [`${one.requirementId} ${one.personId}`, one.dueOn]),
  );

/** Everything that says how people stand to requirements, read once. */
export const facts = async (db: Db) => {
  const [people, requirements, held, dues] = await Promise.all([
    workforce(db),
    requirementsInForce(db),
    heldBy(db, null),
    duesOf(db),
  ]);
  return { people, requirements, held, dues };
};
export type Facts = Awaited<ReturnType<typeof facts>>;

/** Each requirement with whom it touches, and whether they meet it on a day. */
export const standOn = ({ people, requirements, held, dues }: Facts, on: Day) =>
  requirements.map((of) => ({
    of,
    people: people
      .filter((one) => touches(of.audience, one))
      .map((one: Worker) => ({
        one,
        met: meets(of, held.get(one.id) ?? [], on),
        dueOn: dues.get(`${of.definitionId} ${one.id}`) ?? addDays(on, of.dueDays),
      })),
  }));

/** Requirements with the share that is met and who is missing today. */
export const standingOfRequirements = async (db: Db): Promise<RequirementStanding[]> => {
  const today = businessDate(db.scope);
  return standOn(await facts(db), today).map(({ of, people }) => {
    const missing = people.filter(({ met }) => !met);
    return {
      ...{ definitionId: of.definitionId, name: of.name, code: of.code, people: people.length },
      met: people.length - missing.length,
      overdue: missing.filter(({ dueOn }) => dueOn < today).length,
      missing: missing
        .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0))
        .slice(0, 200)
        .map(({ one, dueOn }) => ({
          ...{ personId: one.id, name: one.name, departmentName: one.departmentName, dueOn },
          overdue: dueOn < today,
        })),
    };
  });
};

/** What is asked of a person, with the course that gives it. */
export const requirementsOf = async (db: Db, personId: string): Promise<OwnRequirement[]> => {
  const today = businessDate(db.scope);
  const [[one], requirements, held, courses, dues] = await Promise.all([
    workforce(db, [personId]),
    requirementsInForce(db),
    heldBy(db, [personId]),
    coursesInForce(db),
    duesOf(db),
  ]);
  if (!one) return [];
  return requirements
    .filter(({ audience }) => touches(audience, one))
    .map((of) => ({
      ...{ definitionId: of.definitionId, name: of.name, code: of.code },
      met: meets(of, held.get(personId) ?? [], today),
      dueOn: dues.get(`${of.definitionId} ${personId}`) ?? null,
      courseId: courses.find(({ code }) => code === of.code)?.definitionId ?? null,
    }));
};

/** Whom an audience would touch, by name, and who of them holds the code today. */
export const previewOf = async (
  db: Db,
  of: Pick<RequirementRow, "audience" | "code" | "equivalents" | "renewMonths">,
) => {
  const today = businessDate(db.scope);
  const [people, held] = await Promise.all([workforce(db), heldBy(db, null)]);
  return people
    .filter((one) => touches(of.audience, one))
    .map(({ id, name, departmentName }) => ({
      ...{ id, name, departmentName },
      met: meets({ ...of, definitionId: "" }, held.get(id) ?? [], today),
    }));
};
