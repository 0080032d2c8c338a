import type { Worker } from "#areas/organization/organization.public.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { notify, readOrganization, workforce } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { asSystem } from "#server/lifecycle.ts";
import { coursesInForce } from "../course/course.service.ts";
import { enrol } from "../course/enrolment.service.ts";
import { requirementPerson } from "../training.tables.ts";
import { meets, touches, type RequirementRow } from "./requirement.model.ts";
import { heldBy, requirementsInForce } from "./standing.service.ts";

type Touched = { of: RequirementRow; one: Worker; dueOn: Day };

const keyOf = (requirementId: string, personId: string) => `${requirementId} ${personId}`;

// Whoever is touched no more is asked no more; what they earned stays theirs.
const letGo = (tx: Tx, still: ReadonlySet<string>, people: readonly string[], today: Day) =>
  tx.rows(sql`
    update requirement_person
    set left_on = ${today}
    where org_id = ${tx.scope.orgId}
      and left_on is null
      and person_id = any(${[...people]}::uuid[])
      and not (requirement_id || ' ' || person_id = any(${[...still]}::text[]))
  `);

// Whoever is touched again is asked anew, from the day on which they are.
const freshOf = async (tx: Tx, touched: readonly Touched[], today: Day): Promise<Touched[]> => {
  const known = await tx.rows<{ key: string; leftOn: Day | null }>(sql`
    select requirement_id || ' ' || person_id as key, left_on
    from requirement_person
    where org_id = ${tx.scope.orgId}
      and person_id = any(${[...new Set(touched.map(({ one }) => one.id))]}::uuid[])
  `);
  const asked = new Map(known.map(({ key, leftOn }) => [key, leftOn]));
  const fresh = touched.filter(({ of, one }) => {
    const left = asked.get(keyOf(of.definitionId, one.id));
    return left === undefined || left !== null;
  });
  const again = fresh.filter(({ of, one }) => asked.has(keyOf(of.definitionId, one.id)));
  for (const { of, one, dueOn } of again)
    await tx.rows(sql`
      update requirement_person
      set left_on = null, since = ${today}, due_on = ${dueOn}
      where org_id = ${tx.scope.orgId}
        and requirement_id = ${of.definitionId}
        and person_id = ${one.id}
    `);
  const first = fresh.filter((each) => !again.includes(each));
  if (first.length > 0)
    await insertRows(
      tx,
      requirementPerson,
      first.map(({ of, one, dueOn }) => ({
        ...{ orgId: tx.scope.orgId!, requirementId: of.definitionId, personId: one.id },
        ...{ since: today, dueOn },
      })),
    );
  return fresh;
};

// Whoever cannot be enrolled yet (a course first, or one that is open) is asked all the same.
const enrolled = async (tx: Tx, actor: Actor, { of, one, dueOn }: Touched, courseId: string) =>
  enrol(tx, asSystem(actor), { courseId, personId: one.id, dueOn }, of.prerequisites).catch(
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    },
  );

const tell = (tx: Tx, asked: readonly Touched[]): void => {
  for (const id of new Set(asked.map(({ one }) => one.id))) {
    const own = asked.filter(({ one }) => one.id === id);
    notify(tx, [id], {
      kind: "trainingRequirement",
      title: `${counted(own.length, "certificate is", "certificates are")} asked of you`,
      body: own.map(({ of, dueOn }) => `${of.name}, by ${formatDate(dueOn)}`).join("; "),
      link: "/admin/training",
    });
  }
};

/**
 * Follows who is touched by the requirements in force now: of some people, or of everybody. Whoever is touched anew
 * has their days, is enrolled in the course of its code where they lack it, and is told once.
 */
export const followRequirements = async (
  tx: Tx,
  actor: Actor,
  today: Day,
  ids: readonly string[] | null = null,
): Promise<number> => {
  const requirements = await requirementsInForce(tx);
  const people = await workforce(tx, ids);
  const touched = requirements.flatMap((of) =>
    people
      .filter((one) => touches(of.audience, one))
      .map((one) => ({ of, one, dueOn: addDays(today, of.dueDays) })),
  );
  const still = new Set(touched.map(({ of, one }) => keyOf(of.definitionId, one.id)));
  await letGo(tx, still, ids ?? people.map(({ id }) => id), today);
  const fresh = await freshOf(tx, touched, today);
  if (fresh.length === 0) return 0;
  const [held, courses] = await Promise.all([
    heldBy(tx, [...new Set(fresh.map(({ one }) => one.id))]),
    coursesInForce(tx),
  ]);
  const lacking = fresh.filter(({ of, one }) => !meets(of, held.get(one.id) ?? [], today));
  for (const each of lacking) {
    const course = courses.find(({ code }) => code === each.of.code);
    if (course) await enrolled(tx, actor, each, course.definitionId);
  }
  tell(tx, lacking);
  return fresh.length;
};

const run = (app: App, orgId: string) =>
  app.database.transaction(systemActor(orgId), async (tx) =>
    followRequirements(
      tx,
      systemActor(orgId),
      businessDate(tx.scope, (await readOrganization(tx)).timeZone),
    ),
  );

/** Every morning: whoever changed since yesterday is followed, however they changed. */
export const requirementDay: AgencyDay = {
  name: "training-requirements",
  at: "00:15",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(r.published_at) as since
      from training_requirement r
      where r.status = 'published'
        and not exists (
          select 1
          from requirement_person p
          where p.org_id = r.org_id and p.requirement_id = r.definition_id
        )
    `,
  },
  run,
};
