import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { wholeOf } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { create } from "#server/create.ts";
import { insertRows } from "#server/db/rows.ts";
import type { MadeFrom } from "#server/origin/origin.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { requirePlace } from "#areas/organization/organization.server.ts";
import {
  chargeable,
  fiscalYearOf,
  requireCostCodes,
  yearStartOf,
} from "#areas/budget/budget.server.ts";
import { endTasks } from "#areas/workflow/workflow.server.ts";
import { requisition, requisitionLine, requisitionSplit } from "../procurement.tables.ts";
import { refuseUnknownCodes } from "./commodity-codes.service.ts";
import {
  codedLines,
  foldShares,
  priceLines,
  type PricedLine,
} from "./requisition-lines.service.ts";
import { requisitionCycle, requisitionFields, type RequisitionInput } from "./requisition.model.ts";

export const requisitionNoun = defineNoun({
  name: "requisition",
  path: "requisitions",
  page: "/smart-requisition",
  table: requisition,
  cycle: requisitionCycle,
  number: (r) => r.number,
  askers: ["requesterId", "formerAuthors"],
});
export type RequisitionRecord = typeof requisition.$inferSelect;

const writeLines = async (
  tx: Tx,
  orgId: string,
  requisitionId: string,
  lines: readonly PricedLine[],
) => {
  const { whole, divided } = foldShares(lines.flatMap((l) => l.splits));
  await Promise.all([
    insertRows(
      tx,
      requisitionLine,
      lines.map((l) => ({
        ...l,
        orgId,
        requisitionId,
        accountStringId: whole.get(l.id)?.accountStringId ?? null,
      })),
    ),
    ...(divided.length
      ? [
          insertRows(
            tx,
            requisitionSplit,
            divided.map((s) => ({ ...s, orgId })),
          ),
        ]
      : []),
  ]);
};

const deleteLines = async (tx: Tx, requisitionId: string): Promise<void> => {
  const { orgId } = tx.scope;
  await tx.rows(sql`
    delete from requisition_split
    where org_id = ${orgId}
      and line_id in (
        select id
        from requisition_line
        where org_id = ${orgId} and requisition_id = ${requisitionId}
      )
  `);
  await tx.rows(
    sql`delete from requisition_line where org_id = ${orgId} and requisition_id = ${requisitionId}`,
  );
};

const summaryOf = (input: RequisitionInput, lines: readonly PricedLine[], total: number) => ({
  ...input,
  amount: total,
  lines: lines.map((l) => ({
    line: l.lineNo,
    description: l.description,
    ...(l.costCodeId ? { costCodeId: l.costCodeId } : {}),
    quantity: l.quantity,
    unitPrice: l.unitPrice,
    amount: l.amount,
    accounts: l.splits.map((s) => ({ account: s.accountStringId, amount: s.amount })),
  })),
});

export type DraftedRequisition = RequisitionRecord & { lines: PricedLine[] };

// What was bought in an emergency is asked for afterwards, but never for a day before the year that
// pays for it.
export const refuseLongPast = async (
  tx: Tx,
  neededOn: string,
  fiscalYearId: string,
): Promise<void> => {
  const from = await yearStartOf(tx, fiscalYearId);
  if (neededOn < from)
    throw invalidField(
      "neededOn",
      `The fiscal year that pays for it begins on ${formatDate(from)}. Enter a day from then on.`,
    );
};

const accountsOf = (input: RequisitionInput) =>
  input.lines.flatMap((l, i) =>
    l.splits.map((s, j) => ({
      id: s.accountStringId,
      path: `lines.${i}.splits.${j}.accountStringId`,
    })),
  );
const codesOf = (input: RequisitionInput) =>
  input.lines.map((l, i) => ({ commodityCode: l.commodityCode ?? null, path: `lines.${i}` }));

// Accounts and commodities that may be used, and the fiscal year that pays for it.
const checkDraft = async (tx: Tx, input: RequisitionInput, before: string | null = null) => {
  const [facts, year] = await Promise.all([
    chargeable(tx, accountsOf(input)),
    fiscalYearOf(tx, businessDate(tx.scope)),
    refuseUnknownCodes(tx, codesOf(input)),
    requireCostCodes(tx, codedLines(input.lines, "lines")),
    requirePlace(tx, input.placeId, before),
  ]);
  await refuseLongPast(tx, input.neededOn, year.id);
  return { year, federal: [...facts.values()].some((f) => f.federal) };
};

/**
 * Drafts a requisition for the actor, made `from` what asked for it; totals and splits are computed
 * here. 422 with the field's path for what does not add up.
 */
export const createRequisition = async (
  tx: Tx,
  actor: Actor,
  input: RequisitionInput,
  from: readonly MadeFrom[] = [],
): Promise<DraftedRequisition> => {
  const { lines, total } = priceLines(input.lines);
  const today = businessDate(tx.scope);
  const { year, federal } = await checkDraft(tx, input);
  const { lines: _lines, ...fields } = input;
  const id = newId();
  const drafted = await create(tx, actor, requisitionNoun, {
    number: { kind: "REQ", year: year.year },
    row: {
      ...fields,
      orgId: actor.orgId!,
      id,
      requesterId: actor.personId,
      requestedOn: today,
      fiscalYearId: year.id,
      amount: total,
      federal,
    },
    content: summaryOf(input, lines, total),
    from,
    store: () => writeLines(tx, actor.orgId!, id, lines),
  });
  return { ...drafted, lines };
};

/**
 * Changes a draft or returned requisition; only its requester may. Lines are replaced as a whole;
 * what was asked or granted beyond the budget ends.
 */
export const changeRequisition = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RequisitionInput,
  version: number | null,
): Promise<RequisitionRecord> => {
  return change(tx, actor, requisitionNoun, {
    id,
    version,
    action: "change",
    effect: async (before) => {
      if (before.status !== "draft" && before.status !== "returned")
        throw conflict(
          "not_in_this_status",
          "Only a draft or returned requisition can be changed. Take it back first.",
        );
      if (before.requesterId !== actor.personId)
        throw notAllowed("Only the person who asked for it can change it.");
      const { lines, total } = priceLines(input.lines);
      const { year, federal } = await checkDraft(tx, input, before.placeId);
      await deleteLines(tx, id);
      const { lines: _lines, ...fields } = input;
      await endAsking(tx, actor, before);
      await writeLines(tx, actor.orgId!, id, lines);
      return {
        patch: {
          ...wholeOf(requisitionFields, fields),
          fiscalYearId: year.id,
          budgetOverride: null,
          amount: total,
          federal,
        },
        content: summaryOf(input, lines, total),
      };
    },
  });
};

/** Nobody need answer any more whether it may exceed the budget. */
export const endAsking = async (
  tx: Tx,
  actor: Actor,
  { budgetOverride: o }: RequisitionRecord,
): Promise<void> => void (o?.status === "asked" && (await endTasks(tx, actor, o.tasks)));
