import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { wronglyKept } from "#server/testing/orders.ts";
import { approveDocument, issuedOrder } from "#server/testing/purchase.ts";
import "../finance.server.ts";
import { readInvoice } from "./invoice.read.service.ts";
import { invoiceInput } from "./invoice.model.ts";
import { createInvoice } from "./invoice.service.ts";
import { submitInvoice } from "./submission.service.ts";

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
  await as(people.ap, (tx) => submitInvoice(tx, people.ap, { id, version: null }));
  await approveDocument(t.database, people.manager, id);
};

/** An agency with an issued order for 100 tons of stone, made for each test; afterwards nothing kept is out of step. */
export const invoiceTests = (): void => {
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
