import type { Actor } from "#kernel/access.ts";
import type { GateAct } from "#kernel/control.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import {
  controlSubject,
  judgeFacts,
  type ControlHead,
  type Judged,
} from "#server/controls/control-checks.ts";
import { askedIds, type Asked, type Held } from "#server/controls/gates.ts";
import { cached } from "#server/db/cache.ts";
import { checkOf, type Checked } from "../control/own.service.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { controlPassing } from "../controls.tables.ts";
import { coverOf } from "../waiver/cover.service.ts";

type Stopping = Checked & { controlId: string };

// Kept: an agency without a control that stops anything pays no statement.
const stoppingControls = cached({
  name: "stopping controls",
  from: ["control_version"],
  read: (db: Db): Promise<readonly Stopping[]> =>
    db.rows<Stopping>(sql`
      select definition_id as control_id, name, check_name, condition, demands, policy_id
      from control_version
      where org_id = ${db.scope.orgId} and status = 'published' and mode = 'block'
      order by check_name
    `),
});

const passed = async (db: Db, controlId: string, judged: Judged, said: string): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found
    from control_passing
    where org_id = ${db.scope.orgId}
      and control_id = ${controlId}
      and subject_id = ${judged.subjectId}
      and part = ${judged.part}
      and said = ${said}
    limit 1
  `)) !== null;

const citationOf = ({ rules }: Judged): string =>
  [...new Set(rules.map(({ citation }) => citation))].join("; ");

type Subjected = { control: Stopping; judged: Judged; head: ControlHead };

const heldBy = async (db: Db, { control, judged, head }: Subjected): Promise<Held | null> => {
  const check = checkOf(control)!;
  const { answer, said } = judgeFacts(check, judged.facts);
  if (answer === "pass" || answer === "not_applicable") return null;
  const { controlId } = control;
  const { part, rules } = judged;
  if (await coverOf(db, { controlId, subjectType: check.subject, part, head, rules })) return null;
  const unknown = answer === "unknown";
  if (unknown && (await passed(db, controlId, judged, said))) return null;
  const citation = citationOf(judged);
  const by = citation ? ` (${citation})` : "";
  return {
    subjectId: judged.subjectId,
    number: head.number,
    control: control.name,
    citation,
    said,
    remedy: check.remedy,
    unknown,
    reason: unknown
      ? `${control.name} cannot be told${by}: ${said} Somebody who had no hand in it lets it pass with a reason.`
      : `${control.name} stops it${by}: ${said} ${check.remedy}`,
  };
};

// Of a record in several versions, the one that goes out now is judged.
const newestOf = (read: readonly Judged[]): Judged[] => [
  ...new Map(
    read.toSorted((a, b) => a.part - b.part).map((judged) => [judged.subjectId, judged]),
  ).values(),
];

/** Which controls stop an act on some records, judged in this moment; nothing is kept of it. */
export const gateOf = async (db: Db, act: GateAct, asked: Asked): Promise<Held[]> => {
  const stopping = (await stoppingControls(db)).filter(
    (control) => checkOf(control)?.stops === act,
  );
  if (stopping.length === 0) return [];
  const ids = await askedIds(asked);
  const held: Held[] = [];
  for (const control of stopping) {
    const check = checkOf(control)!;
    const [read, heads] = await Promise.all([
      check.read(db, ids),
      controlSubject(check.subject)!.heads(db, ids),
    ]);
    for (const judged of newestOf(read)) {
      const head = heads.find(({ id }) => id === judged.subjectId);
      const one = head && (await heldBy(db, { control, judged, head }));
      if (one) held.push(one);
    }
  }
  return held;
};

type Let = { controlId: string; subjectId: string; reason: string };

/**
 * Lets a record pass of which a stopping control cannot tell whether it meets it, with the reason: for
 * this cause, not for another one. 404; 409 `can_be_told` where there is nothing to let pass; 403
 * `own_record` for whoever asked for it, entered or approved it.
 */
export const letPass = async (
  tx: Tx,
  actor: Actor,
  { controlId, subjectId, reason }: Let,
): Promise<void> => {
  const control = (await stoppingControls(tx)).find((c) => c.controlId === controlId);
  const check = control && checkOf(control);
  const subject = check && controlSubject(check.subject);
  if (!control || !check || !subject) throw notFound("control that stops anything");
  const [[head], read] = await Promise.all([
    subject.heads(tx, [subjectId]),
    check.read(tx, [subjectId]),
  ]);
  const [judged] = newestOf(read);
  if (!head || !judged) throw notFound("record");
  const { answer, said } = judgeFacts(check, judged.facts);
  if (answer !== "unknown" || (await passed(tx, controlId, judged, said)))
    throw conflict("can_be_told", "Nothing is to be let pass here: the control can tell.");
  if ((await subject.hands(tx, subjectId)).includes(actor.personId!))
    throw notAllowed(
      `You had a hand in ${head.number}, so another person must let it pass.`,
      "own_record",
    );
  await insertRow(tx, controlPassing, {
    orgId: tx.scope.orgId!,
    id: newId(),
    controlId,
    subjectType: subject.noun,
    subjectId,
    part: judged.part,
    said,
    reason,
    passedBy: actor.personId!,
  });
  note(
    tx,
    actor,
    subject.noun,
    { id: subjectId, number: head.number },
    {
      action: "letPass",
      after: { control: control.name, found: said },
      note: reason,
    },
  );
};
