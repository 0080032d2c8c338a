import type { Actor } from "#kernel/access.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { compareQuantity, plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { openFiles } from "#server/files/holders.ts";
import { strictestNumber } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { leftToOrder } from "#areas/procurement/procurement.server.ts";
import { deadlineAfter } from "./deadline.model.ts";
import type { AddendumInput } from "./solicitation.fields.model.ts";
import { moveSolicitation, type SolicitationRecord } from "./solicitation.noun.ts";
import { refuseEarlier, requireOpen } from "./solicitation.service.ts";
import { solicitation, solicitationAddendum, solicitationDocument } from "./solicitation.tables.ts";
import { answerQuestion } from "./question.service.ts";
import { askExtension, type ExtensionRecord } from "./extension-asking.service.ts";
import { tellSolicitation } from "./publication.service.ts";

export type AddendumRecord = typeof solicitationAddendum.$inferSelect;
const missing = "There is no such item.";
type Change = { what: string; before: string; after: string };

type Item = { itemNo: number; quantity: string; unit: string; requisitionLineId: string | null };

/**
 * What a new quantity asks for beyond its requisition's line: "0" where it is within, or not more
 * than was published.
 */
const beyondOf = async (tx: Tx, item: Item, wanted: string) => {
  if (!item.requisitionLineId) return { beyond: "0", refusal: "" };
  const line = (await leftToOrder(tx, [item.requisitionLineId])).get(item.requisitionLineId)!;
  const more = subtractQuantity(wanted, line.left);
  if (compareQuantity(more, "0") <= 0) return { beyond: "0", refusal: "" };
  const unit = item.unit;
  return {
    beyond: more,
    refusal:
      compareQuantity(wanted, item.quantity) <= 0
        ? ""
        : `${line.requisitionNumber} has ${plainDecimal(line.left)} ${unit} left to order: ${plainDecimal(more)} ${unit} more have no money reserved. Have the rest requisitioned and approved as an item of its own, or say that what goes beyond is not from the requisition.`,
  };
};

/** Quantities that an addendum changes, and what of each its requisition does not cover. */
type ItemChanges = {
  changes: Change[];
  rows: { itemId: string; quantity: string; beyond: string }[];
};

const itemChanges = async (
  tx: Tx,
  id: string,
  { changes: wanted, beyondRequisition }: AddendumInput,
): Promise<ItemChanges> => {
  const planned: ItemChanges = { changes: [], rows: [] };
  const errors: FieldError[] = [];
  for (const [at, change] of wanted.entries()) {
    const item = await tx.maybe<Item>(sql`
      select item_no, quantity, unit, requisition_line_id
      from solicitation_item
      where org_id = ${tx.scope.orgId} and solicitation_id = ${id} and id = ${change.itemId}
      for update
    `);
    if (!item) errors.push({ path: `changes.${at}.itemId`, message: missing });
    else if (Number(item.quantity) !== Number(change.quantity)) {
      const { beyond, refusal } = await beyondOf(tx, item, change.quantity);
      if (refusal && !beyondRequisition)
        errors.push({ path: `changes.${at}.quantity`, message: refusal });
      planned.rows.push({ itemId: change.itemId, quantity: change.quantity, beyond });
      planned.changes.push({
        what: `Quantity of item ${item.itemNo}`,
        before: `${Number(item.quantity)} ${item.unit}`,
        after: `${Number(change.quantity)} ${item.unit}`,
      });
    }
  }
  if (errors.length)
    throw invalid(
      errors.some((each) => each.message !== missing) ? "beyond_requisition" : "invalid_parts",
      errors[0]!.message,
      errors,
    );
  return planned;
};

const requireFiles = async (
  tx: Tx,
  actor: Actor,
  documents: AddendumInput["documents"],
): Promise<void> => {
  const stored = await openFiles(
    tx,
    actor,
    documents.map((d) => d.fileId),
  );
  const errors = documents.flatMap((d, at) =>
    stored.has(d.fileId)
      ? []
      : [{ path: `documents.${at}.fileId`, message: "There is no such file." }],
  );
  if (errors.length) throw invalid("invalid_parts", "Some files do not exist.", errors);
};

const noticeDays = async (tx: Tx) => {
  return (
    strictestNumber(
      await listRules(tx, ["addendumNotice"]),
      "addendumNotice",
      "days",
      businessDate(tx.scope),
      "most",
    ) ?? 0
  );
};

const requireQuestionsBefore = (dueAt: string, later: string | null): void => {
  if (later && new Date(later) >= new Date(dueAt))
    throw invalid("invalid_field", "Questions must end before bids are due.", [
      { path: "questionsUntil", message: "Questions must end before bids are due." },
    ]);
};

const answerAsked = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AddendumInput,
  addendumNo: number,
): Promise<void> => {
  if (input.questionId)
    await answerQuestion(
      tx,
      actor,
      id,
      input.questionId,
      `${input.text}\n\nSee addendum ${addendumNo}.`,
      false,
      addendumNo,
    );
};

/** An addendum that could be published now: its deadline and what it changes. */
export type PlannedAddendum = { dueAt: Instant; reopened: boolean } & ItemChanges;

/**
 * Looks at an addendum against the locked solicitation, writing nothing: deadlines move later only,
 * a material one near the deadline extends it by the agency's rule.
 * 409 after the deadline, 422 with the field's path; `beyond_requisition` where a quantity grows
 * beyond what its requisition has left and the input does not say that the rest is not from it.
 */
export const planAddendum = async (
  tx: Tx,
  actor: Actor,
  row: SolicitationRecord,
  input: AddendumInput,
): Promise<PlannedAddendum> => {
  const now = await databaseNow(tx);
  requireOpen(row, now);
  if (input.dueAt) refuseEarlier(row.dueAt!, input.dueAt);
  const notice = await noticeDays(tx);
  const dueAt = deadlineAfter(row.dueAt!, input.dueAt ?? null, input.material, notice, now);
  const later = input.questionsUntil ?? null;
  requireQuestionsBefore(dueAt, later);
  await requireFiles(tx, actor, input.documents);
  return {
    dueAt,
    reopened: row.status === "questions_closed" && later !== null && new Date(later) > now,
    ...(await itemChanges(tx, row.id, input)),
  };
};

const storeItems = (tx: Tx, row: SolicitationRecord, changed: ItemChanges["rows"]) =>
  Promise.all(
    changed.map(({ itemId, quantity, beyond }) =>
      tx.rows(sql`
        update solicitation_item
        set quantity = ${quantity}, beyond = ${beyond}
        where org_id = ${row.orgId} and id = ${itemId}
      `),
    ),
  );

const storeDocuments = (
  tx: Tx,
  row: SolicitationRecord,
  addendumNo: number,
  documents: AddendumInput["documents"],
) =>
  insertRows(
    tx,
    solicitationDocument,
    documents.map((d, at) => ({
      orgId: row.orgId,
      id: newId(),
      solicitationId: row.id,
      fileId: d.fileId,
      title: d.title,
      position: 1000 * addendumNo + at,
      addendumNo,
    })),
  );

/**
 * Publishes a planned addendum of the locked solicitation: what changes is listed, bids already
 * sealed must acknowledge a material one, whoever was told of the solicitation hears of it. With
 * `questionId` it answers that question in the same step.
 */
export const storeAddendum = async (
  tx: Tx,
  actor: Actor,
  before: SolicitationRecord,
  input: AddendumInput,
  plan: PlannedAddendum,
): Promise<AddendumRecord> => {
  const { id } = before;
  const addendumNo = before.addenda + 1;
  const changes = [
    ...plan.changes,
    ...input.documents.map((d) => ({ what: "Document", before: "", after: d.title })),
  ];
  await storeItems(tx, before, plan.rows);
  await storeDocuments(tx, before, addendumNo, input.documents);
  const added = await insertRow(tx, solicitationAddendum, {
    orgId: before.orgId,
    id: newId(),
    solicitationId: id,
    addendumNo,
    title: input.title,
    text: input.text,
    material: input.material,
    changes,
    dueBefore: before.dueAt!,
    dueAfter: plan.dueAt,
    publishedBy: actor.personId,
  });
  const patch = {
    addenda: addendumNo,
    dueAt: plan.dueAt,
    ...(input.questionsUntil && { questionsUntil: input.questionsUntil }),
  };
  const after = plan.reopened
    ? await moveSolicitation(tx, { ...actor, kind: "system" }, id, "reopenQuestions", {
        effect: async () => ({ patch }),
      })
    : await updateRow(tx, solicitation, id, patch);
  note(tx, actor, "solicitation", id, {
    number: before.number,
    action: "addendum",
    before,
    after: {
      ...after,
      addendum: { no: addendumNo, title: input.title, material: input.material, changes },
    },
  });
  await answerAsked(tx, actor, id, input, addendumNo);
  await tellSolicitation(tx, actor, after, "addendum");
  return added;
};

/** What became of an addendum that somebody wrote: published, or waiting for a second person. */
export type WrittenAddendum =
  | { addendum: AddendumRecord; extension: null }
  | { addendum: null; extension: ExtensionRecord };

/**
 * Publishes an addendum that leaves the deadline where it is; one that moves it waits for a second
 * person. 412, and what `planAddendum` refuses; 409 `extension_waiting` while another one waits.
 */
export const writeAddendum = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AddendumInput,
  version: number | null,
): Promise<WrittenAddendum> => {
  const before = await lockRow(tx, solicitation, id, "solicitation");
  if (version !== null) requireVersion(before.version, version);
  const plan = await planAddendum(tx, actor, before, input);
  const moves = new Date(plan.dueAt) > new Date(before.dueAt!);
  return moves
    ? { addendum: null, extension: await askExtension(tx, actor, before, input, plan.dueAt) }
    : { addendum: await storeAddendum(tx, actor, before, input, plan), extension: null };
};
