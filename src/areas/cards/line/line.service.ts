import type { Actor } from "#kernel/access.ts";
import { invalidField, Problem } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { chargeable } from "#areas/budget/budget.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { endTasks, giveTask } from "#areas/workflow/workflow.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Database, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { cardLine, cardMerchant, purchaseCard } from "../cards.tables.ts";
import { requireOrder } from "./paid-order.service.ts";
import { watchLines } from "../finding/watch.service.ts";
import { splitFault, type ApprovedMany, type CodeInput, type Split } from "./line.model.ts";
import { lineNoun, type LineStored } from "./line.noun.ts";

const checkedSplits = async (
  tx: Tx,
  row: LineStored,
  splits: CodeInput["splits"],
): Promise<Split[]> => {
  const fault = splitFault(row.cents, splits);
  if (fault) throw invalidField("splits", fault, "splits_differ");
  const facts = await chargeable(
    tx,
    splits.map(({ accountStringId }, at) => ({
      id: accountStringId,
      path: `splits.${at}.accountStringId`,
    })),
    row.purchasedOn,
  );
  return splits.map((each) => ({
    ...each,
    code: facts.get(each.accountStringId.toLowerCase())!.code,
  }));
};

/**
 * What the holder says of a line: what it was for, its accounts to the cent, its receipt. Whoever keeps the card
 * does it for a holder who left. 403, 404, 409, 412; 422 `splits_differ`, `unknown_file`, accounts as
 * `chargeable`, an order as `requireOrder`.
 */
export const codeLine = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: CodeInput,
): Promise<LineStored> => {
  const row = await transition(tx, actor, lineNoun, {
    ...{ id, version },
    action: "code",
    effect: async (before) => {
      for (const [at, fileId] of input.receiptFileIds.entries())
        if (!before.receiptFileIds.includes(fileId))
          await requireSeenFile(tx, actor, fileId, `receiptFileIds.${at}`);
      const splits = await checkedSplits(tx, before, input.splits);
      const orderNumber = input.orderId ? await requireOrder(tx, before, input.orderId) : "";
      return {
        patch: { ...input, splits, orderNumber, codedBy: actor.personId, statusReason: "" },
      };
    },
  });
  await watchLines(tx, [id]);
  return row;
};

/** Sends a coded line to the approver of its card, who gets a task. 403, 404, 409, 412. */
export const sendLine = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<LineStored> =>
  transition(tx, actor, lineNoun, {
    ...{ id, version },
    action: "send",
    effect: async (row) => {
      const card = await getRow(tx, purchaseCard, row.cardId, "card");
      const task = await giveTask(tx, actor, {
        ...{ personId: card.approverId, kind: "approval", dueAt: null },
        title: `Approve ${formatCents(row.cents)} at ${row.merchant}`.slice(0, 200),
        detail: `${card.holderName}: ${row.purpose}`,
        link: `/payments/card-lines/${id}`,
      });
      return {
        patch: {
          ...{ sentBy: actor.personId, taskId: task.id },
          sentAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

const decided = (tx: Tx, actor: Actor) => ({
  decidedBy: actor.personId,
  decidedName: actor.name ?? "",
  decidedAt: businessNow(tx.scope).toISOString(),
});

/** Approves a line that somebody else bought. 403, 404, 409 while a finding holds it up, 412. */
export const approveLine = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<LineStored> =>
  transition(tx, actor, lineNoun, {
    ...{ id, version },
    action: "approve",
    effect: async ({ taskId }) => {
      await endTasks(tx, actor, taskId ? [taskId] : []);
      return { patch: decided(tx, actor) };
    },
  });

/** Gives a line back to its holder, with the reason. 403, 404, 409, 412, 422 without one. */
export const returnLine = async (tx: Tx, actor: Actor, at: TakenStep): Promise<LineStored> => {
  const row = await transition(tx, actor, lineNoun, {
    ...at,
    action: "return",
    effect: async ({ taskId }) => {
      await endTasks(tx, actor, taskId ? [taskId] : []);
      return { patch: { ...decided(tx, actor), statusReason: at.reason?.trim() ?? "" } };
    },
  });
  notify(tx, [row.holderId], {
    kind: "cardLine.return",
    title: `${formatCents(row.cents)} at ${row.merchant} came back to you`,
    body: row.statusReason,
    link: `/payments/card-lines/${row.id}`,
  });
  return row;
};

/** Approves many lines, each for itself: what is refused leaves the others approved. */
export const approveMany = async (
  database: Pick<Database, "transaction" | "read">,
  actor: Actor,
  ids: readonly string[],
): Promise<ApprovedMany> => {
  const chosen = [...new Set(ids)];
  const found = await database.read(actor).rows<{ id: string; number: string }>(sql`
    select id, number
    from card_line
    where org_id = ${actor.orgId} and id = any(${chosen}::uuid[])
  `);
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  const refused: ApprovedMany["refused"] = [];
  for (const id of chosen)
    try {
      await database.transaction(actor, (tx) => approveLine(tx, actor, { id, version: null }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, number: numbers.get(id) ?? "", reason: error.message });
    }
  return { done: chosen.length - refused.length, refused };
};

/**
 * Says which vendor of the agency a merchant is, or that it is none: by this its purchases are weighed together
 * with orders and invoices. 404; 422 `vendor_unknown`.
 */
export const settleMerchant = async (
  tx: Tx,
  actor: Actor,
  lineId: string,
  vendorId: string | null,
): Promise<LineStored> => {
  const line = await getRow(tx, cardLine, lineId, "card line");
  const before = await lockRow(tx, cardMerchant, line.merchantId, "merchant");
  const vendorName = vendorId ? (await vendorsNamed(tx, [vendorId])).get(vendorId) : "";
  if (vendorName === undefined)
    throw invalidField("vendorId", "Choose a vendor of the agency.", "vendor_unknown");
  const after = await updateRow(tx, cardMerchant, before.id, {
    ...{ vendorId, vendorName, settledBy: actor.personId },
  });
  note(tx, actor, "cardLine", line, {
    action: "merchant",
    before: { vendor: before.vendorName },
    after: { vendor: after.vendorName },
    note: vendorName ? `${before.name} is ${vendorName}` : `${before.name} is no vendor`,
  });
  const lines = await tx.rows<{ id: string }>(sql`
    select id
    from card_line
    where org_id = ${tx.scope.orgId} and merchant_id = ${before.id} and status <> 'approved'
    limit 500
  `);
  await watchLines(
    tx,
    lines.map(({ id }) => id),
  );
  return line;
};
