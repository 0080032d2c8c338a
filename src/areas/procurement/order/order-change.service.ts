import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { chargeable, chargedDepartments, requireCostCodes } from "#areas/budget/budget.server.ts";
import {
  approvalRoute,
  requestApproval,
  type ApprovalDocument,
} from "#areas/workflow/workflow.server.ts";
import { crossesThreshold } from "../method/method.labels.ts";
import { refuseUnknownCodes } from "../requisition/commodity-codes.service.ts";
import { codedLines } from "../requisition/requisition-lines.service.ts";
import { applyChange } from "./change-applied.service.ts";
import { addedLines, changedLines, grows, linesOf, type Changed } from "./changed-lines.service.ts";
import { endDraftedChange } from "./change-draft.service.ts";
import { requireAccounts, requireBlanketRoom } from "./blanket.service.ts";
import { changeAtRates } from "./contract-rates.service.ts";
import { requireRoom } from "./contracts.service.ts";
import { weighChange, type Counted, type WeighedChange } from "./order-growth.service.ts";
import type { ChangeInput, OrderStatus } from "./order.model.ts";
import { orderNoun, type OrderRecord } from "./order.service.ts";
import { orderDocument } from "./submission.service.ts";

/**
 * `difference`: what the change adds to the order in all; `growth`: what its added and grown lines
 * cost more, which is what is approved. `weighed`: how the order is
 * bought then; `counts`: what others count of it in their look-back meanwhile.
 */
export type PendingChange = {
  input: ChangeInput;
  difference: number;
  growth?: number;
  amount: number;
  askedBy: string;
  weighed?: WeighedChange;
  counts?: Counted[];
};

const addedAccounts = (input: ChangeInput) =>
  input.added.flatMap((l, i) =>
    l.splits.map((s, j) => ({
      id: s.accountStringId,
      path: `added.${i}.splits.${j}.accountStringId`,
    })),
  );

type Priced = { changed: Changed[]; added: ReturnType<typeof addedLines> };
const addedCents = ({ changed, added }: Priced) => ({
  difference: changed.reduce((n, c) => n + c.amount - c.line.amount, 0) + added.total,
  growth: changed.reduce((n, c) => n + Math.max(0, c.amount - c.line.amount), 0) + added.total,
});

// The order's document, about what grows, with the accounts and commodities of added lines.
const changeDocument = async (
  tx: Tx,
  o: OrderRecord,
  input: ChangeInput,
  growth: number,
): Promise<ApprovalDocument> => {
  const document = await orderDocument(tx, o, {
    amount: growth,
    title: `Change to ${o.number}: ${input.reason}`,
    change: true,
  });
  const accounts = [...(await chargeable(tx, addedAccounts(input))).values()];
  await refuseUnknownCodes(
    tx,
    input.added.map((l, i) => ({ commodityCode: l.commodityCode ?? null, path: `added.${i}` })),
  );
  await requireCostCodes(tx, codedLines(input.added, "added"));
  const { facts } = document;
  const departments = facts.departmentIds.map((departmentId) => ({ departmentId }));
  return {
    ...document,
    facts: {
      ...facts,
      departmentIds: chargedDepartments(o.departmentId, [...departments, ...accounts]),
      fundIds: [...facts.fundIds, ...accounts.map((a) => a.fundId)],
      commodities: [...facts.commodities, ...input.added.flatMap((l) => l.commodityCode ?? [])],
    },
  };
};

// Asks for approval of what grows; the change waits in the order until then.
const askForChange = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  input: ChangeInput,
  { changed, added }: Priced,
): Promise<PendingChange> => {
  const { difference, growth } = addedCents({ changed, added });
  if (o.blanketId) {
    await requireBlanketRoom(tx, o.blanketId, Math.max(0, difference));
    await requireAccounts(
      tx,
      { id: o.blanketId, number: "The blanket order" },
      input.added,
      "added",
    );
  } else await requireRoom(tx, o.contractId, difference);
  const document = await changeDocument(tx, o, input, growth);
  const { weighed, counts } = await weighChange(tx, o, {
    changed,
    added: added.lines,
    difference,
    input,
  });
  if (!(await approvalRoute(tx, "purchaseOrder", document.facts)))
    throw conflict(
      "no_policy",
      `This change adds ${formatCents(growth)} and no approval policy covers it. Ask an administrator to publish one.`,
    );
  const facts = weighed.splitWarning
    ? { ...document.facts, warning: crossesThreshold }
    : document.facts;
  await requestApproval(tx, actor, { ...document, facts, requesterId: actor.personId });
  return {
    input,
    difference,
    growth,
    amount: o.amount + difference,
    askedBy: actor.name,
    weighed,
    counts,
  };
};

/**
 * Changes an issued order. A change that adds a line, or raises the quantity, price or total of
 * one, waits for approval of what grows, whatever it
 * saves elsewhere, by the policy that fits the order's funds and commodities and the added ones;
 * where the total grows, the method is weighed anew (`weighChange`, with its errors); one that only
 * lessens, cancels lines or moves dates applies at once. Under a contract with a rate sheet lines keep
 * to it (`changeAtRates`). The order stays as it is until then. 409
 * when a change waits already.
 */
export const changeOrder = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  asked: ChangeInput,
  origin: string,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "change",
    version,
    reason: asked.reason,
    effect: async (record) => {
      const o = record as OrderRecord;
      const lines = await linesOf(tx, id);
      if (asked.draftId) await endDraftedChange(tx, id, asked.draftId, "sent");
      const input = await changeAtRates(tx, o, lines, asked);
      const priced = {
        changed: changedLines(o, lines, input),
        added: addedLines(input),
      };
      if (input.added.length || priced.changed.some(grows)) {
        const pending = await askForChange(tx, actor, o, input, priced);
        return { to: o.status as OrderStatus, patch: { pendingChange: pending } };
      }
      const { difference } = addedCents(priced);
      return {
        ...(await applyChange(tx, actor, o, { input, origin })),
        note: `${input.reason} (${formatCents(difference)})`,
      };
    },
  });
