import type { Actor } from "#kernel/access.ts";
import { invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { netDaysOf } from "#kernel/payment-terms.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { chargeable, fiscalYearOf, yearIsClosed } from "#areas/budget/budget.server.ts";
import { keepBackOfContract, ordersUnder } from "#areas/procurement/procurement.server.ts";
import type { ReadDocument } from "./document/document.service.ts";
import { keepReading } from "./document/kept-reading.service.ts";
import { invoiceNumberKey, type InvoiceInput } from "./invoice.model.ts";
import { invoiceCycle, type InvoiceFacts } from "./invoice.lifecycle.model.ts";
import { invoice, invoiceLine } from "./invoice.tables.ts";
import { readBasis, runMatch, type Basis } from "./match.service.ts";
import { chargesOf, orderSharesOf, storeDivided, type Charges } from "./splits.service.ts";
import { mostRetainage, proposedRetainage, retainageFault } from "./retainage.model.ts";
import { priceInvoice } from "./totals.model.ts";
import { withheldOfOrders } from "./withheld.service.ts";

export type InvoiceRecord = typeof invoice.$inferSelect;

/** With what the rules of its steps ask for. */
export type LoadedInvoice = InvoiceRecord & InvoiceFacts;

export const invoiceNoun = defineNoun({
  name: "invoice",
  path: "invoices",
  page: "/invoices",
  table: invoice,
  cycle: invoiceCycle,
  number: (r) => r.number,
  askers: ["createdBy"],
  facts: (tx, id) =>
    tx.one<Pick<LoadedInvoice, "openExceptions" | "firstException">>(sql`
      select count(*) as open_exceptions, min(message) as first_exception
      from invoice_exception
      where org_id = ${tx.scope.orgId} and invoice_id = ${id} and status = 'open'
    `),
});

/** Orders that have not gone out, or were cancelled: nothing is billed on them. */
export const refusedOrders = ["draft", "in_approval", "returned", "approved", "cancelled"];

/** Its vendor, order and accounts may be billed: 422 with the path of what may not. */
export const checkReferences = async (
  tx: Tx,
  input: InvoiceInput,
  { facts }: Basis,
): Promise<void> => {
  if (!facts) throw invalidField("vendorId", "This vendor does not exist.");
  if (input.purchaseOrderId) {
    if (!facts.orderStatus)
      throw invalidField("purchaseOrderId", "This purchase order does not exist.");
    if (facts.orderKind === "blanket")
      throw invalidField(
        "purchaseOrderId",
        "This is a blanket order: what came is billed on the release that ordered it.",
      );
    if (refusedOrders.includes(facts.orderStatus))
      throw invalidField(
        "purchaseOrderId",
        `This order is ${facts.orderStatus.replace("_", " ")}; it cannot be invoiced.`,
      );
  } else refuseWithoutAccount(input);
  const own = input.lines.flatMap((l, n) =>
    l.accountStringId && !(input.purchaseOrderId && l.purchaseOrderLineId)
      ? [{ id: l.accountStringId, path: `lines.${n}.accountStringId` }]
      : [],
  );
  if (own.length) await chargeable(tx, own, input.serviceTo ?? input.invoiceDate);
};

const refuseWithoutAccount = (input: InvoiceInput): void => {
  const missing = input.lines.flatMap((l, n) =>
    l.accountStringId
      ? []
      : [
          {
            path: `lines.${n}.accountStringId`,
            message: "Without an order, choose the account that is charged.",
          },
        ],
  );
  if (missing.length)
    throw invalid("no_account", "Some lines have no account. Nothing was saved.", missing);
};

/** Cents that the other invoices of a contract withhold; all of them where none is named. */
export const withheldBut = async (
  db: Db,
  contractId: string,
  invoiceId: string | null,
): Promise<number> => {
  const orders = await ordersUnder(db, contractId);
  const held = await withheldOfOrders(
    db,
    orders.map((order) => order.id),
  );
  return held.reduce((sum, each) => sum + (each.id === invoiceId ? 0 : each.withheld), 0);
};

/**
 * What is kept back until the work is accepted, in cents: as typed, else as the contract of the order
 * says, within the law. 422 for more than the total, or than the law lets be held.
 */
export const retainageOf = async (
  tx: Tx,
  { retainage }: InvoiceInput,
  total: number,
  { facts }: Basis,
  invoiceId: string,
): Promise<number> => {
  const contractId = facts?.contractId ?? null;
  const limits = await keepBackOfContract(tx, contractId);
  const held =
    contractId && limits?.atMost != null ? await withheldBut(tx, contractId, invoiceId) : 0;
  if (retainage === null || retainage === undefined)
    return Math.min(
      proposedRetainage(total, limits?.percent ?? "0"),
      mostRetainage(total, limits, held),
    );
  const fault = retainageFault(retainage, total, limits, held);
  if (fault) throw invalidField("retainage", fault);
  return retainage;
};

// One day stands for both; 422 when they are the wrong way round.
const serviceDays = ({ serviceFrom, serviceTo }: InvoiceInput) => {
  const [from, to] = [serviceFrom ?? serviceTo ?? null, serviceTo ?? serviceFrom ?? null];
  if (from && to && to < from)
    throw invalidField("serviceTo", "The last day of the work comes before its first.");
  return { serviceFrom: from, serviceTo: to };
};

/** The columns of its head: as typed, and as priced. */
export const columnsOf = (
  input: InvoiceInput,
  priced: ReturnType<typeof priceInvoice>,
  retainage: number,
  vendorTerms: string,
) => {
  const { lines: _lines, ...head } = input;
  const terms = input.terms ?? vendorTerms;
  // What this bill itself states decides over the days that were typed; the vendor's usual terms do not.
  const netDays = netDaysOf(input.terms ?? "") ?? input.termsDays ?? netDaysOf(vendorTerms) ?? 30;
  return {
    ...head,
    ...serviceDays(input),
    retainage,
    terms,
    termsDays: netDays,
    vendorNumberKey: invoiceNumberKey(input.vendorNumber),
    subtotal: priced.subtotal,
    total: priced.total,
  };
};

/** Rows of its lines, with new ids; `amounts` in cents. */
export const newLines = (
  orgId: string,
  invoiceId: string,
  input: InvoiceInput,
  amounts: readonly number[],
) =>
  input.lines.map((l, i) => ({
    ...l,
    orgId,
    id: newId(),
    invoiceId,
    lineNo: i + 1,
    purchaseOrderLineId: l.purchaseOrderLineId ?? null,
    amount: amounts[i]!,
  }));

export type WrittenInvoice = InvoiceRecord & { lines: ReturnType<typeof newLines> };

// What an order encumbered is expended in the order's year, also when the bill comes after its end;
// an order that ended before its year was closed holds nothing there any more.
const yearOf = async (
  tx: Tx,
  { facts }: Basis,
  day: string,
): Promise<{ id: string; year: number }> =>
  facts?.yearId && !(await yearIsClosed(tx, facts.yearId))
    ? { id: facts.yearId, year: facts.year! }
    : fiscalYearOf(tx, day, "receivedOn");

const storeLines = (tx: Tx, lines: ReturnType<typeof newLines>, charges: Charges) =>
  Promise.all([
    insertRows(
      tx,
      invoiceLine,
      lines.map((l) => ({ ...l, accountStringId: null, charged: 0, ...charges.whole.get(l.id) })),
    ),
    storeDivided(tx, charges),
  ]);

/**
 * Takes in an invoice or credit note: prices it, charges it to accounts, matches it. The status
 * afterwards is matched or exception. What its `document` said is kept beside it. 422 with the field's
 * path for unknown references and amounts that do not add up to a payable invoice.
 */
export const createInvoice = async (
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
  source: InvoiceRecord["source"] = "typed",
  document: ReadDocument | null = null,
): Promise<WrittenInvoice> => {
  const orgId = actor.orgId!;
  const priced = priceInvoice(input);
  const named = {
    orgId,
    id: newId(),
    vendorId: input.vendorId,
    receivedOn: input.receivedOn ?? businessDate(tx.scope),
    purchaseOrderId: input.purchaseOrderId ?? null,
  };
  const [basis, orderShares] = await Promise.all([
    readBasis(tx, named),
    orderSharesOf(tx, input.lines),
  ]);
  const year = await yearOf(tx, basis, businessDate(tx.scope));
  await checkReferences(tx, input, basis);
  const retainage = await retainageOf(tx, input, priced.total, basis, named.id);
  const row = { ...columnsOf(input, priced, retainage, basis.vendorTerms), ...named };
  const lines = newLines(orgId, row.id, input, priced.lineAmounts);
  const created = await create(tx, actor, invoiceNoun, {
    number: { kind: "INV", year: year.year },
    row: { ...row, fiscalYearId: year.id, source, createdBy: actor.personId },
    content: { lines: lines.map(({ orgId: _o, invoiceId: _i, ...l }) => l) },
    from: named.purchaseOrderId ? [{ type: "purchaseOrder", id: named.purchaseOrderId }] : [],
    // The match compares the stored lines with what else is billed on the order.
    store: async () => {
      await storeLines(tx, lines, chargesOf(row, lines, orderShares));
      if (document) await keepReading(tx, actor, row.id, document, input);
      const { to, patch, note } = await runMatch(tx, row, priced.differences, basis);
      return { patch: { ...patch, status: to }, note };
    },
  });
  return { ...created, lines };
};
