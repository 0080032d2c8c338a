import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { chargedBy } from "#areas/budget/budget.server.ts";
import { requestApproval, type ApprovalDocument } from "#areas/workflow/workflow.server.ts";
import type { ReadDocument } from "./document/document.service.ts";
import type { InvoiceInput } from "./invoice.model.ts";
import {
  createInvoice,
  invoiceNoun,
  type InvoiceRecord,
  type LoadedInvoice,
  type WrittenInvoice,
} from "./invoice.service.ts";
import { notCharged } from "./posting.service.ts";

const chargedCents = async (tx: Tx, id: string): Promise<number> =>
  (
    await tx.one<{ charged: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as charged
      from invoice_share
      where org_id = ${tx.scope.orgId} and invoice_id = ${id}
    `)
  ).charged;

// Who entered or corrected it, accepted an exception of it or sent it.
const contributorsOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select distinct actor_id as id
      from audit_entry
      where org_id = ${tx.scope.orgId}
        and object_type = 'invoice'
        and object_id = ${id}
        and action in ('invoice.create', 'invoice.edit', 'invoice.accept', 'invoice.submit')
        and actor_id is not null
    `)
  ).map((h) => h.id);

const accountsOf = (tx: Tx, id: string) =>
  chargedBy(
    tx,
    sql`
      select account_string_id
      from invoice_share
      where org_id = ${tx.scope.orgId} and invoice_id = ${id}
    `,
  );

const namesOf = (tx: Tx, id: string) =>
  tx.one<{ vendor: string; departmentId: string | null; author: string | null }>(sql`
    select
      v.name as vendor, o.department_id,
      (select p.id from person p where p.id = i.created_by) as author
    from invoice i
    join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
    where i.org_id = ${tx.scope.orgId} and i.id = ${id}
  `);

// What its approval is about; nobody with a hand in it, its sender included, is asked.
const approvalDocument = async (
  tx: Tx,
  actor: Actor,
  row: InvoiceRecord,
): Promise<ApprovalDocument> => {
  const [{ vendor, departmentId, author }, accounts, hands] = await Promise.all([
    namesOf(tx, row.id),
    accountsOf(tx, row.id),
    contributorsOf(tx, row.id),
  ]);
  // Of an invoice that the vendor sent nobody here is the author: who sends it on asks.
  const requesterId = author ?? actor.personId;
  const departments = [...new Set(accounts.map((a) => a.departmentId))];
  const parties = [...new Set([...hands, actor.personId!])].filter(
    (person) => person !== requesterId,
  );
  return {
    type: "invoice",
    id: row.id,
    number: row.number,
    title: `${vendor}, ${row.vendorNumber}`,
    requesterId,
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
  { id, version }: StepAt,
): Promise<InvoiceRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const after = await transition(tx, actor, invoiceNoun, {
    id,
    action: "submit",
    version,
    effect: async (record) => {
      const row = record as LoadedInvoice;
      const [charged, document] = await Promise.all([
        chargedCents(tx, id),
        approvalDocument(tx, actor, row),
      ]);
      if (charged !== row.total) throw conflict("not_charged", notCharged);
      approvalId = await requestApproval(tx, actor, document);
    },
  });
  return { ...after, approvalId };
};

/**
 * Takes in an invoice and, where the match finds nothing, sends it to its approvers in the same
 * transaction. The errors of both, and nothing is stored then; with an exception the invoice is
 * stored, waits for the exception's owner, and `approvalId` is null.
 */
export const createAndSubmitInvoice = async (
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
  document: ReadDocument | null = null,
): Promise<WrittenInvoice & { approvalId: string | null }> => {
  const { lines, ...created } = await createInvoice(tx, actor, input, "typed", document);
  if (created.status !== "matched") return { ...created, lines, approvalId: null };
  const submitted = await submitInvoice(tx, actor, { id: created.id, version: created.version });
  return { ...submitted, lines };
};
