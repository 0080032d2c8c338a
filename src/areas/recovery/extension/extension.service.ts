import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { requestApproval, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { extensionDecider } from "../law/clocks.model.ts";
import { keepProjectDays } from "../project/project.service.ts";
import { extensionNoun } from "../recovery.nouns.ts";
import { paExtension } from "../proof.tables.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";
import { deciders } from "./extension.labels.ts";
import type { Extension, extensionInput, extensionStep } from "./extension.model.ts";

type Record_ = typeof paExtension.$inferSelect;
type Told = Pick<z.output<typeof extensionStep>, "day" | "document">;

/**
 * Drafts a request for more time: a delay beyond one's control, how far the work is, and when it will be
 * done. Who decides follows from how far it goes beyond the first time. 409, 422.
 */
export const draftExtension = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: z.output<typeof extensionInput>,
): Promise<Record_> => {
  const p = await lockRow(tx, paProject, projectId, "project");
  if (["complete", "closed", "withdrawn"].includes(p.status))
    throw conflict("rule", `The work of ${p.number} is over.`);
  if (input.until <= p.workUntil)
    throw invalidField("until", `The work may last until ${formatDate(p.workUntil)} already.`);
  const open = await tx.maybe<{ number: string }>(sql`
    select number
    from pa_extension
    where org_id = ${p.orgId}
      and project_id = ${p.id}
      and status not in ('granted', 'denied', 'rejected')
  `);
  if (open) throw conflict("open", `${open.number} is not decided yet.`);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  return create(tx, actor, extensionNoun, {
    number: { kind: "EXT" },
    row: {
      ...input,
      orgId: p.orgId,
      id: newId(),
      projectId: p.id,
      decider: extensionDecider(d.declaredOn, p.category, input.until),
      preparedBy: actor.personId,
    },
    from: [{ type: "paProject", id: p.id }],
  });
};

const ask = async (tx: Tx, actor: Actor, e: Record_): Promise<void> => {
  const p = await getRow(tx, paProject, e.projectId, "project");
  await requestApproval(tx, actor, {
    type: "paExtension",
    id: e.id,
    number: e.number,
    title: `${p.number}: more time until ${formatDate(e.until)}`,
    requesterId: actor.personId,
    departmentId: null,
    facts: {
      amount: p.estimateCents,
      fundIds: [],
      departmentIds: [],
      commodities: [],
      emergency: false,
      parties: [],
    },
  });
};

const dayOf = (tx: Tx, input: Told, after: string | null): string => {
  if (!input.day) throw invalidField("day", "Enter the day.");
  if (input.day > businessDate(tx.scope)) throw invalidField("day", "This day has not come yet.");
  if (after && input.day < after) throw invalidField("day", "It is before the day it was sent.");
  return input.day;
};

// Granted, the clock of the project moves; denied, costs count to the last day that was approved.
const granted = async (tx: Tx, actor: Actor, e: Record_): Promise<void> => {
  const p = await lockRow(tx, paProject, e.projectId, "project");
  const after = await updateRow(tx, paProject, p.id, {
    workUntil: e.until,
  });
  await keepProjectDays(tx, actor, after);
};

/** Sends a request for more time to its approvers. */
export const submitExtension = (tx: Tx, actor: Actor, at: TakenStep): Promise<Record_> =>
  transition(tx, actor, extensionNoun, {
    ...at,
    action: "submit",
    effect: async (e) => {
      await ask(tx, actor, e as Record_);
    },
  });

/** Records that it went to whoever decides. 422 for a day to come. */
export const sendExtension = (tx: Tx, actor: Actor, at: TakenStep, input: Told): Promise<Record_> =>
  transition(tx, actor, extensionNoun, {
    ...at,
    action: "send",
    effect: async () => ({ patch: { sentOn: dayOf(tx, input, null) } }),
  });

const answerOf = (tx: Tx, e: Record_, at: TakenStep, input: Told) => {
  if (!input.document) throw invalidField("document", "Name the letter that says so.");
  return {
    decidedOn: dayOf(tx, input, e.sentOn),
    document: input.document,
    statusReason: at.reason,
  };
};

/** Records that more time was granted: the clock of the project moves. */
export const grantExtension = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  input: Told,
): Promise<Record_> =>
  transition(tx, actor, extensionNoun, {
    ...at,
    action: "grant",
    effect: async (record) => {
      const e = record as Record_;
      const patch = answerOf(tx, e, at, input);
      await granted(tx, actor, e);
      return { patch };
    },
  });

/** Records that more time was denied: costs count to the last day that was approved. */
export const denyExtension = (tx: Tx, actor: Actor, at: TakenStep, input: Told): Promise<Record_> =>
  transition(tx, actor, extensionNoun, {
    ...at,
    action: "deny",
    effect: async (e) => ({ patch: answerOf(tx, e as Record_, at, input) }),
  });

/** Requests of a project for more time, the newest first, with the actor's steps. 404. */
export const extensionsOf = async (
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<Extension[]> => {
  await getRow(db, paProject, projectId, "project");
  const rows = await db.rows<Record_>(sql`
    select *
    from pa_extension
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by number desc
    limit 50
  `);
  return rows.map((e) => ({ ...e, actions: actionsFor(actor, extensionNoun, e) }));
};

const settled =
  (action: "return" | "reject") => async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, asSystem(actor), extensionNoun, {
      id,
      action,
      reason: comment,
      effect: async () => ({ patch: { statusReason: comment } }),
    }));

/** What the end of an approval does to a request for more time. */
export const extensionApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) =>
    void (await transition(tx, asSystem(actor), extensionNoun, { id, action: "approve" })),
  returned: settled("return"),
  rejected: settled("reject"),
};

/** A request for more time with its project and the actor's steps. 404. */
export const readExtension = async (db: Db, actor: Actor, id: string) => {
  const e = await getRow(db, paExtension, id, "extension");
  const p = await getRow(db, paProject, e.projectId, "project");
  return {
    ...e,
    project: `${p.number} ${p.title}`,
    workUntil: p.workUntil,
    actions: actionsFor(actor, extensionNoun, e),
  };
};

/** What approvers see of a request for more time. */
export const extensionSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const e = await getRow(db, paExtension, id, "extension");
  const p = await getRow(db, paProject, e.projectId, "project");
  return {
    facts: [
      { label: "Project", value: `${p.number} ${p.title}` },
      { label: "Work until now", value: formatDate(p.workUntil) },
      { label: "Asked until", value: formatDate(e.until) },
      { label: "Decided by", value: deciders[e.decider] },
      { label: "Delay", value: e.reason },
      { label: "How far it is", value: e.progress },
      { label: "Timeline", value: e.timeline },
    ],
    lines: [],
    budget: [],
    checks: [],
  };
};
