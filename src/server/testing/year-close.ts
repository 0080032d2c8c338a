import { afterAll, beforeAll, expect } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy, makeVendor } from "./agency.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { agencyDay } from "./days.ts";
import { closeYear, reopenYear } from "#areas/budget/account/closing.service.ts";
import { openFiscalYear } from "#areas/budget/account/year.service.ts";
import { amendLine } from "#areas/budget/change/change.service.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { createAndIssue } from "#areas/procurement/order/issue.service.ts";
import { postReceipt, receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createAndSubmit } from "#areas/procurement/requisition/submission.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { createInvoice } from "#areas/finance/invoice/invoice.service.ts";
import { submitInvoice } from "#areas/finance/invoice/submission.service.ts";
import { voidInvoice } from "#areas/finance/invoice/course.service.ts";

let t: TestDatabase;

export const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
  t.database.transaction(actor, work);

export const setUp = async () => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager", duties: ["ap"] },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
  });
  for (const documentType of ["requisition", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  await makePolicy(t.database, people.admin, {
    documentType: "budgetChange",
    condition: { amountMin: 1_000_000_00 },
  });
  const account = await makeBudget(t.database, agency, 50_000_00);
  const other = await makeBudget(t.database, agency, 10_000_00);
  const vendorId = (await makeVendor(t.database, agency)).id;
  const { clerk, manager, admin, buyer, receiver, ap } = people;
  const ask = async (unitPrice: string, accountStringId = account.accountStringId) => {
    const asked = await as(clerk, (tx) =>
      createAndSubmit(
        tx,
        clerk,
        requisitionInput.parse({
          title: "Stone",
          justification: "Yard",
          departmentId: agency.departmentId,
          neededOn: agencyDay(60),
          lines: [
            {
              description: "Stone",
              quantity: "10",
              unit: "ton",
              unitPrice,
              splits: [{ accountStringId }],
            },
          ],
        }),
      ),
    );
    await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
    return { id: asked.id, line: asked.lines[0]!.id! };
  };
  const order = (line: string) =>
    orderInput.parse({
      title: "Stone",
      vendorId,
      departmentId: agency.departmentId,
      requisitionLines: [{ requisitionLineId: line }],
    });
  const buy = async (unitPrice: string) => {
    const r = await ask(unitPrice);
    const made = await as(buyer, async (tx) =>
      createAndIssue(tx, buyer, order(r.line), "http://levee.test"),
    );
    return { id: made.id, line: made.lines[0]!.id!, requisition: r.id, price: unitPrice };
  };
  const bill = async (
    o: { id: string; line: string; price: string },
    number: string,
    quantity: string,
    received = true,
  ) => {
    if (received)
      await as(receiver, (tx) =>
        postReceipt(
          tx,
          receiver,
          { id: o.id, version: null },
          receiptInput.parse({ lines: [{ purchaseOrderLineId: o.line, quantity }] }),
        ),
      );
    return (
      await as(ap, (tx) =>
        createInvoice(
          tx,
          ap,
          invoiceInput.parse({
            vendorId,
            purchaseOrderId: o.id,
            vendorNumber: number,
            invoiceDate: agencyDay(0),
            lines: [
              {
                purchaseOrderLineId: o.line,
                description: "Stone",
                quantity,
                unit: "ton",
                unitPrice: o.price,
              },
            ],
          }),
        ),
      )
    ).id;
  };
  const send = async (id: string) =>
    (await as(ap, (tx) => submitInvoice(tx, ap, { id, version: null }))).approvalId!;
  const settle = async (id: string) => {
    const approvalId = await send(id);
    await as(manager, (tx) => decide(tx, manager, approvalId, "approve", "", null));
  };
  const takeBack = (id: string) =>
    as(manager, (tx) => voidInvoice(tx, manager, { id, version: null, reason: "Billed wrongly" }));
  const db = t.database.read(admin);
  /** What each line holds by its own balances and by its ledger, by year and account. */
  const lines = async () => {
    const rows = await db.rows<{
      year: number;
      id: string;
      budget: number;
      pre: number;
      enc: number;
      spent: number;
      adjusted: number;
      ledger: string;
      closed: boolean;
    }>(sql`
      select
        y.year, l.account_string_id as id, l.original + l.adjusted as budget, l.adjusted,
        l.pre_encumbered as pre, l.encumbered as enc, l.expended as spent, l.closed,
        (
          select concat_ws(' ', sum(e.pre_encumbered), sum(e.encumbered), sum(e.expended))
          from commitment_entry e
          where e.org_id = l.org_id and e.budget_line_id = l.id
        ) as ledger
      from budget_line l
      join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
      where l.org_id = ${agency.orgId}
      order by y.year
    `);
    for (const r of rows) if (r.ledger) expect(r.ledger).toBe(`${r.pre} ${r.enc} ${r.spent}`);
    const of = (year: number, id = account.accountStringId) =>
      rows.find((r) => r.year === year && r.id === id);
    return { of };
  };
  /** The agency's year ended yesterday, and the next one is open. */
  const endYear = async () => {
    await as(admin, (tx) =>
      tx.rows(sql`
        update fiscal_year
        set ends_on = ${agencyDay(-1)}
        where org_id = ${agency.orgId} and year = 2027
      `),
    );
    return as(admin, (tx) =>
      openFiscalYear(tx, admin, { year: 2028, startsOn: agencyDay(0), endsOn: agencyDay(365) }),
    );
  };
  const versionOf = async (table: "fiscal_year" | "budget_line", id: string) =>
    (
      await db.one<{ version: number }>(
        table === "fiscal_year"
          ? sql`select version from fiscal_year where org_id = ${agency.orgId} and id = ${id}`
          : sql`select version from budget_line where org_id = ${agency.orgId} and id = ${id}`,
      )
    ).version;
  const close = async (budget: "carry" | "next", id = agency.fiscalYearId) => {
    const version = await versionOf("fiscal_year", id);
    return as(admin, (tx) => closeYear(tx, admin, id, { budget, note: "" }, version));
  };
  const reopen = async (id: string) => {
    const version = await versionOf("fiscal_year", id);
    return as(admin, (tx) => reopenYear(tx, admin, id, "Late transfer", version));
  };
  const amend = async (id: string, amount: number) => {
    const version = await versionOf("budget_line", id);
    return as(admin, (tx) =>
      amendLine(tx, admin, id, { amount, reason: "Late", source: "Fund balance" }, version),
    );
  };
  const yearsOf = (table: "purchase_order" | "requisition" | "invoice") =>
    db.rows<{ number: string; year: number; status: string }>(
      {
        purchase_order: sql`
          select d.number, y.year, d.status
          from purchase_order d
          join fiscal_year y on y.org_id = d.org_id and y.id = d.fiscal_year_id
          where d.org_id = ${agency.orgId}
          order by d.id
        `,
        requisition: sql`
          select d.number, y.year, d.status
          from requisition d
          join fiscal_year y on y.org_id = d.org_id and y.id = d.fiscal_year_id
          where d.org_id = ${agency.orgId}
          order by d.id
        `,
        invoice: sql`
          select d.number, y.year, d.status
          from invoice d
          join fiscal_year y on y.org_id = d.org_id and y.id = d.fiscal_year_id
          where d.org_id = ${agency.orgId}
          order by d.id
        `,
      }[table],
    );
  return {
    agency,
    people,
    account,
    other,
    vendorId,
    ask,
    order,
    buy,
    bill,
    send,
    settle,
    takeBack,
    lines,
    endYear,
    close,
    reopen,
    amend,
    db,
    yearsOf,
  };
};

/** What every test of these files begins with; called once at the head of a file. */
export const yearCloseSetUp = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
};
