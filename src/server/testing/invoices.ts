import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "./agency.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { wronglyKept } from "./orders.ts";
import { approveDocument, issuedOrder } from "./purchase.ts";
import { readInvoice } from "#areas/finance/invoice/invoice.read.service.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { createInvoice } from "#areas/finance/invoice/invoice.service.ts";
import { submitInvoice } from "#areas/finance/invoice/submission.service.ts";

export let t: TestDatabase;
export let agency: Agency;
export let account: Awaited<ReturnType<typeof makeBudget>>;
export let vendor: { id: string };
export let order: Awaited<ReturnType<typeof issuedOrder>>;
export let people: Record<"admin" | "buyer" | "receiver" | "manager" | "ap" | "otherAp", Actor>;

export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);
export const enter = (over: object = {}, line: object = {}) =>
  as(people.ap, (tx) =>
    createInvoice(
      tx,
      people.ap,
      invoiceInput.parse({
        vendorId: vendor.id,
        purchaseOrderId: order.id,
        vendorNumber: `N-${Math.random()}`,
        invoiceDate: "2026-11-14",
        lines: [
          {
            purchaseOrderLineId: order.lines[0]!.id,
            description: "Stone",
            quantity: "40",
            unitPrice: "10.00",
            ...line,
          },
        ],
        ...over,
      }),
    ),
  );
export const read = (id: string) => readInvoice(t.database.read(people.ap), people.ap, id);
export const budget = () =>
  t.database.read(people.ap).one<{ enc: number; exp: number }>(sql`
    select encumbered as enc, expended as exp
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
export const approve = async (id: string) => {
  await as(people.ap, (tx) => submitInvoice(tx, people.ap, id, null));
  await approveDocument(t.database, people.manager, id);
};

/** What every test of these files begins with; called once at the head of a file. */
export const invoiceSetUp = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
  afterEach(async () => expect(await wronglyKept(t, people.ap)).toEqual([]));
  beforeEach(async () => {
    agency = await makeAgency(t.database);
    people = await makeMembers(t.database, agency, {
      admin: { role: "admin" },
      buyer: { duties: ["buyer"] },
      receiver: { duties: ["receiver"] },
      manager: { role: "manager" },
      ap: { duties: ["ap"] },
      otherAp: { duties: ["ap"] },
    });
    account = await makeBudget(t.database, agency, 50_000_00);
    vendor = await makeVendor(t.database, agency);
    for (const documentType of ["purchaseOrder", "invoice"] as const)
      await makePolicy(t.database, people.admin, { documentType });
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
        values (${agency.orgId}, gen_random_uuid(), '2026-01-01', 2, 2500)
      `),
    );
    order = await issuedOrder(t.database, people, {
      vendorId: vendor.id,
      departmentId: agency.departmentId,
      lines: [
        {
          quantity: "100",
          unitPrice: "10.00",
          splits: [{ accountStringId: account.accountStringId }],
        },
      ],
    });
  });
};
