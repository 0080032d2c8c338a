// An agency whose people are certified, for tests of it.
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";

export type Written = { id: string; version: number; status: string; number: string };

/** Addresses of what the tests ask. */
export const at = {
  certificates: "/api/v1/person-certificates",
  matrix: "/api/v1/certificate-matrix",
  members: "/api/v1/members",
} as const;

const peopleOf = {
  admin: { role: "admin" },
  officer: { duties: ["training_officer"] },
  second: { duties: ["training_officer"] },
  boss: { role: "manager" },
  learner: {},
  other: {},
} as const;

/** An agency with people to be certified, and what tests do to it. */
export const trainingOf = async (t: TestDatabase) => {
  const agency = await makeAgency(t.database);
  const people = (await makeMembers(t.database, agency, peopleOf as never)) as Record<
    keyof typeof peopleOf,
    Actor
  >;
  const asking = askingOf(() => t);
  const enter = (by: Actor, over: object = {}) =>
    asking<Written>(by, `POST ${at.certificates}`, {
      ...{ holderId: by.personId, code: "CPR", title: "Adult CPR", issuer: "Red Cross" },
      ...{ validFrom: agencyDay(-10), validUntil: agencyDay(300), ...over },
    });
  const step = (by: Actor, id: string, name: string, reason?: string) =>
    asking<Written>(by, `POST ${at.certificates}/${id}/actions/${name}`, { reason });
  /** Entered by the holder, verified by the officer. */
  const certified = async (holder: Actor, over: object = {}) => {
    const made = await enter(holder, over);
    await step(people.officer, made.id, "verify");
    return made;
  };
  return { agency, people, asking, enter, step, certified };
};
