import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { deadline } from "../workflow.tables.ts";
import type { deadlineCycle } from "./deadline.labels.ts";
import type { DeadlineRecord } from "./deadline.model.ts";
import { deadlineNoun, seesDeadlinesOf } from "./deadline.noun.ts";
import type { DeadlineOwner } from "./sources.service.ts";

const named = sql`
  select d.*, p.display_name as owner, e.display_name as done_by_name
  from deadline d
  left join person p on p.id = d.owner_id
  left join person e on e.id = d.done_by
`;

/** A deadline with what may be done with it. 404 for one whose record the actor may not read. */
export const readDeadline = async (db: Db, actor: Actor, id: string): Promise<DeadlineRecord> => {
  const row = await db.maybe<DeadlineOwner & { owner: string | null; doneByName: string | null }>(
    sql`${named} where d.org_id = ${db.scope.orgId} and d.id = ${id}`,
  );
  if (!row || !seesDeadlinesOf(actor, row.sourceType)) throw notFound("deadline");
  return {
    ...row,
    number: row.title,
    doneBy: row.doneByName,
    actions: actionsFor(actor, deadlineNoun, row),
    canAssign:
      row.status !== "dropped" &&
      (row.ownerId === actor.personId || actor.permissions.has("deadline.assign")),
  };
};

/** Marks a deadline done, or open again, with what was done; 409 as the button says. */
export const moveDeadline = async (
  tx: Tx,
  actor: Actor,
  id: string,
  step: {
    action: Exclude<keyof typeof deadlineCycle.actions, "lapse">;
    reason: string | null;
    version: number | null;
  },
): Promise<DeadlineRecord> => {
  await readDeadline(tx, actor, id);
  await transition(tx, actor, deadlineNoun, {
    id,
    ...step,
    effect: async () => {
      const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
      return step.action === "meet"
        ? { patch: { note: step.reason ?? "", doneAt: at, doneBy: actor.personId } }
        : { patch: { note: "", doneAt: null, doneBy: null, lapsedAt: null } };
    },
  });
  return readDeadline(tx, actor, id);
};

/**
 * Gives a deadline to an active member, who is told. Whoever has it, a manager or an administrator
 * may; the record does not take it back. 422 for who is no active member, 409 where it is over.
 */
export const assignDeadline = async (
  tx: Tx,
  actor: Actor,
  id: string,
  ownerId: string,
  version: number | null,
): Promise<DeadlineRecord> => {
  const { canAssign } = await readDeadline(tx, actor, id);
  const before = await lockRow(tx, deadline, id, "deadline");
  if (version !== null) requireVersion(before.version, version);
  if (!canAssign)
    throw conflict(
      "not_yours",
      "Only who looks after it, a manager or an administrator gives it to somebody.",
    );
  const member = await tx.maybe(sql`
    select 1 as ok
    from organization_member
    where org_id = ${actor.orgId} and person_id = ${ownerId} and active
  `);
  if (!member) throw invalidField("ownerId", "This person is not an active member of the agency.");
  const after = await updateRow(tx, deadline, id, { ownerId, assigned: true });
  note(tx, actor, "deadline", id, { number: before.title, action: "assign", before, after });
  if (ownerId !== actor.personId)
    notify(tx, [ownerId], {
      kind: "deadline",
      title: `${actor.name} gives you a deadline: ${before.title}`,
      body: `${before.sourceNumber}, due ${before.dueOn}. ${before.follows}`,
      link: before.link,
    });
  return readDeadline(tx, actor, id);
};
