import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, type FieldError } from "#kernel/errors.ts";
import { countOf } from "#kernel/lump-sum.ts";
import { compareQuantity, plainDecimal, shownDecimal } from "#kernel/quantity.ts";
import {
  createInvoice,
  invoiceInput,
  submitInvoice,
  type InvoicePayment,
} from "#areas/finance/finance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { holdOrder, postReceipt, receiptInput } from "#areas/procurement/procurement.server.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { doneOf, dollarsOf } from "./amounts.model.ts";
import type { BilledLine, BilledOrder } from "./billed-order.service.ts";
import {
  claimedOf,
  linesOf,
  measured,
  pricedLines,
  toReceive,
  type StoredLine,
} from "./lines.service.ts";
import { lackOf, papersOf } from "./papers.service.ts";
import type { CertifyInput } from "./pay.model.ts";
import { payNoun, type PayRecord, type PayStored } from "./pay.noun.ts";
import { isCut, requireOrder } from "./pay.service.ts";

type CertifiedLine = StoredLine & { quantity: string; stored: string; order: BilledLine };

const claimedWords = (order: BilledOrder, line: StoredLine): string => {
  const its = order.lines.find(({ id }) => id === line.purchaseOrderLineId);
  return countOf({ unit: its?.unit ?? "", unitPrice: line.unitPrice }, claimedOf(line));
};
const storedClaim = (line: StoredLine): string => dollarsOf(line, line.storedQuantity);

type Cut = CertifyInput["lines"][number];
const certifiedOf = (its: BilledLine, line: StoredLine, cut: Cut | undefined) =>
  doneOf(
    measured(its),
    "quantity",
    plainDecimal(cut?.quantity ?? claimedOf(line)),
    cut?.stored ?? storedClaim(line),
  );

// What is wrong with what somebody certifies of a line; null where nothing is.
const wrongCut = (
  order: BilledOrder,
  line: StoredLine | undefined,
  { quantity, stored, reason }: Cut,
): { field: string; message: string } | null => {
  if (!line) return { field: "quantity", message: "This line is not applied for." };
  const at = `Line ${line.lineNo}`;
  if (compareQuantity(quantity, claimedOf(line)) > 0)
    return {
      field: "quantity",
      message: `${at}: ${claimedWords(order, line)} were applied for; more is not certified.`,
    };
  const material = storedClaim(line);
  if (stored && compareQuantity(stored, material) > 0)
    return {
      field: "stored",
      message: `${at}: $${shownDecimal(material, 2)} of stored material were applied for; more is not certified.`,
    };
  const less = isCut(claimedOf(line), quantity) || isCut(material, stored ?? material);
  return less && reason.length < 3
    ? { field: "reason", message: `${at}: say why less is certified.` }
    : null;
};

// What is certified of each line: as asked for, or less with a reason; it still fits the order.
const cutLines = (
  order: BilledOrder,
  lines: readonly StoredLine[],
  { lines: certifying }: CertifyInput,
): CertifiedLine[] => {
  const lineOf = (id: string) => lines.find((l) => l.purchaseOrderLineId === id);
  const errors = certifying.flatMap((one, at): FieldError[] => {
    const wrong = wrongCut(order, lineOf(one.purchaseOrderLineId), one);
    return wrong ? [{ path: `lines.${at}.${wrong.field}`, message: wrong.message }] : [];
  });
  const certified = lines.flatMap((line): CertifiedLine[] => {
    const cut = certifying.find((each) => each.purchaseOrderLineId === line.purchaseOrderLineId);
    const its = order.lines.find(({ id }) => id === line.purchaseOrderLineId);
    const done = its && certifiedOf(its, line, cut);
    if (!its || !done || "fault" in done) {
      const message =
        done && "fault" in done ? done.fault : `Line ${line.lineNo} is not on the order any more.`;
      errors.push({ path: `lines.${line.lineNo}`, message });
      return [];
    }
    const less = isCut(claimedOf(line), done.placed) || isCut(line.storedQuantity, done.stored);
    return [{ ...line, ...done, cutReason: less ? (cut?.reason ?? "") : "", order: its }];
  });
  if (errors.length)
    throw invalid(
      "cannot_certify",
      `${errors.map(({ message }) => message).join(" ")} Nothing was certified.`,
      errors,
    );
  return certified;
};

type Certifying = { a: PayRecord; order: BilledOrder; lines: readonly CertifiedLine[] };

// The receipt is the measurer's; it follows from the certificate.
const receive = async (tx: Tx, actor: Actor, { a, order, lines }: Certifying) => {
  const came = lines
    .map((line) => ({
      purchaseOrderLineId: line.purchaseOrderLineId,
      quantity: toReceive(line.order, line.quantity),
    }))
    .filter(({ quantity }) => quantity !== "0");
  if (came.length === 0) return null;
  const { id } = await postReceipt(
    tx,
    asSystem(actor),
    { id: order.id, version: null },
    receiptInput.parse({
      receivedOn: a.periodTo,
      packingSlip: `Application ${a.applicationNo}`,
      note: `Work to ${a.periodTo}, certified with ${a.number}.`,
      lines: came,
    }),
    a.confirmedBy,
  );
  return id;
};

const bill = async (tx: Tx, actor: Actor, { a, order, lines }: Certifying) => {
  const billed = lines.filter(({ quantity }) => compareQuantity(quantity, "0") > 0);
  const priced = await pricedLines(tx, order, a.retainageScope, billed);
  const total = priced.lines.reduce((sum, line) => sum + line.cents, 0);
  const retainage = priced.lines.reduce((sum, line) => sum + line.retainage, 0);
  const invoice = await createInvoice(
    tx,
    actor,
    invoiceInput.parse({
      vendorId: order.vendorId,
      purchaseOrderId: order.id,
      vendorNumber: a.contractorNumber,
      invoiceDate: a.periodTo,
      serviceFrom: a.periodFrom,
      serviceTo: a.periodTo,
      statedTotal: total,
      retainage,
      note: `Pay application ${a.applicationNo}, ${a.number}`,
      fileId: a.fileId,
      lines: billed.map((line) => ({
        purchaseOrderLineId: line.purchaseOrderLineId,
        description: line.order.description,
        unit: line.order.unit,
        quantity: line.quantity,
        unitPrice: plainDecimal(line.unitPrice),
      })),
    }),
  );
  // With an exception it waits for whoever settles that, as every other invoice.
  if (invoice.status === "matched")
    await submitInvoice(tx, asSystem(actor), { id: invoice.id, version: invoice.version });
  return { invoice, priced: priced.lines };
};

const keepCertified = (tx: Tx, id: string, lines: readonly object[]) =>
  tx.rows(sql`
    update pay_application_line l
    set
      certified_quantity = t.quantity, cut_reason = t.reason, certified_cents = t.cents,
      retainage_cents = t.retainage, previous_quantity = t.previous, unit_price = t.price,
      certified_stored_quantity = t.stored, previous_stored_quantity = t.before,
      claimed_quantity = l.claimed_quantity + l.previous_stored_quantity - t.before
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as t(
      line uuid, quantity numeric, reason text, cents bigint, retainage bigint, previous numeric,
      price numeric, stored numeric, before numeric
    )
    where l.org_id = ${tx.scope.orgId}
      and l.application_id = ${id}
      and l.purchase_order_line_id = t.line
  `);

/**
 * Certifies an application, less what is cut with a reason: posts the receipt, in the name of who
 * confirmed the quantities, and the invoice, in the certifier's, and sends that to its approvers, in
 * one transaction behind the order's lock. 409 `papers_lack` where a demanded paper lacks, 422
 * `cannot_certify` at each line; the errors of receipt and invoice, and nothing is certified then.
 */
export const certifyApplication = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
  input: CertifyInput,
): Promise<PayStored> =>
  transition(tx, actor, payNoun, {
    id,
    action: "certify",
    version,
    reason,
    effect: async (record) => {
      const a = record as PayRecord;
      await holdOrder(tx, a.purchaseOrderId);
      const order = await requireOrder(tx, a.purchaseOrderId);
      const lacks = lackOf(await papersOf(tx, a));
      if (lacks) throw conflict("papers_lack", lacks);
      const lines = cutLines(order, await linesOf(tx, id), input);
      if (lines.every(({ quantity }) => compareQuantity(quantity, "0") === 0))
        throw conflict(
          "nothing_certified",
          "Nothing would be paid. Return the application with the reason instead.",
        );
      const of = { a, order, lines };
      const receiptId = await receive(tx, actor, of);
      const { invoice, priced } = await bill(tx, actor, of);
      await keepCertified(
        tx,
        id,
        lines.map((line) => {
          const its = priced.find((p) => p.purchaseOrderLineId === line.purchaseOrderLineId);
          return {
            line: line.purchaseOrderLineId,
            quantity: line.quantity,
            reason: line.cutReason,
            cents: its?.cents ?? 0,
            retainage: its?.retainage ?? 0,
            previous: line.order.invoicedQuantity,
            price: line.unitPrice,
            stored: line.stored,
            before: line.order.stored,
          };
        }),
      );
      return {
        patch: {
          certifiedBy: actor.personId,
          certifiedAt: businessNow(tx.scope).toISOString(),
          receiptId,
          invoiceId: invoice.id,
          statusReason: "",
        },
        note: `${invoice.number}`,
      };
    },
  });

/** Applications are paid as their invoices are, and no more once a payment came back. */
export const applicationsPaid: InvoicePayment = async (tx, invoices) => {
  await tx.rows(sql`
    update pay_application a
    set paid_on = given.paid_on
    from unnest(
      ${invoices.map(({ id }) => id)}::uuid[], ${invoices.map(({ paidOn }) => paidOn)}::date[]
    ) as given (id, paid_on)
    where a.org_id = ${tx.scope.orgId}
      and a.invoice_id = given.id
      and a.paid_on is distinct from given.paid_on
  `);
};

type Held = { id: string; number: string; certifiedBy: string | null; next: string | null };

/**
 * An invoice that ends unpaid gives its application back, in its transaction; where the next one of the
 * order is under way, that asks for the work, and this one ends.
 */
export const applicationReturned = async (
  tx: Tx,
  actor: Actor,
  {
    invoiceId,
    number,
    how,
    reason,
  }: { invoiceId: string; number: string; how: string; reason: string },
): Promise<void> => {
  const held = await tx.maybe<Held>(sql`
    select
      a.id, a.number, a.certified_by,
      (
        select n.number
        from pay_application n
        where n.org_id = a.org_id
          and n.purchase_order_id = a.purchase_order_id
          and n.status in ('draft', 'submitted', 'returned')
      ) as next
    from pay_application a
    where a.org_id = ${tx.scope.orgId} and a.invoice_id = ${invoiceId} and a.status = 'certified'
  `);
  if (!held) return;
  const told = `${number} was ${how}${reason ? `: ${reason}` : ""}`;
  const why = held.next ? `${told}. ${held.next} asks for the work now` : told;
  await transition(tx, asSystem(actor), payNoun, {
    id: held.id,
    action: held.next ? "lapse" : "reopen",
    reason: why,
    effect: async () => {
      await tx.rows(sql`
        update pay_application_line
        set
          certified_quantity = null, certified_stored_quantity = null, certified_cents = null,
          retainage_cents = null, cut_reason = ''
        where org_id = ${tx.scope.orgId} and application_id = ${held.id}
      `);
      return {
        patch: {
          invoiceId: null,
          receiptId: null,
          certifiedBy: null,
          certifiedAt: null,
          confirmedBy: null,
          confirmedAt: null,
          statusReason: why,
        },
      };
    },
  });
  if (held.certifiedBy)
    notify(tx, [held.certifiedBy], {
      kind: "payApplication.returned",
      title: held.next ? `${held.number} ended with its invoice` : `${held.number} is open again`,
      body: `${why}.`,
      link: `/projects/pay/${held.id}`,
    });
};
