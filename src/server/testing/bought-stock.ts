import type { Actor } from "#kernel/access.ts";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";
import { spreadPaid } from "#areas/finance/cost/paid.service.ts";
import { createInvoice, invoiceInput, submitInvoice } from "#areas/finance/finance.server.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "./agency.ts";
import type { TestDatabase } from "./database.ts";
import { agencyDay } from "./days.ts";
import { approveDocument, issuedOrder, receiveGoods } from "./purchase.ts";
import { makeStores } from "./stores.ts";

type Bought = { order: { id: string; lines: { id: string }[] }; quantity: string; price: string };
let serial = 0;

/** Stores whose goods are ordered, received, billed and paid, each by its own people. */
export const makeBoughtStock = async (t: TestDatabase, fund: { federal?: boolean } = {}) => {
  const s = await makeStores(t);
  const people = await makeMembers(t.database, s.agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    otherManager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
  });
  const account = await makeBudget(t.database, s.agency, 50_000_00, fund);
  const vendorId = (await makeVendor(t.database, s.agency)).id;
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
      values (${s.agency.orgId}, gen_random_uuid(), '2026-01-01', 2, 2500)
    `),
  );
  const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
  /** Goods of an order, put somewhere; `came`: how much of them by now. */
  const buy = async (
    itemId: string,
    quantity: string,
    price: string,
    { locationId = s.bay, came = quantity }: { locationId?: string; came?: string | null } = {},
  ): Promise<Bought> => {
    const order = await issuedOrder(t.database, people, {
      vendorId,
      departmentId: s.agency.departmentId,
      lines: [
        {
          ...{ quantity, unit: "bag", unitPrice: price },
          splits: [{ accountStringId: account.accountStringId }],
        },
      ],
    });
    await s.asking(s.people.keeper, "POST /api/v1/stock-order-lines", {
      ...{ orderLineId: order.lines[0]!.id, itemId, locationId },
    });
    if (came) await receiveGoods(t.database, people, order, [came]);
    return { order, quantity, price };
  };
  /** The bill of all of it; gives the invoice. */
  const bill = async ({ order, quantity, price }: Bought, unitPrice = price): Promise<string> => {
    const input = invoiceInput.parse({
      vendorId,
      purchaseOrderId: order.id,
      vendorNumber: `ST-${++serial}`,
      invoiceDate: agencyDay(),
      lines: [
        { purchaseOrderLineId: order.lines[0]!.id, description: "Bags", quantity, unitPrice },
      ],
    });
    const row = await as(people.ap, (tx) => createInvoice(tx, people.ap, input));
    await as(people.ap, (tx) => submitInvoice(tx, people.ap, { id: row.id, version: null }));
    await approveDocument(t.database, people.otherManager, row.id);
    return row.id;
  };
  /** What is paid of an invoice now, in cents. */
  const pay = (invoiceId: string, cents: number) =>
    as(people.ap, async (tx) => {
      await tx.rows(sql`update invoice set paid_amount = ${cents} where id = ${invoiceId}`);
      await spreadPaid(tx, people.ap, [invoiceId]);
    });
  const cancelBill = (id: string) =>
    as(people.ap, (tx) =>
      voidInvoice(tx, people.ap, { id, version: null, reason: "Billed twice." }),
    );
  return { ...s, buyers: people, account, vendorId, buy, bill, pay, cancelBill };
};
export type BoughtStock = Awaited<ReturnType<typeof makeBoughtStock>>;
