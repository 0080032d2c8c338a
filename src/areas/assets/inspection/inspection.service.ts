import type { Actor } from "#kernel/access.ts";
import { endOfDate } from "#kernel/dates.ts";
import { conflict, invalid, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { judge } from "#areas/forms/forms.public.ts";
import { validate } from "#areas/forms/forms.server.ts";
import { notify, peopleWhoMay, requirePlace } from "#areas/organization/organization.server.ts";
import { endTasks, giveTask } from "#areas/workflow/workflow.server.ts";
import { asset } from "../assets.tables.ts";
import { askedBy, failed, type Answers } from "../checklist/checklist.model.ts";
import type { ChecklistItem } from "../checklist/checklist.labels.ts";
import { checklists } from "../checklist/checklist.service.ts";
import { endCycle } from "../plan/cycle.service.ts";
import type { InspectionInput } from "./inspection.model.ts";
import { follow } from "./finding.service.ts";
import { inspectionNoun } from "./inspection.noun.ts";
import { inspection } from "./inspection.tables.ts";

type Stored = typeof inspection.$inferSelect;
export type InspectionStep = { id: string; version: number | null; reason?: string | null };
const linkOf = (id: string) => `/inspections/${id}`;

type Wanted = Omit<InspectionInput, "title"> & { title?: string };

/**
 * Schedules an inspection on the version of a checklist that is in force, and gives it to somebody,
 * who finds it among their tasks. 422 for who may not inspect, 409 for a checklist out of force.
 */
export const scheduleInspection = async (
  tx: Tx,
  actor: Actor,
  { checklistId, ...wanted }: Wanted,
): Promise<Stored> => {
  if (!(await peopleWhoMay(tx, "inspection.work")).includes(wanted.assignedTo))
    throw invalidField(
      "assignedTo",
      "Choose somebody who may inspect: an inspector, a technician, an asset manager, a manager.",
    );
  if (wanted.placeId) await requirePlace(tx, wanted.placeId, null);
  const kept = wanted.assetId ? await getRow(tx, asset, wanted.assetId, "asset") : null;
  const checklist = await checklists.begin(tx, checklistId);
  const id = newId();
  const title =
    wanted.title || [checklist.name, kept?.name].filter(Boolean).join(": ").slice(0, 200);
  const taskId = await give(tx, actor, { ...wanted, id, title });
  return create(tx, actor, inspectionNoun, {
    number: { kind: "INS" },
    row: {
      ...wanted,
      title,
      taskId,
      placeId: wanted.placeId ?? kept?.placeId ?? null,
      location: wanted.location || kept?.location || "",
      departmentId: kept?.departmentId ?? null,
      definitionVersionId: checklist.id,
      createdBy: actor.personId,
      orgId: actor.orgId!,
      id,
    },
  });
};

type Given = { id: string; title: string; assignedTo: string; dueOn: Day | null };

// Among the tasks of who inspects, until it is submitted or cancelled.
const give = async (tx: Tx, actor: Actor, row: Given): Promise<string | null> => {
  if (row.assignedTo === actor.personId) return null;
  const task = await giveTask(tx, actor, {
    kind: "follow_up",
    personId: row.assignedTo,
    title: `Inspect: ${row.title}`.slice(0, 200),
    detail: "",
    link: linkOf(row.id),
    dueAt: row.dueOn
      ? new Date(endOfDate(row.dueOn, tx.scope.timeZone ?? "UTC")).toISOString()
      : null,
  });
  return task.id;
};
const endTask = (tx: Tx, actor: Actor, { taskId }: Stored) =>
  taskId ? endTasks(tx, actor, [taskId]) : null;

type OfPlan = { checklistId: string | null; leadId: string | null; name: string };

/** The inspection that a plan makes; its id. */
export const planInspection = async (
  tx: Tx,
  actor: Actor,
  plan: OfPlan,
  { assetId, dueOn }: { assetId: string | null; dueOn: Day },
): Promise<string> => {
  const row = await scheduleInspection(tx, actor, {
    checklistId: plan.checklistId!,
    assignedTo: plan.leadId!,
    assetId,
    dueOn,
    placeId: null,
    location: assetId ? "" : plan.name,
  });
  return row.id;
};

const requireOwn = (actor: Actor, row: Pick<Stored, "assignedTo">) => {
  if (row.assignedTo !== actor.personId && !actor.permissions.has("inspection.manage"))
    throw notAllowed("This inspection is given to somebody else.");
};

/** Begins an inspection that is given to oneself. 409 while a demanded certificate is not checked. */
export const startInspection = (tx: Tx, actor: Actor, { id, version }: InspectionStep) =>
  transition(tx, actor, inspectionNoun, {
    id,
    action: "start",
    version,
    effect: async (row) => requireOwn(actor, row),
  });

const itemsOf = async (tx: Tx, row: Stored): Promise<ChecklistItem[]> =>
  (await checklists.begunWith(tx, row.definitionVersionId)).items;

/** Keeps what was answered so far, whatever is missing or wrong in it. */
export const keepAnswers = async (
  tx: Tx,
  actor: Actor,
  id: string,
  answers: Answers,
  version: number | null,
): Promise<Stored> => {
  const before = await lockRow(tx, inspection, id, "inspection");
  requireVersion(before.version, version);
  requireOwn(actor, before);
  if (before.status !== "in_progress")
    throw conflict("not_in_this_status", "Answers are kept while the inspection is in progress.");
  if (JSON.stringify(answers).length > 400_000)
    throw invalidField("answers", "These answers are too long.");
  const after = await updateRow(tx, inspection, id, { answers: { ...answers } });
  announce(tx, before.orgId, "inspection.keep", id);
  return after;
};

// A photo is a file that was attached to this inspection, and no other id.
const requirePhotos = async (
  tx: Tx,
  id: string,
  items: readonly ChecklistItem[],
  given: Answers,
) => {
  const keys = items.flatMap((one) => (one.kind === "photo" ? [one.key] : [`${one.key}Photo`]));
  const ids = keys.flatMap((key) => (Array.isArray(given[key]) ? (given[key] as string[]) : []));
  if (ids.length === 0) return;
  const there = await tx.rows<{ fileId: string }>(sql`
    select file_id
    from attachment
    where org_id = ${tx.scope.orgId} and object_type = 'inspection' and object_id = ${id}
  `);
  const known = new Set(there.map((one) => one.fileId));
  const wrong = keys.find((key) =>
    Array.isArray(given[key]) ? (given[key] as string[]).some((one) => !known.has(one)) : false,
  );
  if (wrong) throw invalidField(`answers.${wrong}`, "A photo did not arrive. Take it again.");
};

/**
 * Submits an inspection: judged by its pinned checklist (422 at each item). What failed follows its
 * rule in the same transaction: a finding, a corrective work order, the asset out of service.
 */
export const submitInspection = async (
  tx: Tx,
  actor: Actor,
  { id, version }: InspectionStep,
  { answers: given }: { answers: Answers },
): Promise<Stored> => {
  const row = await transition(tx, actor, inspectionNoun, {
    id,
    action: "submit",
    version,
    effect: async (before) => {
      requireOwn(actor, before);
      const items = await itemsOf(tx, before);
      const { answers, errors } = judge(askedBy(items), given, validate);
      if (errors.length > 0)
        throw invalid(
          "not_answered",
          "Something is missing or not valid.",
          errors.map(({ path, message }) => ({ path: `answers.${path}`, message })),
        );
      await requirePhotos(tx, id, items, answers);
      const bad = items.filter((one) => failed(one, answers));
      await follow(tx, actor, before, bad, answers);
      return {
        patch: {
          answers,
          failed: bad.length,
          result: bad.length > 0 ? ("fail" as const) : ("pass" as const),
          submittedBy: actor.personId,
          submittedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });
  await Promise.all([
    endCycle(tx, { inspectionId: id }, { status: "done", why: "" }),
    endTask(tx, actor, row),
  ]);
  if (row.createdBy && row.createdBy !== actor.personId)
    notify(tx, [row.createdBy], {
      kind: "inspection",
      title: `${row.number} ${row.result === "fail" ? "found something" : "passed"}`,
      body: row.title,
      link: linkOf(id),
    });
  return row;
};

/** Reviews what somebody else inspected. */
export const reviewInspection = (
  tx: Tx,
  actor: Actor,
  { id, version }: InspectionStep,
  { note }: { note: string },
) =>
  transition(tx, actor, inspectionNoun, {
    id,
    action: "review",
    version,
    effect: async () => ({ patch: { reviewedBy: actor.personId, reviewNote: note } }),
  });

/** Closes a reviewed inspection, or cancels one that was not submitted, with a reason. */
export const endInspection = async (
  tx: Tx,
  actor: Actor,
  action: "close" | "cancel",
  { id, version, reason = null }: InspectionStep,
) => {
  const row = await transition(tx, actor, inspectionNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => ({ patch: { statusReason: reason } }),
  });
  if (action === "cancel")
    await Promise.all([
      endCycle(tx, { inspectionId: id }, { status: "skipped", why: reason ?? "" }),
      endTask(tx, actor, row),
    ]);
  return row;
};

/** Answers by one's name for certificates that nobody checks here. Not by who inspects. */
export const acknowledge = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<Stored> => {
  return change(tx, actor, inspectionNoun, {
    id,
    version,
    action: "acknowledge",
    effect: async (before) => {
      if (before.status !== "scheduled")
        throw conflict("not_in_this_status", "This is said before the inspection begins.");
      if (before.assignedTo === actor.personId)
        throw conflict("own_qualification", "Somebody other than who inspects answers for it.");
      return {
        patch: {
          qualification: `Not checked; ${actor.name} answers for it, ${businessDate(tx.scope)}.`,
        },
      };
    },
  });
};
