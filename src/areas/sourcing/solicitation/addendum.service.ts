import type { Actor } from "#kernel/access.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { compareQuantity, plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { strictestNumber } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { leftToOrder } from "#areas/procurement/procurement.server.ts";
import { deadlineAfter } from "./deadline.model.ts";
import type { AddendumInput } from "./solicitation.fields.model.ts";
import { moveSolicitation, type SolicitationRecord } from "./solicitation.noun.ts";
import { refuseEarlier, requireOpen } from "./solicitation.service.ts";
import { solicitation, solicitationAddendum, solicitationDocument } from "./solicitation.tables.ts";
import { answerQuestion } from "./question.service.ts";
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

const changeItems = async (
  tx: Tx,
  id: string,
  wanted: AddendumInput["changes"],
  beyondRequisition: boolean,
): Promise<Change[]> => {
  const changes: Change[] = [];
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
        errors.push({
          path: `changes.${at}.quantity`,
          message: refusal,
        });
      await tx.rows(sql`
        update solicitation_item
        set quantity = ${change.quantity}, beyond = ${beyond}
        where org_id = ${tx.scope.orgId} and id = ${change.itemId}
      `);
      changes.push({
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
  return changes;
};

const addDocuments = async (
  tx: Tx,
  row: SolicitationRecord,
  addendumNo: number,
  documents: AddendumInput["documents"],
): Promise<Change[]> => {
  const stored = documents.length
    ? await tx.rows<{ id: string }>(sql`
      select id
      from stored_file
      where org_id = ${row.orgId} and id = any(${documents.map((d) => d.fileId)}::uuid[])
    `)
    : [];
  const errors = documents.flatMap((d, at) =>
    stored.some((file) => file.id === d.fileId)
      ? []
      : [{ path: `documents.${at}.fileId`, message: "There is no such file." }],
  );
  if (errors.length) throw invalid("invalid_parts", "Some files do not exist.", errors);
  await insertRows(
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
  return documents.map((d) => ({ what: "Document", before: "", after: d.title }));
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

/**
 * Publishes an addendum: deadlines move later only, a material one near the deadline extends it by
 * the agency's rule, what changes is listed, bids
 * already sealed must acknowledge a material one (whoever holds bids hears of it). With
 * `questionId` it answers that question in the same step.
 * 409 after the deadline, 412, 422 with the field's path; `beyond_requisition` where a quantity
 * grows beyond what its requisition has left and the input does not say that the rest is not from
 * it.
 */
export const publishAddendum = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AddendumInput,
  version: number | null,
): Promise<AddendumRecord> => {
  const before = await lockRow(tx, solicitation, id, "solicitation");
  const now = await databaseNow(tx);
  if (version !== null) requireVersion(before.version, version);
  requireOpen(before, now);
  if (input.dueAt) refuseEarlier(before.dueAt!, input.dueAt);
  const notice = await noticeDays(tx);
  const dueAt = deadlineAfter(before.dueAt!, input.dueAt ?? null, input.material, notice, now);
  const addendumNo = before.addenda + 1;
  const later = input.questionsUntil ?? null;
  const reopened = before.status === "questions_closed" && later !== null && new Date(later) > now;
  requireQuestionsBefore(dueAt, later);
  const changes = [
    ...(await changeItems(tx, id, input.changes, input.beyondRequisition)),
    ...(await addDocuments(tx, before, addendumNo, input.documents)),
  ];
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
    dueAfter: dueAt,
    publishedBy: actor.personId,
  });
  const patch = { addenda: addendumNo, dueAt, ...(later && { questionsUntil: later }) };
  const after = reopened
    ? await moveSolicitation(tx, { ...actor, kind: "system" }, id, "reopenQuestions", {
        effect: async () => ({ patch }),
      })
    : await updateRow(tx, solicitation, id, patch);
  audit(tx, actor, {
    action: "solicitation.addendum",
    objectType: "solicitation",
    objectId: id,
    objectNumber: before.number,
    before,
    after: {
      ...after,
      addendum: { no: addendumNo, title: input.title, material: input.material, changes },
    },
  });
  announce(tx, actor.orgId!, "solicitation.addendum", id);
  await answerAsked(tx, actor, id, input, addendumNo);
  await tellSolicitation(tx, actor, after, "addendum");
  return added;
};
