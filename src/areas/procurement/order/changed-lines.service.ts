import { invalid, Problem, type FieldError } from "#kernel/errors.ts";
import { formatCents, lineTotalCents, splitCents } from "#kernel/money.ts";
import { brokenCents } from "#kernel/lump-sum.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Posting } from "#areas/budget/budget.server.ts";
import { priceLines } from "../requisition/requisition-lines.service.ts";
import type { ChangeInput } from "./order.model.ts";

type Line = {
  id: string;
  lineNo: number;
  accountStringId: string | null;
  rateCode: string | null;
  encumbered: number;
  quantity: string;
  unit: string;
  unitPrice: string;
  amount: number;
  receivedQuantity: string;
  invoicedQuantity: string;
  invoicedAmount: number;
  cancelled: boolean;
};

/** The lines of an order that went out, locked. */
export const linesOf = (tx: Tx, orderId: string) =>
  tx.rows<Line>(sql`
    select
      id, line_no, account_string_id, rate_code, encumbered, quantity, unit, unit_price, amount,
      received_quantity, invoiced_quantity, invoiced_amount, cancelled
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId}
    order by line_no
    for update
  `);

// A blanket order takes an account that it does not have yet, and each once.
const newAccounts = (lines: readonly Line[], { added }: ChangeInput): FieldError[] =>
  added.flatMap(({ splits: [first, ...others] }, i) =>
    others.length === 0 &&
    !lines.some((l) => !l.cancelled && l.accountStringId === first!.accountStringId) &&
    !added.slice(0, i).some((l) => l.splits[0]!.accountStringId === first!.accountStringId)
      ? []
      : [
          {
            path: `added.${i}.splits`,
            message: "A blanket order names each account once. Change its line instead.",
          },
        ],
  );

/**
 * The lines that a change names, as they are and as they become. 422 names what cannot be: below what
 * came or was billed, and of a blanket order below what its releases took of the line.
 */
export const changedLines = (
  { kind }: { kind: string },
  lines: readonly Line[],
  input: ChangeInput,
) => {
  const errors: FieldError[] = [];
  const changed = input.lines.map((c, i) => {
    const line = lines.find((l) => l.id === c.id);
    if (!line || line.cancelled)
      return void errors.push({ path: `lines.${i}.id`, message: "This line is not on the order." });
    const quantity = c.quantity ?? line.quantity;
    const unitPrice = c.unitPrice ?? line.unitPrice;
    const cancelled = c.cancelled ?? false;
    const broken = brokenCents({ ...line, unitPrice }, quantity);
    if (broken) errors.push({ path: `lines.${i}.quantity`, message: broken });
    if (cancelled && compareQuantity(line.receivedQuantity, "0") > 0)
      errors.push({
        path: `lines.${i}.cancelled`,
        message: "Goods of this line were received; lower its quantity instead.",
      });
    if (
      compareQuantity(quantity, line.receivedQuantity) < 0 ||
      compareQuantity(quantity, line.invoicedQuantity) < 0
    )
      errors.push({
        path: `lines.${i}.quantity`,
        message: "The quantity cannot fall below what was received or invoiced.",
      });
    const amount = cancelled ? 0 : lineTotalCents(quantity, unitPrice);
    if (amount < line.invoicedAmount)
      errors.push({
        path: `lines.${i}.unitPrice`,
        message: "The line cannot fall below what was invoiced.",
      });
    if (kind === "blanket" && amount < line.amount - line.encumbered)
      errors.push({
        path: `lines.${i}.unitPrice`,
        message: `Releases hold ${formatCents(line.amount - line.encumbered)} of this line.`,
      });
    return { line, quantity, unitPrice, cancelled, amount };
  });
  if (kind === "blanket") errors.push(...newAccounts(lines, input));
  if (errors.length)
    throw invalid(
      "cannot_change",
      "Some lines cannot be changed like this. Nothing was saved.",
      errors,
    );
  return changed.filter((c) => c !== undefined);
};

export type Changed = ReturnType<typeof changedLines>[number];
/** Whether more of a line is asked for, or more is paid for it. */
export const grows = (c: Changed) =>
  !c.cancelled &&
  (c.amount > c.line.amount ||
    compareQuantity(c.quantity, c.line.quantity) > 0 ||
    compareQuantity(c.unitPrice, c.line.unitPrice) > 0);

/**
 * The added lines with their cents. 422 at `added.i…` where shares do not add up: found now, not
 * when somebody approves it.
 */
export const addedLines = (input: ChangeInput) => {
  try {
    return priceLines(input.added);
  } catch (error) {
    if (error instanceof Problem && error.errors.length)
      throw invalid(
        error.code,
        error.message,
        error.errors.map((each) => ({ ...each, path: each.path.replace(/^lines/, "added") })),
      );
    throw error;
  }
};

/** Stores a changed line; gives what its accounts encumber more, or less. */
export const applyLine = async (tx: Tx, c: Changed): Promise<Posting[]> => {
  const orgId = tx.scope.orgId;
  const { accountStringId } = c.line;
  const whole = accountStringId ? Math.max(c.amount - c.line.amount, -c.line.encumbered) : 0;
  await tx.rows(sql`
    update purchase_order_line
    set
      quantity = ${c.quantity}, unit_price = ${c.unitPrice}, amount = ${c.amount},
      cancelled = ${c.cancelled}, encumbered = encumbered + ${whole},
      beyond = case
        when requisition_line_id is null then 0
        else greatest(
          0,
          ${c.amount}::bigint - (
            select coalesce(sum(s.taken), 0)
            from purchase_order_share s
            where s.org_id = purchase_order_line.org_id and s.line_id = purchase_order_line.id
          )
        )
      end
    where org_id = ${orgId} and id = ${c.line.id}
  `);
  if (accountStringId) return whole ? [{ accountStringId, encumbered: whole }] : [];
  const splits = await tx.rows<{
    id: string;
    accountStringId: string;
    amount: number;
    encumbered: number;
  }>(sql`
    select id, account_string_id, amount, encumbered
    from purchase_order_split
    where org_id = ${orgId} and line_id = ${c.line.id}
    order by id
    for update
  `);
  const weights = splits.some((s) => s.amount > 0)
    ? splits.map((s) => s.amount)
    : splits.map(() => 1);
  const parts = splitCents(c.amount, weights);
  const postings: Posting[] = [];
  for (const [i, s] of splits.entries()) {
    const delta = Math.max(parts[i]! - s.amount, -s.encumbered);
    await tx.rows(sql`
      update purchase_order_split
      set amount = ${parts[i]!}, encumbered = encumbered + ${delta}
      where org_id = ${orgId} and id = ${s.id}
    `);
    if (delta) postings.push({ accountStringId: s.accountStringId, encumbered: delta });
  }
  return postings;
};
