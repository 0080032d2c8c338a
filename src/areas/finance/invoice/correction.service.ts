import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { invoiceInput, type InvoiceInput, type InvoicePatch } from "./invoice.model.ts";
import {
  checkReferences,
  columnsOf,
  invoiceNoun,
  newLines,
  retainageOf,
  type InvoiceRecord,
  type LoadedInvoice,
} from "./invoice.service.ts";
import { invoiceLine } from "./invoice.tables.ts";
import { readBasis, runMatch } from "./match.service.ts";
import { chargeAgain } from "./splits.service.ts";
import { priceInvoice } from "./totals.model.ts";

type LineRow = typeof invoiceLine.$inferSelect;

/** The invoice as its input form holds it. */
const currentInput = async (tx: Tx, row: InvoiceRecord): Promise<InvoiceInput> => {
  const lines = await tx.rows<LineRow>(sql`
    select *
    from invoice_line
    where org_id = ${row.orgId} and invoice_id = ${row.id}
    order by line_no
  `);
  const own = (l: LineRow) => ({
    purchaseOrderLineId: l.purchaseOrderLineId,
    accountStringId: l.purchaseOrderLineId ? null : l.accountStringId,
    description: l.description,
    quantity: l.quantity,
    unit: l.unit,
    unitPrice: l.unitPrice,
    adjustment: l.adjustment,
    statedAmount: l.statedAmount,
  });
  return invoiceInput.parse({ ...row, lines: lines.map(own) });
};

// All that a match weighs, as one text. Where it stays, the lines stay the very same rows, with
// what was accepted of them: the form sends every line, changed or not.
const matchedText = ({
  note: _n,
  fileId: _f,
  receivedOn: _r,
  invoiceDate: _i,
  serviceFrom: _from,
  serviceTo: _to,
  termsDays: _t,
  terms: _terms,
  retainage: _k,
  lines,
  ...head
}: InvoiceInput): string =>
  JSON.stringify([
    head,
    lines.map((l) => [
      l.purchaseOrderLineId ?? null,
      l.purchaseOrderLineId ? null : l.accountStringId,
      l.description,
      Number(l.quantity),
      l.unit,
      Number(l.unitPrice),
      l.adjustment,
      l.statedAmount ?? null,
    ]),
  ]);

/**
 * Corrects an invoice that is not approved yet: only what is given changes; then it is priced and
 * matched again, duplicates included. What was accepted stays accepted where only dates, terms,
 * retainage, note or document change.
 */
export const editInvoice = (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: InvoicePatch,
  version: number | null,
): Promise<InvoiceRecord> =>
  transition(tx, asSystem(actor), invoiceNoun, {
    id,
    action: "edit",
    version,
    effect: async (record) => {
      const row = record as LoadedInvoice;
      const before = await currentInput(tx, row);
      const input: InvoiceInput = { ...before, ...patch } as InvoiceInput;
      const receivedOn = input.receivedOn ?? row.receivedOn;
      const purchaseOrderId = input.purchaseOrderId ?? null;
      const basis = await readBasis(tx, { ...row, ...input, receivedOn, purchaseOrderId });
      await checkReferences(tx, input, basis);
      const priced = priceInvoice(input);
      const retainage = await retainageOf(tx, input, priced.total, basis, row.id);
      const columns = {
        ...columnsOf(input, priced, retainage, basis.vendorTerms),
        receivedOn,
        purchaseOrderId,
      };
      const next: InvoiceRecord = { ...row, ...columns };
      if (matchedText(input) !== matchedText(before))
        await replaceLines(tx, row, input, priced.lineAmounts);
      await chargeLines(tx, next, input);
      const { to, note, patch: matched } = await runMatch(tx, next, priced.differences);
      return { to, note, patch: { ...columns, ...matched } };
    },
  });

const chargeLines = async (tx: Tx, row: InvoiceRecord, input: InvoiceInput): Promise<void> =>
  chargeAgain(
    tx,
    row,
    await tx.rows(sql`
      select id, purchase_order_line_id, amount
      from invoice_line
      where org_id = ${row.orgId} and invoice_id = ${row.id}
      order by line_no
    `),
    input.lines.map((l) => l.accountStringId ?? null),
  );

const replaceLines = async (
  tx: Tx,
  row: InvoiceRecord,
  input: InvoiceInput,
  amounts: readonly number[],
) => {
  await tx.rows(
    sql`delete from invoice_split where org_id = ${row.orgId} and invoice_id = ${row.id}`,
  );
  await tx.rows(
    sql`delete from invoice_exception where org_id = ${row.orgId} and invoice_id = ${row.id}`,
  );
  await tx.rows(
    sql`delete from invoice_line where org_id = ${row.orgId} and invoice_id = ${row.id}`,
  );
  await insertRows(
    tx,
    invoiceLine,
    newLines(row.orgId, row.id, input, amounts).map((l) => ({ ...l, accountStringId: null })),
  );
};

const matchAgain = async (tx: Tx, row: LoadedInvoice) => {
  const { differences } = priceInvoice(await currentInput(tx, row));
  return runMatch(tx, row, differences, undefined, row.acceptedOn);
};

/** Matches again, after a receipt or a change of the order. Also the way back from a dispute. */
export const rematchInvoice = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "match",
    version,
    effect: (record) => matchAgain(tx, record as LoadedInvoice),
  });

/**
 * Takes an invoice back from its approvers, with a reason, before they have decided: it is matched
 * again and can be corrected, disputed, voided or sent anew.
 */
export const takeBackInvoice = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "takeBack",
    version,
    reason,
    effect: async (record) => {
      await withdrawApproval(tx, actor, id);
      return matchAgain(tx, record as LoadedInvoice);
    },
  });
