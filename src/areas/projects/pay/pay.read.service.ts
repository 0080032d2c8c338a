import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal, type OfferedAction } from "#kernel/lifecycle.ts";
import { addQuantity, plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import { invoicesNamed, paymentsOf } from "#areas/finance/finance.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { billedOrder, type BilledOrder } from "./billed-order.service.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { loggedInPeriod } from "../log/logged.service.ts";
import { project } from "../projects.tables.ts";
import { balanceOf, centsOf, dollarsOf } from "./amounts.model.ts";
import {
  claimedOf,
  linesOf,
  measured,
  placedOf,
  pricedLines,
  type StoredLine,
} from "./lines.service.ts";
import { lackOf, papersOf, type DemandedPaper } from "./papers.service.ts";
import { payCycle } from "./pay.labels.ts";
import { payList } from "./pay.list.ts";
import { payRow, type PayDetail, type PayLine } from "./pay.model.ts";
import { payNoun, withAuthors, type PayStored } from "./pay.noun.ts";
import { payApplication } from "./pay.tables.ts";

const headColumns = recordColumns(payList, {});

const headOf = async (db: Db, actor: Actor, id: string) => {
  const row = await maybeAs(
    db,
    payRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from pay_application a
      join project p on p.org_id = a.org_id and p.id = a.project_id
      where a.org_id = ${db.scope.orgId} and a.id = ${id}
    `,
  );
  if (!row) throw notFound("pay application");
  return row;
};

// What was billed before, and what of it was stored: frozen with the certificate, as the order says
// while it is open.
const beforeOf = (a: PayStored, line: StoredLine, order: BilledOrder) => {
  const its = order.lines.find(({ id }) => id === line.purchaseOrderLineId);
  const open = a.status !== "certified" && its;
  return {
    billed: plainDecimal(open ? its.invoicedQuantity : line.previousQuantity),
    stored: plainDecimal(open ? its.stored : line.previousStoredQuantity),
  };
};

// The logs of the period that saw a line, each with what it saw.
const loggedOf = (seen: Awaited<ReturnType<typeof loggedInPeriod>>, lineId: string) => {
  const its = seen.filter((each) => each.lineId === lineId);
  return {
    quantity: plainDecimal(its.reduce((sum, { quantity }) => addQuantity(sum, quantity), "0")),
    logs: its.map(({ logId, number, day, quantity }) => ({
      id: logId,
      number,
      day,
      quantity: plainDecimal(quantity),
    })),
  };
};

type Shown = { a: PayStored; order: BilledOrder; line: StoredLine };

// The columns of the continuation sheet: before, in place, stored, all of it to date, what is left.
const sheetOf = ({ a, order, line }: Shown, thisCents: number) => {
  const its = order.lines.find(({ id }) => id === line.purchaseOrderLineId);
  const before = beforeOf(a, line, order);
  const unitPrice = plainDecimal(line.unitPrice);
  const done = plainDecimal(line.certifiedQuantity ?? line.claimedQuantity);
  const previousCents = centsOf({ unitPrice }, before.billed);
  const stored = line.certifiedStoredQuantity ?? line.storedQuantity;
  return {
    unitPrice,
    ordered: plainDecimal(its?.quantity ?? "0"),
    previous: subtractQuantity(before.billed, before.stored),
    storedBefore: before.stored,
    claimed: claimedOf(line),
    certified: line.certifiedQuantity && placedOf(line),
    stored: dollarsOf(line, line.storedQuantity),
    certifiedStored: line.certifiedStoredQuantity && dollarsOf(line, line.certifiedStoredQuantity),
    scheduledCents: its?.amount ?? 0,
    previousCents,
    placedCents: centsOf({ unitPrice }, placedOf(line)),
    storedCents: centsOf({ unitPrice }, stored),
    toDateCents: previousCents + thisCents,
    thisCents,
    balance: its
      ? balanceOf({ ...measured(its), previous: addQuantity(before.billed, done) })
      : "0",
  };
};

/** The lines of an application with what they come to, and what is kept back of them. */
const shownLines = async (
  db: Db,
  a: PayStored,
  order: BilledOrder,
): Promise<{ lines: PayLine[]; law: string }> => {
  const [stored, seen] = await Promise.all([
    linesOf(db, a.id),
    loggedInPeriod(db, order.id, { from: a.periodFrom, to: a.periodTo }),
  ]);
  const { lines: priced, kept } = await pricedLines(
    db,
    order,
    a.retainageScope,
    stored.map((line) => ({ ...line, quantity: plainDecimal(line.claimedQuantity) })),
  );
  const lines = stored.map((line, at): PayLine => {
    const its = order.lines.find(({ id }) => id === line.purchaseOrderLineId);
    return {
      purchaseOrderLineId: line.purchaseOrderLineId,
      lineNo: line.lineNo,
      description: its?.description ?? "A line that was cancelled",
      unit: its?.unit ?? "",
      claim: line.claim,
      value: plainDecimal(line.value),
      cutReason: line.cutReason,
      retainagePercent: priced[at]!.rate,
      ownRate: line.retainagePercent && plainDecimal(line.retainagePercent),
      ...sheetOf({ a, order, line }, line.certifiedCents ?? priced[at]!.cents),
      retainageCents: line.retainageCents ?? priced[at]!.retainage,
      logged: loggedOf(seen, line.purchaseOrderLineId),
    };
  });
  return { lines, law: kept.citation };
};

const totalsOf = (lines: readonly PayLine[]): PayDetail["totals"] => {
  const sum = (of: (line: PayLine) => number) => lines.reduce((n, line) => n + of(line), 0);
  const [scheduled, previous, thisPeriod, retainage] = [
    sum((l) => l.scheduledCents),
    sum((l) => l.previousCents),
    sum((l) => l.thisCents),
    sum((l) => l.retainageCents),
  ];
  return {
    scheduled,
    previous,
    stored: sum((l) => l.storedCents),
    thisPeriod,
    toDate: previous + thisPeriod,
    retainage,
    due: thisPeriod - retainage,
    balance: scheduled - previous - thisPeriod,
  };
};

/** What an application comes to, as its page says. */
export const totalsOfApplication = async (db: Db, a: PayStored): Promise<PayDetail["totals"]> => {
  const order = await billedOrder(db, a.purchaseOrderId);
  return totalsOf((await shownLines(db, a, order!)).lines);
};

// What certifying would be refused for stands on its button.
const certifiable = (
  actions: readonly OfferedAction[],
  papers: readonly DemandedPaper[],
): OfferedAction[] =>
  actions.map((action) => {
    const why = action.name === "certify" && action.enabled ? lackOf(papers) : null;
    return why ? { ...action, enabled: false, reason: why } : action;
  });

// The payments of its invoice, for whoever may read payments.
const paidBy = async (db: Db, actor: Actor, { invoiceId }: PayStored): Promise<string[]> => {
  if (invoiceId === null || !actor.permissions.has("payment.read")) return [];
  const paid = await paymentsOf(db, [invoiceId]);
  return paid.map(({ paymentId }) => paymentId);
};

/** An application with its lines, what it comes to, who stands behind it, and its invoice. 404. */
export const readApplication = async (db: Db, actor: Actor, id: string): Promise<PayDetail> => {
  const [head, a] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, payApplication, id, "pay application"),
  ]);
  const [order, p, people, invoices] = await Promise.all([
    billedOrder(db, a.purchaseOrderId),
    getRow(db, project, a.projectId, "project"),
    membersNamed(db, {
      ids: [a.createdBy, a.confirmedBy, a.certifiedBy].filter((who) => who !== null),
    }),
    invoicesNamed(db, a.invoiceId ? [a.invoiceId] : []),
  ]);
  const [{ lines, law }, vendors, record, payments, papers, files] = await Promise.all([
    shownLines(db, a, order!),
    vendorsNamed(db, [order!.vendorId]),
    withAuthors(db, a),
    paidBy(db, actor, a),
    papersOf(db, a),
    storedFilesOf(db, a.storedFileIds),
  ]);
  const named = (who: string | null) =>
    who && (people.find((each) => each.id === who)?.name ?? "A former member");
  return {
    ...head,
    note: a.note,
    retainageScope: a.retainageScope,
    fileId: a.fileId,
    storedFileIds: a.storedFileIds,
    storedFiles: a.storedFileIds.map((id) => ({
      id,
      name: files.get(id)?.name ?? "A file that is gone",
    })),
    projectNumber: p.number,
    order: { number: order!.number, title: order!.title },
    vendor: vendors.get(order!.vendorId) ?? "",
    contractor: a.contractorName,
    contractorAt: a.contractorAt,
    creator: named(a.createdBy),
    confirmer: named(a.confirmedBy),
    confirmedAt: a.confirmedAt,
    certifier: named(a.certifiedBy),
    certifiedAt: a.certifiedAt,
    receiptId: a.receiptId,
    invoice: invoices[0] ?? null,
    payments,
    statusReason: a.statusReason,
    totals: totalsOf(lines),
    retainageLaw: law,
    lines,
    canEdit: editRefusal(payCycle.edit!, record, actor) === null,
    papers,
    actions: certifiable(await actionsAsked(db, actor, payNoun, record), papers),
  };
};

/** What was typed of an application, as its form has it. 404. */
export const typedOf = async (db: Db, id: string) => {
  const [a, lines] = await Promise.all([
    getRow(db, payApplication, id, "pay application"),
    linesOf(db, id),
  ]);
  return {
    ...a,
    lines: lines.map((line) => ({
      purchaseOrderLineId: line.purchaseOrderLineId,
      claim: line.claim,
      value: plainDecimal(line.value),
      stored: dollarsOf(line, line.storedQuantity),
      retainagePercent: line.retainagePercent && plainDecimal(line.retainagePercent),
    })),
  };
};
