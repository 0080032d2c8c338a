import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { asDrafted, insertNumbered, insertRows, turnToCount, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, defineNoun, transition } from "#server/lifecycle.ts";
import {
  chargeable,
  chargedBy,
  chargedTo,
  fiscalYearOf,
  yearIsClosed,
} from "#areas/budget/budget.server.ts";
import {
  openApproval,
  planApproval,
  publishedPolicies,
  withdrawApproval,
  type ApprovalDocument,
} from "#areas/workflow/workflow.server.ts";
import {
  invoiceCycle,
  invoiceInput,
  invoiceNumberKey,
  type InvoiceFacts,
  type InvoiceInput,
  type InvoicePatch,
} from "./invoice.model.ts";
import {
  notCharged,
  postInvoice,
  sharesToPost,
  unpostInvoice,
  yearOfPosting,
} from "./posting.service.ts";
import { chargeAgain, chargesOf, orderSharesOf, storeDivided } from "./splits.service.ts";
import { invoice, invoiceLine } from "./invoice.tables.ts";
import { datesOf, readBasis, refuseUnmatched, runMatch, type Basis } from "./match.service.ts";
import { priceInvoice } from "./totals.model.ts";

export type InvoiceRecord = typeof invoice.$inferSelect;
type Loaded = InvoiceRecord & InvoiceFacts;

export const invoiceNoun = defineNoun({
  name: "invoice",
  path: "invoices",
  page: "/invoices",
  table: invoice,
  cycle: invoiceCycle,
  number: (r) => r.number,
  facts: (tx, id) =>
    tx.one<Pick<Loaded, "openExceptions" | "firstException">>(sql`
      select count(*) as open_exceptions, min(message) as first_exception
      from invoice_exception
      where org_id = ${tx.scope.orgId} and invoice_id = ${id} and status = 'open'
    `),
});

const checkReferences = async (tx: Tx, input: InvoiceInput, { facts }: Basis) => {
  if (!facts) throw invalidField("vendorId", "This vendor does not exist.");
  if (input.purchaseOrderId) {
    if (!facts.orderStatus)
      throw invalidField("purchaseOrderId", "This purchase order does not exist.");
    if (["draft", "in_approval", "returned", "approved", "cancelled"].includes(facts.orderStatus))
      throw invalidField(
        "purchaseOrderId",
        `This order is ${facts.orderStatus.replace("_", " ")}; it cannot be invoiced.`,
      );
    const own = input.lines.flatMap((l, n) =>
      l.accountStringId && !l.purchaseOrderLineId
        ? [{ id: l.accountStringId, path: `lines.${n}.accountStringId` }]
        : [],
    );
    if (own.length) await chargeable(tx, own);
    return;
  }
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
  await chargeable(
    tx,
    input.lines.map((l, n) => ({ id: l.accountStringId!, path: `lines.${n}.accountStringId` })),
  );
};

const columnsOf = (input: InvoiceInput, priced: ReturnType<typeof priceInvoice>) => {
  const { lines: _lines, ...head } = input;
  return {
    ...head,
    termsDays: input.termsDays ?? 30,
    vendorNumberKey: invoiceNumberKey(input.vendorNumber),
    subtotal: priced.subtotal,
    total: priced.total,
  };
};

const newLines = (
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

type Written = InvoiceRecord & { lines: ReturnType<typeof newLines> };
type About = {
  orgId: string;
  id: string;
  receivedOn: string;
  purchaseOrderId: string | null;
  vendorId: string;
  currency: string;
};
const aboutOf = (tx: Tx, actor: Actor, input: InvoiceInput): About => ({
  orgId: actor.orgId!,
  id: newId(),
  receivedOn: input.receivedOn ?? businessDate(tx.scope),
  purchaseOrderId: input.purchaseOrderId ?? null,
  vendorId: input.vendorId,
  currency: input.currency,
});
const groundsOf = async (tx: Tx, input: InvoiceInput, about: About) => {
  const [basis, orderShares] = await Promise.all([
    readBasis(tx, about),
    orderSharesOf(tx, input.lines),
  ]);
  return { basis, orderShares };
};
type Grounds = Awaited<ReturnType<typeof groundsOf>>;

/**
 * Takes in an invoice or credit note: prices it, charges it to accounts, matches it. The status
 * afterwards is matched or exception.
 * 422 with the field's path for unknown references and amounts that do not add up to a payable
 * invoice.
 */
export const createInvoice = async (
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
  source: InvoiceRecord["source"] = "typed",
): Promise<Written> => {
  const about = aboutOf(tx, actor, input);
  return (await storeInvoice(tx, actor, input, source, about, await groundsOf(tx, input, about)))
    .written;
};

type Ahead = Partial<typeof invoice.$inferInsert>;

/**
 * Stores an invoice as matched, or with `ahead` as what its submission will make of it when it is
 * matched (`stored`); its history tells of the match either way.
 */
const storeInvoice = async (
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
  source: InvoiceRecord["source"],
  about: About,
  { basis, orderShares }: Grounds,
  priced = priceInvoice(input),
  ahead: Ahead = {},
): Promise<{ written: Written; stored: InvoiceRecord }> => {
  const { orgId, id } = about;
  const [year] = await Promise.all([
    yearOf(tx, basis, businessDate(tx.scope)),
    checkReferences(tx, input, basis),
  ]);
  if (input.retainage > Math.max(0, priced.total))
    throw invalidField("retainage", "Retainage cannot exceed the invoice's total.");
  const lines = newLines(orgId, id, input, priced.lineAmounts);
  const columns = { ...columnsOf(input, priced), ...about };
  const charges = chargesOf(columns, lines, orderShares);
  // Stored as matched, which most are: the match reads what goes out before it in the same round
  // trip, behind the counter's lock, and sets right what is not.
  const expected = { ...datesOf(columns, basis), duplicateOf: null, status: "matched" as const };
  const turn = turnToCount(tx, "INV", year.year);
  if (turn) await turn;
  const storing = Promise.all([
    insertNumbered(tx, invoice, "INV", year.year, {
      ...columns,
      ...expected,
      ...ahead,
      fiscalYearId: year.id,
      source,
      createdBy: actor.personId,
    }),
    insertRows(
      tx,
      invoiceLine,
      lines.map((l) => ({ ...l, accountStringId: null, charged: 0, ...charges.whole.get(l.id) })),
    ),
    storeDivided(tx, charges),
  ]);
  const [[stored], { to, patch, note }] = await Promise.all([
    storing,
    runMatch(tx, columns, priced.differences, basis),
  ]);
  const row = asDrafted(invoice, stored, ahead, expected);
  const after =
    to === "matched" && patch.duplicateOf === null
      ? row
      : await correct(tx, row, { ...patch, status: to });
  audit(tx, actor, {
    action: "invoice.create",
    objectType: "invoice",
    objectId: row.id,
    objectNumber: row.number,
    before: null,
    after: { ...after, lines: lines.map(({ orgId: _o, invoiceId: _i, ...l }) => l) },
    note,
  });
  announce(tx, orgId, "invoice.create", row.id, { status: to });
  return { written: { ...after, lines }, stored };
};

// What was stored ahead of a match that then found something did not happen: it does not count as a
// version.
const correct = async (
  tx: Tx,
  row: InvoiceRecord,
  patch: Partial<InvoiceRecord>,
): Promise<InvoiceRecord> => {
  const [, after] = await Promise.all([
    tx.rows(sql`
      update invoice
      set version = ${row.version}
      where org_id = ${row.orgId} and id = ${row.id}
    `),
    updateRow(tx, invoice, row.id, patch),
  ]);
  return after;
};

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
const weighed = ({
  note: _n,
  fileId: _f,
  receivedOn: _r,
  invoiceDate: _i,
  termsDays: _t,
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
  transition(tx, { ...actor, kind: "system" }, invoiceNoun, {
    id,
    action: "edit",
    version,
    effect: async (record) => {
      const row = record as Loaded;
      const before = await currentInput(tx, row);
      const input: InvoiceInput = { ...before, ...patch } as InvoiceInput;
      const receivedOn = input.receivedOn ?? row.receivedOn;
      await checkReferences(
        tx,
        input,
        await readBasis(tx, {
          ...row,
          ...input,
          orgId: row.orgId,
          receivedOn,
          purchaseOrderId: input.purchaseOrderId ?? null,
        }),
      );
      const priced = priceInvoice(input);
      if (input.retainage > Math.max(0, priced.total))
        throw invalidField("retainage", "Retainage cannot exceed the invoice's total.");
      const next = { ...row, ...columnsOf(input, priced), receivedOn } as InvoiceRecord;
      if (weighed(input) !== weighed(before))
        await replaceLines(tx, row, input, priced.lineAmounts);
      await chargeAgain(
        tx,
        next,
        await tx.rows(sql`
          select id, purchase_order_line_id, amount
          from invoice_line
          where org_id = ${row.orgId} and invoice_id = ${id}
          order by line_no
        `),
        input.lines.map((l) => l.accountStringId ?? null),
      );
      const matched = await runMatch(tx, next, priced.differences);
      const {
        id: _id,
        orgId: _org,
        number: _n,
        status: _s,
        version: _v,
        createdAt: _c,
        updatedAt: _u,
        openExceptions: _o,
        firstException: _f,
        ...columns
      } = next as Loaded;
      return { to: matched.to, note: matched.note, patch: { ...columns, ...matched.patch } };
    },
  });

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

/** Matches again, after a receipt or a change of the order. Also the way back from a dispute. */
export const rematchInvoice = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "match",
    version,
    effect: async (record) => {
      const row = record as Loaded;
      return runMatch(
        tx,
        row,
        priceInvoice(await currentInput(tx, row)).differences,
        undefined,
        row.acceptedOn,
      );
    },
  });

/**
 * Takes an invoice back from its approvers, with a reason, before they have decided: it is matched
 * again and can be corrected, disputed, voided or sent anew.
 */
export const takeBackInvoice = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "takeBack",
    version,
    reason,
    effect: async (record) => {
      const row = record as Loaded;
      await withdrawApproval(tx, actor, id);
      return runMatch(
        tx,
        row,
        priceInvoice(await currentInput(tx, row)).differences,
        undefined,
        row.acceptedOn,
      );
    },
  });

type Charged = { departmentId: string; fundId: string };
const documentOf = (
  row: Pick<InvoiceRecord, "id" | "vendorNumber" | "createdBy" | "total">,
  number: string,
  vendor: string,
  departmentId: string | null,
  accounts: readonly Charged[],
  parties: readonly string[] = [],
): ApprovalDocument => {
  const departments = [...new Set(accounts.map((a) => a.departmentId))];
  return {
    type: "invoice",
    id: row.id,
    number,
    title: `${vendor}, ${row.vendorNumber}`,
    requesterId: row.createdBy,
    departmentId: departmentId ?? departments[0] ?? null,
    facts: {
      amount: Math.abs(row.total),
      fundIds: accounts.map((a) => a.fundId),
      departmentIds: departments,
      commodities: [],
      emergency: false,
      ...(parties.length > 0 && { parties }),
    },
  };
};

/**
 * Sends a matched invoice to its approvers, of whom nobody entered or corrected it, accepted an
 * exception of it or sends it. 409 with the reason while an exception is open, or when no policy
 * covers it.
 */
export const submitInvoice = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<InvoiceRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const after = await transition(tx, actor, invoiceNoun, {
    id,
    action: "submit",
    version,
    alone: true,
    beside: () =>
      Promise.all([
        tx.maybe<{ vendor: string; departmentId: string | null }>(sql`
          select v.name as vendor, o.department_id
          from invoice i
          join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
          left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
          where i.org_id = ${actor.orgId} and i.id = ${id}
        `),
        chargedBy(
          tx,
          sql`
            select account_string_id
            from invoice_share
            where org_id = ${actor.orgId} and invoice_id = ${id}
          `,
        ),
        publishedPolicies(tx, "invoice"),
        tx.rows<{ id: string }>(sql`
          select distinct actor_id as id
          from audit_entry
          where org_id = ${actor.orgId}
            and object_type = 'invoice'
            and object_id = ${id}
            and action in ('invoice.create', 'invoice.edit', 'invoice.accept', 'invoice.submit')
            and actor_id is not null
        `),
        tx.one<{ charged: number }>(sql`
          select coalesce(sum(amount), 0)::bigint as charged
          from invoice_share
          where org_id = ${actor.orgId} and invoice_id = ${id}
        `),
      ]),
    effect: async (record, [facts, accounts, policies, hands, { charged }]) => {
      if (charged !== record.total) throw conflict("not_charged", notCharged);
      const row = record as Loaded;
      const parties = [...new Set([...hands.map((h) => h.id), actor.personId!])].filter(
        (person) => person !== row.createdBy,
      );
      const document = documentOf(
        row,
        row.number,
        facts!.vendor,
        facts!.departmentId,
        accounts,
        parties,
      );
      const plan = await planApproval(tx, document, policies);
      approvalId = plan.id;
      return { writes: openApproval(tx, actor, document, plan) };
    },
  });
  return { ...after, approvalId };
};

/**
 * Takes in an invoice and, where the match finds nothing, sends it to its approvers in the same
 * step: record, history and requests are those of
 * `createInvoice` and `submitInvoice` one after the other. The errors of both, and nothing is
 * stored then; with an exception the invoice is stored,
 * waits for the exception's owner, and `approvalId` is null.
 */
export const createAndSubmitInvoice = async (
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
): Promise<Written & { approvalId: string | null }> => {
  const about = aboutOf(tx, actor, input);
  const [grounds, policies] = await Promise.all([
    groundsOf(tx, input, about),
    publishedPolicies(tx, "invoice"),
  ]);
  const accounts = await chargedTo(tx, [
    ...grounds.orderShares.map((s) => s.accountStringId),
    ...input.lines.flatMap((l) => l.accountStringId ?? []),
  ]);
  const facts = grounds.basis.facts;
  const priced = priceInvoice(input);
  const document = documentOf(
    { ...about, vendorNumber: input.vendorNumber, createdBy: actor.personId, total: priced.total },
    "",
    facts?.vendorName ?? "",
    facts?.orderDepartmentId ?? null,
    accounts,
  );
  const planning = planApproval(tx, document, policies);
  planning.catch(() => {});
  const { written, stored: after } = await storeInvoice(
    tx,
    actor,
    input,
    "typed",
    about,
    grounds,
    priced,
    { status: "in_approval", version: 2 },
  );
  if (written.status !== "matched") return { ...written, approvalId: null };
  const { lines, ...fresh } = written;
  const plan = await planning;
  await transition(tx, actor, invoiceNoun, {
    id: fresh.id,
    action: "submit",
    fresh,
    after,
    facts: { openExceptions: 0, firstException: null },
    effect: async () => ({
      writes: openApproval(tx, actor, { ...document, number: fresh.number }, plan),
    }),
  });
  return { ...after, lines, approvalId: plan.id };
};

/**
 * Stops an invoice with the vendor: the prompt-payment clock is shown as paused, the reason is
 * kept.
 */
export const disputeInvoice = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "dispute",
    version,
    reason,
    effect: async () => ({ patch: { disputeReason: reason, dueOn: null } }),
  });

/**
 * Voids an invoice that is not scheduled and of which nothing was paid (one that comes to nothing
 * included); what it had posted is reversed.
 */
export const voidInvoice = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "void",
    version,
    reason,
    effect: async (record) => {
      if (record.status === "approved" || record.status === "paid")
        await unpostInvoice(tx, actor, record as Loaded, reason ?? "");
      else await withdrawApproval(tx, actor, id);
    },
  });

/**
 * What the end of an approval does: approving posts the expenditure and releases the order's
 * encumbrance. What comes to nothing is paid with that: no payment of nothing can exist.
 */
export const invoiceApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) =>
    void (await transition(tx, actor, invoiceNoun, {
      id,
      action: "approve",
      alone: true,
      beside: () => sharesToPost(tx, id),
      effect: async (record, shares) => {
        await refuseUnmatched(tx, record as Loaded);
        const row = record as Loaded;
        const fiscalYearId = await yearOfPosting(tx, row);
        postInvoice(tx, actor, { ...row, fiscalYearId }, shares);
        return {
          patch: {
            approvedAt: businessNow(tx.scope).toISOString(),
            ...(fiscalYearId !== row.fiscalYearId && { fiscalYearId }),
          },
          ...(row.total === 0 && {
            to: "paid",
            note: "It comes to nothing, so it is settled without a payment.",
          }),
        };
      },
    })),
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, invoiceNoun, { id, action: "return", reason: comment })),
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, invoiceNoun, { id, action: "reject", reason: comment })),
};
