import { invalid, type FieldError } from "#kernel/errors.ts";
import { joinedSets, type ConflictSet } from "#kernel/separation.ts";
import type { Actor, Role } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { permissions, permissionsOf, type Duty } from "#roles.ts";
import { actsAlone } from "./standing.service.ts";
import type { MemberPatch, MemberRow } from "../member/member.model.ts";
import type { Power } from "../member/power.service.ts";

const givesEndOf = (held: string, sets: readonly ConflictSet[]): boolean =>
  sets.some(({ ends }) =>
    ends.some(({ permission }) =>
      (permissions as Readonly<Record<string, readonly string[]>>)[permission]?.includes(held),
    ),
  );

/** Sets of which somebody would hold both ends by a change of access, and did not before. */
export const setsJoinedBy = (
  before: Pick<MemberRow, "role" | "duties">,
  after: Pick<MemberRow, "role" | "duties">,
): readonly ConflictSet[] =>
  joinedSets(
    permissionsOf(before.role, before.duties),
    permissionsOf(after.role, after.duties),
    permissionsOf(after.role, []),
  );

/**
 * What is given without a day on which it ends, by an invitation or by a group of a directory, holds no
 * two ends of what is kept apart: the second is given to a member, with a reason and until a day.
 * @throws Problem 422 `joins_set` at `duties`.
 */
export const requireApart = (gives: { role: Role | null; duties: readonly Duty[] }): void => {
  const after = { role: gives.role ?? "user", duties: [...gives.duties] };
  const joined = setsJoinedBy({ role: "user", duties: [] }, after);
  if (joined.length === 0) return;
  const message = `One person would hold both ends of what is kept apart: ${joined.map(({ label }) => label.toLowerCase()).join(", ")}. Give one of them here; the other is given under Team, with a reason and until a day.`;
  throw invalid("joins_set", message, [{ path: "duties", message }]);
};

/**
 * Whoever gives somebody the other end of what is kept apart says why, and until when; not who
 * administers an agency alone.
 * @throws Problem 422 `joins_set` at `reason`, `roleExpiresAt` and `dutyEnds`.
 */
export const assertSeparated = async (
  tx: Tx,
  actor: Actor,
  before: MemberRow,
  patch: MemberPatch,
  power: Power,
): Promise<void> => {
  const duties = patch.duties ?? before.duties;
  const joined = setsJoinedBy(before, { role: power.role, duties });
  if (joined.length === 0) return;
  const errors: FieldError[] = [];
  if ((patch.reason ?? "").length < 3)
    errors.push({ path: "reason", message: "Say why one person shall hold both." });
  if (power.roleChanges && givesEndOf(power.role, joined) && power.expiresAt === null)
    errors.push({ path: "roleExpiresAt", message: "Choose the day with which it ends." });
  const added = duties.filter((duty: Duty) => !before.duties.includes(duty));
  for (const duty of added.filter((one) => givesEndOf(one, joined)))
    if (!power.newEnds[duty])
      errors.push({ path: `dutyEnds.${duty}`, message: "Choose the day with which it ends." });
  // Where nobody else is there, nothing can be kept apart: what they give is marked as given alone.
  if (errors.length > 0 && !(await actsAlone(tx, actor.personId, before.id)))
    throw invalid(
      "joins_set",
      `${before.name} would hold both ends of what is kept apart: ${joined.map(({ label }) => label.toLowerCase()).join(", ")}. It is given with a reason and until a day.`,
      errors,
    );
};
