import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { departmentById, notify } from "#areas/organization/organization.server.ts";
import { requestApproval, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { controlSubject, judgeFacts, type ControlCheck } from "#server/controls/control-checks.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { checkOf } from "../control/own.service.ts";
import { controlsInForce, type InForce } from "../control/control.service.ts";
import { seesFailure } from "../failure/failure.noun.ts";
import { isFederal } from "./cover.service.ts";
import { settleWaiver } from "./settle-waiver.service.ts";
import { waiverRule } from "./waiver.labels.ts";
import type { WaiverInput, WaiverTerm } from "./waiver.model.ts";
import { waiverNoun, type WaiverRecord } from "./waiver.noun.ts";

/** Until when a waiver may hold at most that is asked for today, by the agency's dated rule. */
export const termOf = async (db: Db): Promise<WaiverTerm> => {
  const held = ownOrShipped(await rulesOfKey(db, waiverRule), waiverRule, businessDate(db.scope));
  const terms = held.flatMap(({ parameters: { days }, citation }) =>
    typeof days === "number" ? [{ days, citation }] : [],
  );
  const [shortest] = terms.toSorted((a, b) => a.days - b.days);
  if (!shortest)
    throw conflict("no_term", "No rule says for how long a waiver may hold. Enter one first.");
  const latest = businessNow(db.scope).getTime() + shortest.days * 86_400_000;
  return { ...shortest, latest: new Date(latest).toISOString() as Instant };
};

const checkEnd = async (tx: Tx, endsAt: Instant): Promise<void> => {
  if (Date.parse(endsAt) <= businessNow(tx.scope).getTime())
    throw invalidField("endsAt", "Choose a time to come.", "end_over");
  const { latest, days } = await termOf(tx);
  if (Date.parse(endsAt) > Date.parse(latest))
    throw invalidField(
      "endsAt",
      `A waiver holds for ${days} days at most: until ${formatInstant(latest, tx.scope.timeZone ?? "UTC")}.`,
      "term_too_long",
    );
};

const controlOf = async (
  tx: Tx,
  controlId: string,
): Promise<{ control: InForce; check: ControlCheck }> => {
  const control = (await controlsInForce(tx)).find((c) => c.controlId === controlId);
  const check = control && checkOf(control);
  if (!control || !check) throw notFound("control in force");
  return { control, check };
};

/** What a waiver covers, in the columns of its row, with whom it concerns. */
type Covered = Pick<
  WaiverRecord,
  "subjectId" | "part" | "subjectNumber" | "departmentId" | "department" | "federal" | "people"
> & { amount: number; amountBelow: number | null; citation: string };

const ofRecord = async (
  tx: Tx,
  actor: Actor,
  check: ControlCheck,
  { subjectId, part }: Extract<WaiverInput, { scope: "record" }>,
): Promise<Covered> => {
  const subject = controlSubject(check.subject)!;
  const [head] = await subject.heads(tx, [subjectId]);
  if (!head || !seesFailure(actor, { ownerId: head.ownerId, people: [...head.people] }))
    throw notFound("record");
  const judged = (await check.read(tx, [subjectId])).find((each) => each.part === part);
  const verdict = judged && judgeFacts(check, judged.facts);
  if (!judged || !verdict || verdict.answer === "pass" || verdict.answer === "not_applicable")
    throw conflict(
      "not_broken",
      `${head.number} does not break this control: nothing is to waive.`,
    );
  const hands = await subject.hands(tx, subjectId);
  const department = head.departmentId ? await departmentById(tx, head.departmentId) : null;
  return {
    subjectId,
    part,
    subjectNumber: head.number,
    departmentId: null,
    department: department?.name ?? null,
    federal: isFederal({ head, rules: judged.rules }),
    citation: [...new Set(judged.rules.map(({ citation }) => citation))].join("; "),
    people: [...new Set([...(head.ownerId ? [head.ownerId] : []), ...head.people, ...hands])],
    amount: head.amount,
    amountBelow: null,
  };
};

const ofClass = async (
  tx: Tx,
  actor: Actor,
  { departmentId, amountBelow }: Extract<WaiverInput, { scope: "class" }>,
): Promise<Covered> => {
  if (!actor.permissions.has("control.read"))
    throw notAllowed(
      "A class of records is waived at the request of somebody who watches over controls.",
      "class_by_officers",
    );
  const department = await departmentById(tx, departmentId);
  return {
    subjectId: null,
    part: null,
    subjectNumber: null,
    departmentId,
    department: department.name,
    federal: false,
    citation: "",
    people: [],
    amount: amountBelow ?? 0,
    amountBelow,
  };
};

const refuseSecond = async (tx: Tx, { controlId, ...input }: WaiverInput): Promise<void> => {
  if (input.scope !== "record") return;
  const before = await tx.maybe<{ number: string }>(sql`
    select number
    from control_waiver
    where org_id = ${tx.scope.orgId}
      and control_id = ${controlId}
      and subject_id = ${input.subjectId}
      and part = ${input.part}
      and status in ('requested', 'approved', 'active')
  `);
  if (before)
    throw conflict("waiver_asked", `${before.number} was asked for this before: read it first.`);
};

const askApproval = (tx: Tx, actor: Actor, row: WaiverRecord, covered: Covered) => {
  const departmentIds = row.departmentId ? [row.departmentId] : [];
  return requestApproval(tx, actor, {
    type: "controlWaiver",
    id: row.id,
    number: row.number,
    title: `${row.controlName}: ${row.subjectNumber ?? row.department}`,
    requesterId: actor.personId,
    departmentId: row.departmentId,
    facts: {
      amount: covered.amount,
      fundIds: [],
      departmentIds,
      commodities: [],
      emergency: false,
      parties: [...new Set([actor.personId!, ...covered.people])],
    },
  });
};

/**
 * Asks that a record, or the records of a department, need not meet a control until an instant; the
 * agency's approval policy says who decides, never the asker or anybody with a hand in the record. 404;
 * 403 `class_by_officers`; 409 `not_broken`, `waiver_asked`, `no_term`, `no_policy`; 422 for an end that
 * is over or beyond the longest term, or a file that is not the actor's.
 */
export const requestWaiver = async (
  tx: Tx,
  actor: Actor,
  input: WaiverInput,
): Promise<WaiverRecord> => {
  const { control, check } = await controlOf(tx, input.controlId);
  await checkEnd(tx, input.endsAt);
  await refuseSecond(tx, input);
  const covered =
    input.scope === "record"
      ? await ofRecord(tx, actor, check, input)
      : await ofClass(tx, actor, input);
  if (input.permissionFileId)
    await requireSeenFile(tx, actor, input.permissionFileId, "permissionFileId");
  const { amount: _amount, ...columns } = covered;
  const row = (await create(tx, actor, waiverNoun, {
    number: { kind: "CW" },
    row: {
      ...columns,
      orgId: tx.scope.orgId!,
      id: newId(),
      status: "requested",
      controlId: control.controlId,
      controlName: control.name,
      checkName: control.checkName,
      scope: input.scope,
      subjectType: check.subject,
      reason: input.reason,
      measure: input.measure,
      endsAt: input.endsAt,
      permissionFileId: input.permissionFileId,
      askedBy: actor.personId!,
      asker: actor.name,
    },
  })) as WaiverRecord;
  await askApproval(tx, actor, row, covered);
  return row;
};

/** Takes a request back before it is decided; its asker alone. 404, 409, 412. */
export const withdrawWaiver = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<WaiverRecord> =>
  transition(tx, actor, waiverNoun, {
    id,
    action: "withdraw",
    version,
    effect: async () => withdrawApproval(tx, actor, id),
  });

/**
 * Attaches the awarding agency's written permission: an approved waiver holds from then on. 404, 409,
 * 412; 403 `own_waiver` for somebody who neither asked nor watches over controls; 422 for the file.
 */
export const attachPermission = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { permissionFileId }: { permissionFileId: string },
): Promise<WaiverRecord> => {
  await requireSeenFile(tx, actor, permissionFileId, "permissionFileId");
  const row = await transition(tx, actor, waiverNoun, {
    id,
    action: "attach",
    version,
    effect: async (waiver) => {
      if (waiver.askedBy !== actor.personId && !actor.permissions.has("control.read"))
        throw notAllowed("Whoever asked for the waiver attaches the permission.", "own_waiver");
      const decided = waiver.status === "approved";
      return {
        to: decided ? "active" : "requested",
        patch: {
          permissionFileId,
          ...(decided && { beganAt: businessNow(tx.scope).toISOString() as Instant }),
        },
      };
    },
  });
  if (row.status === "active") await settleWaiver(tx, row);
  return row;
};

/** Ends a waiver before its time, with the reason: what it covered fails again. 404, 409, 412. */
export const revokeWaiver = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<WaiverRecord> => {
  const row = await transition(tx, actor, waiverNoun, {
    id,
    action: "revoke",
    version,
    reason,
    effect: async () => ({
      patch: { endedAt: businessNow(tx.scope).toISOString() as Instant },
    }),
  });
  notify(tx, [row.askedBy], {
    kind: "controlWaiver",
    title: `${row.number} was revoked`,
    body: reason ?? "",
    link: `/compliance/waivers/${row.id}`,
  });
  await settleWaiver(tx, row);
  return row;
};

/**
 * Ends the waivers whose instant has come, to the minute of the agency's clock: what they covered fails
 * again, and what was not decided is taken back.
 */
export const endWaivers = async (tx: Tx, actor: Actor): Promise<void> => {
  const over = await tx.rows<{ id: string; status: string }>(sql`
    select id, status
    from control_waiver
    where org_id = ${tx.scope.orgId}
      and status in ('requested', 'approved', 'active')
      and ends_at <= ${businessNow(tx.scope).toISOString()}
    order by ends_at
    limit 200
  `);
  for (const { id, status } of over) {
    if (status === "requested") await withdrawApproval(tx, actor, id);
    const row = await transition(tx, asSystem(actor), waiverNoun, {
      id,
      action: "expire",
      effect: async () => ({
        patch: { endedAt: businessNow(tx.scope).toISOString() as Instant },
        note: status === "active" ? "Its time is over." : "Its time was over before it held.",
      }),
    });
    notify(tx, [row.askedBy], {
      kind: "controlWaiver",
      title: `${row.number} ended`,
      body: `${row.controlName} counts again for ${row.subjectNumber ?? row.department}.`,
      link: `/compliance/waivers/${row.id}`,
    });
    await settleWaiver(tx, row);
  }
};
