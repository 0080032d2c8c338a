import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import {
  businessDaysOf,
  departmentById,
  notify,
  peopleOnDuty,
} from "#areas/organization/organization.server.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import type { Duty } from "#roles.ts";
import { checkOf } from "../control/own.service.ts";
import type { Answered } from "../judge/answered.ts";
import { controlFailure } from "../controls.tables.ts";
import type { FailureRecord } from "./failure.noun.ts";
import { settleCover } from "./cover-failure.service.ts";
import { failureNoun } from "./failure.noun.ts";

type Part = Pick<FailureRecord, "controlId" | "subjectId" | "part">;
const keyOf = ({ controlId, subjectId, part }: Part): string => `${controlId} ${subjectId} ${part}`;
const partOf = ({ control, judged: { subjectId, part } }: Answered): Part => ({
  controlId: control.controlId,
  subjectId,
  part,
});

// What was found of some records before, behind its lock.
const failuresOf = async (
  tx: Tx,
  answered: readonly Answered[],
): Promise<ReadonlyMap<string, FailureRecord>> =>
  new Map(
    (
      await tx.rows<FailureRecord>(sql`
        select *
        from control_failure
        where org_id = ${tx.scope.orgId}
          and subject_id = any(
            ${[...new Set(answered.map((each) => each.judged.subjectId))]}::uuid[]
          )
        order by id
        for update
      `)
    ).map((row) => [keyOf(row), row]),
  );

const saidOf = ({ judged, verdict, resultId }: Answered) => ({
  said: verdict.said,
  citation: [...new Set(judged.rules.map(({ citation }) => citation))].join("; "),
  resultId,
});

const ownersOf = async (
  tx: Tx,
  { control }: Answered,
  { ownerId }: FailureRecord,
): Promise<string[]> =>
  ownerId ? [ownerId] : (await peopleOnDuty(tx, control.ownerDuty as Duty)).slice(0, 20);

// Where a waiver covers it, nobody is asked, and nobody is told.
const waived = (
  tx: Tx,
  actor: Actor,
  { control, head, judged }: Answered,
  failure: FailureRecord,
) =>
  settleCover(tx, actor, failure, {
    controlId: control.controlId,
    subjectType: failure.subjectType,
    part: judged.part,
    head,
    rules: judged.rules,
  });

const tell = async (tx: Tx, each: Answered, failure: FailureRecord, title: string) =>
  notify(tx, await ownersOf(tx, each, failure), {
    kind: "controlFailure",
    title: `${failure.number}: ${failure.subjectNumber} ${title}`,
    body: `${failure.controlName}: ${each.verdict.said}`,
    link: `/compliance/failures/${failure.id}`,
  });

const open = async (tx: Tx, actor: Actor, each: Answered, told: boolean): Promise<void> => {
  const { control, head, judged } = each;
  const check = checkOf(control)!;
  // Of what its own people did, none of them answers.
  const ownerId = check.aboutPeople ? null : head.ownerId;
  const [department, names] = await Promise.all([
    head.departmentId ? departmentById(tx, head.departmentId) : null,
    namesOf(tx, [ownerId]),
  ]);
  const made = await create(tx, actor, failureNoun, {
    number: { kind: "CF" },
    row: {
      ...saidOf(each),
      orgId: tx.scope.orgId!,
      id: newId(),
      status: "open",
      controlId: control.controlId,
      controlName: control.name,
      checkName: control.checkName,
      subjectType: check.subject,
      subjectId: head.id,
      part: judged.part,
      subjectNumber: head.number,
      subjectTitle: head.title,
      amount: head.amount,
      departmentId: head.departmentId,
      department: department?.name ?? null,
      ownerId,
      owner: (ownerId && names.get(ownerId)) || null,
      people: [...new Set([...head.people, ...(head.ownerId ? [head.ownerId] : [])])].filter(
        (id) => id !== ownerId,
      ),
      severity: control.severity,
      dueOn: await businessDaysOf(tx, businessDate(tx.scope), control.days),
    },
  });
  if (await waived(tx, actor, each, made)) return;
  if (told) await tell(tx, each, made, "breaks a control");
};

type Settling = { each: Answered; found: FailureRecord | undefined; told: boolean };

const settle = async (tx: Tx, actor: Actor, { each, found, told }: Settling): Promise<void> => {
  const { verdict, control, judged } = each;
  const fails = verdict.answer === "fail" && control.mode !== "watch" && judged.binding;
  if (!found) return fails ? open(tx, actor, each, told) : undefined;
  if (fails && found.status === "closed") {
    const again = await transition(tx, actor, failureNoun, {
      id: found.id,
      action: "reopen",
      effect: async () => ({
        patch: {
          ...saidOf(each),
          closedAt: null,
          dueOn: await businessDaysOf(tx, businessDate(tx.scope), control.days),
        },
        note: verdict.said,
      }),
    });
    if (await waived(tx, actor, each, again)) return;
    return told ? tell(tx, each, again, "breaks a control again") : undefined;
  }
  // Still broken, in another way than before: whoever answers reads what is missing now.
  if (fails && found.said !== verdict.said) {
    await updateRow(tx, controlFailure, found.id, saidOf(each));
    note(tx, actor, failureNoun, found, {
      action: "find",
      before: { said: found.said },
      after: { said: verdict.said },
    });
    return;
  }
  // What cannot be told ends nothing: it stays open with what was said before.
  if (!fails && verdict.answer !== "unknown" && found.status !== "closed")
    await transition(tx, actor, failureNoun, {
      id: found.id,
      action: "close",
      effect: async () => ({
        patch: { resultId: each.resultId, closedAt: businessNow(tx.scope).toISOString() },
        note: verdict.answer === "fail" ? "The control only watches now." : verdict.said,
      }),
    });
};

/**
 * Opens, reopens and closes failures by what was judged: they follow from the records alone. `told`:
 * owners hear of each; not where all records of an agency are judged anew.
 */
export const settleFailures = async (
  tx: Tx,
  actor: Actor,
  answered: readonly Answered[],
  told: boolean,
): Promise<void> => {
  if (answered.length === 0) return;
  const before = await failuresOf(tx, answered);
  for (const each of answered)
    await settle(tx, actor, { each, found: before.get(keyOf(partOf(each))), told });
};

/** Ends what broke controls that are not in force any more: nothing judges it, so nobody owes an answer. */
export const endRetired = async (
  tx: Tx,
  actor: Actor,
  inForce: readonly string[],
): Promise<void> => {
  const left = await tx.rows<{ id: string }>(sql`
    select id
    from control_failure
    where org_id = ${tx.scope.orgId}
      and status <> 'closed'
      and control_id <> all(${[...inForce]}::uuid[])
    limit 1000
  `);
  for (const { id } of left)
    await transition(tx, actor, failureNoun, {
      id,
      action: "close",
      effect: async () => ({
        patch: { closedAt: businessNow(tx.scope).toISOString() },
        note: "The control was retired.",
      }),
    });
};
