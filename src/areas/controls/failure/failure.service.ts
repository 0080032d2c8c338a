import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import { controlSubject } from "#server/controls/control-checks.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { judgeRecords } from "../judge/judge.service.ts";
import { controlFailure } from "../controls.tables.ts";
import { failureNoun, type FailureRecord } from "./failure.noun.ts";

/**
 * Gives a failure to somebody of the agency, who is told. 404, 412, 409 once it is met; 422 for
 * somebody who is not of the agency.
 */
export const assignFailure = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { ownerId }: { ownerId: string },
): Promise<FailureRecord> =>
  transition(tx, actor, failureNoun, {
    id,
    action: "assign",
    version,
    effect: async (row) => {
      const [member] = await membersNamed(tx, { ids: [ownerId] });
      if (!member) throw invalidField("ownerId", "Choose somebody of the agency.", "owner_unknown");
      notify(tx, [ownerId], {
        kind: "controlFailure",
        title: `${row.number}: answer for ${row.subjectNumber}`,
        body: `${row.controlName}: ${row.said}`,
        link: `/compliance/failures/${row.id}`,
      });
      return { patch: { ownerId, owner: member.name }, note: member.name };
    },
  });

/** Answers for a failure as its owner: what happened, and what is done about it. */
export const answerFailure = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { answer }: { answer: string },
): Promise<FailureRecord> =>
  transition(tx, actor, failureNoun, {
    id,
    action: "answer",
    version,
    effect: async () => ({
      patch: {
        answer,
        answeredBy: actor.personId,
        answeredAt: businessNow(tx.scope).toISOString(),
      },
      note: answer,
    }),
  });

/** Asks the owner again, with the reason; the answer stays in the history. */
export const returnFailure = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<FailureRecord> =>
  transition(tx, actor, failureNoun, {
    id,
    action: "return",
    version,
    reason,
    effect: async (row) => {
      if (row.ownerId)
        notify(tx, [row.ownerId], {
          kind: "controlFailure",
          title: `${row.number}: answer again`,
          body: reason ?? "",
          link: `/compliance/failures/${row.id}`,
        });
      return {};
    },
  });

/** Judges the record of a failure now, instead of within a minute. 404. */
export const judgeAgain = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const row = await lockRow(tx, controlFailure, id, "failure");
  const subject = controlSubject(row.subjectType);
  if (!subject) return;
  await judgeRecords(tx, subject, [row.subjectId], "asked");
  note(tx, actor, "controlFailure", row, { action: "judge", event: null });
};
