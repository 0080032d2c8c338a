// A bill goes into the agency's own accounts payable: read from its UBL as any vendor's, once.
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import {
  checkEntry,
  createInvoice,
  draftOfUbl,
  invoiceInput,
  invoiceOfUbl,
} from "#areas/finance/finance.server.ts";
import { orderList } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { runList } from "#server/http/list-page.ts";
import { agencyBillTaken } from "../billing.tables.ts";
import type { TakeInput } from "../bill/bill.model.ts";
import { billUbl } from "../bill/paper.service.ts";
import { operatorOf } from "../operator/operator.service.ts";

type Own = { orgId: string; number: string; status: string; kind: string; orderNumber: string };

/** A bill of the scope's agency, as the policy of the customer shows it. 404. */
export const ownBill = async (db: Db, id: string): Promise<Own> => {
  const bill = await db.maybe<Own>(sql`
    select org_id, number, status, kind, order_number
    from agency_bill
    where id = ${id} and customer_id = ${db.scope.orgId} and number is not null
  `);
  if (!bill) throw notFound("bill");
  return bill;
};

/** The agency's own purchase order of this number; null for none. */
export const orderNumbered = async (
  db: Db,
  actor: Actor,
  number: string,
): Promise<{ id: string; number: string } | null> => {
  if (number === "") return null;
  const { items } = await runList<{ id: string; number: string }>(db, actor, orderList, {
    q: number,
    limit: 20,
    count: "none",
  });
  return items.find((order) => order.number.toLowerCase() === number.toLowerCase()) ?? null;
};

/** As which invoice a bill was taken; null while it was not. */
export const takenAs = (db: Db, billId: string) =>
  db.maybe<{ invoiceId: string; createdAt: string }>(sql`
    select invoice_id, created_at
    from agency_bill_taken
    where org_id = ${db.scope.orgId} and bill_id = ${billId}
  `);

const inputOf = async (
  tx: Tx,
  actor: Actor,
  app: App,
  { bill, fileId }: { bill: Own; fileId: string },
  chosen: TakeInput,
) => {
  const order = await orderNumbered(tx, actor, bill.orderNumber);
  if (order) return invoiceOfUbl(tx, actor, app.files, fileId);
  const { asks: _asks, ...draft } = await draftOfUbl(tx, actor, app.files, fileId);
  const vendorId = chosen.vendorId ?? draft.vendorId;
  if (!vendorId)
    throw invalidField(
      "vendorId",
      "Choose the vendor that the operator is in your books; have one made where there is none.",
      "no_vendor",
    );
  if (!chosen.accountStringId)
    throw invalidField(
      "accountStringId",
      bill.orderNumber
        ? `${bill.orderNumber} is no purchase order of your agency. Choose the account that pays the bill.`
        : "The bill names no purchase order. Choose the account that pays it.",
      "no_account",
    );
  const lines = draft.lines.map((line) => ({ ...line, accountStringId: chosen.accountStringId }));
  return validated(invoiceInput, { ...draft, vendorId, lines });
};

// Of two that take it at once the second waits, and is told.
const claim = async (tx: Tx, actor: Actor, billId: string, number: string): Promise<string> => {
  const row = await tx.maybe<{ id: string }>(sql`
    insert into agency_bill_taken (org_id, id, bill_id, bill_number, invoice_id, taken_by)
    values (${actor.orgId}, ${newId()}, ${billId}, ${number}, ${newId()}, ${actor.personId}::uuid)
    on conflict (org_id, bill_id)
    do nothing
    returning id
  `);
  if (!row) throw conflict("taken", `${number} is in your accounts payable already.`);
  return row.id;
};

/**
 * Takes a bill of the actor's agency into its accounts payable as an invoice of its own, matched with the purchase order
 * that it names; without one with the vendor and the account that are chosen. Its data stand as the
 * invoice's document. 404; 409 `taken`, `not_open`; 422 `no_vendor`, `no_account`, and those of an invoice.
 */
export const takeBill = async (
  tx: Tx,
  actor: Actor,
  app: App,
  id: string,
  chosen: TakeInput,
): Promise<{ id: string; number: string; status: string; version: number }> => {
  const bill = await ownBill(tx, id);
  if (bill.status === "void" || bill.status === "uncollectible")
    throw conflict("not_open", `${bill.number} is not to be paid.`);
  const { xml } = await billUbl(tx, id, await operatorOf(app.database));
  const claimed = await claim(tx, actor, id, bill.number);
  const stored = await app.files.put(Readable.from([Buffer.from(xml)]), undefined, "own");
  const fileId = await recordFile(tx, {
    ...{ ...stored, orgId: actor.orgId!, name: `${bill.number}.xml`, uploadedBy: actor.personId },
  });
  const input = await inputOf(tx, actor, app, { bill, fileId }, chosen);
  await checkEntry(tx, actor, input);
  const invoice = await createInvoice(tx, actor, input, "ubl");
  await updateRow(tx, agencyBillTaken, claimed, { invoiceId: invoice.id });
  note(
    tx,
    actor,
    "invoice",
    { id: invoice.id, number: invoice.number },
    {
      ...{ action: "takeAgencyBill", note: `Bill ${bill.number} of the operator`, event: null },
      after: { billId: id, billNumber: bill.number },
    },
  );
  return invoice;
};
