// A line that one account pays holds its share itself; a divided line has rows. Both ways must come
// to the same money: a purchase is walked with whole lines, and again with each
// line turned into a divided one with a single row after every step, and everything that anybody
// reads of it is compared.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
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
import "#areas/procurement/procurement.server.ts";
import { changeOrder } from "#areas/procurement/order/order-change.service.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { changeInput, orderInput } from "#areas/procurement/order/order.model.ts";
import { cancelOrder, shortCloseOrder } from "#areas/procurement/order/closing.service.ts";
import { createAndIssue } from "#areas/procurement/order/issue.service.ts";
import { createOrder } from "#areas/procurement/order/order.service.ts";
import { postReceipt, receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { readRequisition } from "#areas/procurement/requisition/requisition.list.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { cancelRequisition } from "#areas/procurement/requisition/course.service.ts";
import { createAndSubmit } from "#areas/procurement/requisition/submission.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import "../finance.server.ts";
import { readInvoice } from "./invoice.read.service.ts";
import { invoiceInput, invoicePatch } from "./invoice.model.ts";
import { acceptException } from "./exception.service.ts";
import { createInvoice } from "./invoice.service.ts";
import { editInvoice } from "./correction.service.ts";
import { submitInvoice } from "./submission.service.ts";
import { voidInvoice } from "./course.service.ts";

type People = Record<"clerk" | "manager" | "admin" | "buyer" | "receiver" | "ap", Actor>;
type Buying = Agency & { people: People; accounts: string[]; vendorId: string };

let t: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const buying = async (): Promise<Buying> => {
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
    documentType: "purchaseOrder",
    condition: { change: true },
  });
  const accounts = [
    (await makeBudget(t.database, agency, 90_000_00)).accountStringId,
    (await makeBudget(t.database, agency, 90_000_00)).accountStringId,
  ];
  return { ...agency, people, accounts, vendorId: (await makeVendor(t.database, agency)).id };
};

// Every whole line becomes a divided one with one row, as lines were kept before.
const unfold = [
  `
    insert into requisition_split (
      org_id, id, line_id, account_string_id, percent, amount, ordered_amount
    )
    select org_id, gen_random_uuid(), line_id, account_string_id, percent, amount, ordered_amount
    from requisition_share
    where org_id = $1 and id = line_id
  `,
  "update requisition_line set account_string_id = null where org_id = $1",
  `
    insert into purchase_order_split (
      org_id, id, line_id, account_string_id, percent, amount, encumbered, expended, taken,
      requisition_split_id
    )
    select
      s.org_id, gen_random_uuid(), s.line_id, s.account_string_id, s.percent, s.amount,
      s.encumbered, s.expended, s.taken,
      (
        select r.id
        from requisition_split r
        where r.org_id = l.org_id and r.line_id = l.requisition_line_id
      )
    from purchase_order_share s
    join purchase_order_line l on l.org_id = s.org_id and l.id = s.line_id
    where s.org_id = $1 and s.id = s.line_id
  `,
  `
    update purchase_order_line
    set account_string_id = null, encumbered = 0, expended = 0, taken = 0
    where org_id = $1
  `,
  `
    insert into invoice_split (org_id, id, invoice_id, line_id, account_string_id, amount, released)
    select
      l.org_id, gen_random_uuid(), l.invoice_id, l.id, l.account_string_id, l.charged,
      case
        when l.purchase_order_line_id is not null and i.status = 'approved' then greatest(
          l.charged, 0
        ) - l.beyond
        else 0
      end
    from invoice_line l
    join invoice i on i.org_id = l.org_id and i.id = l.invoice_id
    where l.org_id = $1 and l.account_string_id is not null
  `,
  `
    update invoice_line
    set account_string_id = null, charged = 0, beyond = 0
    where org_id = $1 and purchase_order_line_id is not null
  `,
];
const wholeLines = `
  select (
      select count(*)
      from requisition_line
      where org_id = $1 and account_string_id is not null
    ) + (
      select count(*)
      from purchase_order_line
      where org_id = $1 and account_string_id is not null
    ) as n
`;
const both = `
  select count(*)::int as n
  from (
    select line_id
    from requisition_share
    where org_id = $1
    union all
    select line_id
    from purchase_order_share
    where org_id = $1
    union all
    select line_id
    from invoice_share
    where org_id = $1
  ) x
  group by line_id
  having count(*) > 1
`;

/**
 * What people read of a purchase: the money of the accounts, the ledger, and the records as their
 * pages show them, without ids.
 */
const told = async (
  b: Buying,
  ids: { requisition: string; order?: string; invoices: string[] },
) => {
  const db = t.database.read(b.people.admin);
  const { manager } = b.people;
  const budget = await db.rows(sql`
    select pre_encumbered, encumbered, expended
    from budget_line
    where org_id = ${b.orgId}
    order by array_position(${b.accounts}::uuid[], account_string_id)
  `);
  const ledger = await db.rows(sql`
    select
      kind, array_position(${b.accounts}::uuid[], l.account_string_id) as account, c.pre_encumbered,
      c.encumbered, c.expended
    from commitment_entry c
    join budget_line l on l.org_id = c.org_id and l.id = c.budget_line_id
    where c.org_id = ${b.orgId}
    order by c.id
  `);
  const shares = (lines: readonly { splits: readonly { accountStringId: string }[] }[]) =>
    lines.map((l) =>
      l.splits.map((s) => ({
        ...s,
        id: "",
        code: "",
        percent: "",
        accountStringId: b.accounts.indexOf(s.accountStringId),
      })),
    );
  const r = await readRequisition(db, manager, ids.requisition);
  const o = ids.order ? await readOrder(db, manager, ids.order) : null;
  return {
    budget,
    ledger: ledger.map((l) => JSON.stringify(l)).sort(),
    requisition: {
      status: r.status,
      ordered: r.orderedAmount,
      lines: r.lines.map((l) => [l.orderedAmount, l.openQuantity]),
      shares: shares(r.lines),
    },
    order: o && {
      status: o.status,
      amount: o.amount,
      encumbered: o.encumbered,
      expended: o.expended,
      lines: o.lines.map((l) => [l.invoicedQuantity, l.invoicedAmount]),
      shares: shares(o.lines),
    },
    invoices: await Promise.all(
      ids.invoices.map(async (id) => {
        const i = await readInvoice(db, manager, id);
        return {
          status: i.status,
          total: i.total,
          splits: i.splits.map((s) => [b.accounts.indexOf(s.accountStringId), s.amount]).sort(),
        };
      }),
    ),
  };
};

const line = (b: Buying, account: number, unitPrice: string) => ({
  description: `Stone ${account}`,
  quantity: "4",
  unit: "ton",
  unitPrice,
  splits: [{ accountStringId: b.accounts[account]! }],
});
const walks = (b: Buying) => {
  const { clerk, manager, admin, buyer, receiver, ap } = b.people;
  const ask = async () => {
    const asked = await as(clerk, (tx) =>
      createAndSubmit(
        tx,
        clerk,
        requisitionInput.parse({
          title: "Stone",
          justification: "Yard",
          departmentId: b.departmentId,
          neededOn: "2027-03-01",
          lines: [line(b, 0, "100"), line(b, 1, "33.333")],
        }),
      ),
    );
    await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
    return { id: asked.id, lines: asked.lines.map((l) => l.id) };
  };
  const order = (lines: readonly string[], quantity?: string) =>
    orderInput.parse({
      title: "Stone",
      vendorId: b.vendorId,
      departmentId: b.departmentId,
      requisitionLines: lines.map((requisitionLineId) => ({ requisitionLineId, quantity })),
    });
  const bill = async (
    orderId: string,
    number: string,
    lines: readonly { id: string }[],
    quantity: string,
    prices: readonly string[],
    tax = 0,
  ) => {
    const made = await as(ap, (tx) =>
      createInvoice(
        tx,
        ap,
        invoiceInput.parse({
          vendorId: b.vendorId,
          purchaseOrderId: orderId,
          vendorNumber: number,
          invoiceDate: "2026-11-14",
          tax,
          lines: lines.map((l, i) => ({
            purchaseOrderLineId: l.id,
            description: "Stone",
            quantity,
            unit: "ton",
            unitPrice: prices[i],
          })),
        }),
      ),
    );
    return made.id;
  };
  const settle = async (id: string) => {
    const open = (await readInvoice(t.database.read(manager), manager, id)).exceptions.filter(
      (x) => x.status === "open",
    );
    const decider = open.length ? admin : manager;
    for (const e of open)
      await as(manager, (tx) => acceptException(tx, manager, id, e.id, "Agreed by phone", null));
    const sent = await as(ap, (tx) => submitInvoice(tx, ap, { id, version: null }));
    await as(decider, (tx) => decide(tx, decider, sent.approvalId!, "approve", "", null));
  };
  const receive = (orderId: string, lines: readonly { id: string }[], quantity: string) =>
    as(receiver, (tx) =>
      postReceipt(
        tx,
        receiver,
        { id: orderId, version: null },
        receiptInput.parse({ lines: lines.map((l) => ({ purchaseOrderLineId: l.id, quantity })) }),
      ),
    );
  return { ask, order, bill, settle, receive, buyer, ap, clerk };
};

/**
 * The whole life: part of it ordered, received, billed dearer and with tax, posted, taken back,
 * billed again, changed up and down, closed short, the rest of the requisition cancelled.
 */
const life = async (after: (b: Buying) => Promise<void>) => {
  const b = await buying();
  const w = walks(b);
  const seen: unknown[] = [];
  const invoices: string[] = [];
  const asked = await w.ask();
  let orderId: string | undefined;
  const look = async () => {
    await after(b);
    seen.push(await told(b, { requisition: asked.id, order: orderId, invoices }));
    expect((await owner.query(both, [b.orgId])).rows).toEqual([]);
  };
  await look();
  const made = await as(w.buyer, (tx) =>
    createAndIssue(tx, w.buyer, w.order(asked.lines, "3"), "http://levee.test"),
  );
  orderId = made.id;
  await look();
  const lines = made.lines.map((l) => ({ id: l.id! }));
  await w.receive(made.id, lines, "2");
  invoices.push(await w.bill(made.id, "A-1", lines, "2", ["110", "40"], 7_77));
  await look();
  await w.settle(invoices[0]!);
  await look();
  invoices.push(await w.bill(made.id, "A-2", [lines[0]!], "1", ["150"]));
  await as(w.ap, (tx) =>
    editInvoice(tx, w.ap, invoices[1]!, invoicePatch.parse({ tax: 3_01 }), null),
  );
  await w.settle(invoices[1]!);
  await look();
  for (const id of [...invoices].reverse()) {
    await as(b.people.manager, (tx) =>
      voidInvoice(tx, b.people.manager, { id, version: null, reason: "Billed wrongly" }),
    );
    await look();
  }
  await as(w.buyer, (tx) =>
    changeOrder(
      tx,
      w.buyer,
      { id: made.id, version: null },
      changeInput.parse({
        reason: "Less of one, dearer the other",
        lines: [
          { id: lines[0]!.id, quantity: "2" },
          { id: lines[1]!.id, unitPrice: "50" },
        ],
      }),
      "http://levee.test",
    ),
  );
  await approveDocument(t.database, b.people.manager, made.id);
  await look();
  invoices.push(await w.bill(made.id, "A-3", lines, "2", ["100", "50"]));
  await w.settle(invoices[2]!);
  await look();
  await as(b.people.admin, (tx) =>
    shortCloseOrder(tx, b.people.admin, {
      id: made.id,
      version: null,
      reason: "Nothing more will come",
    }),
  );
  await as(b.people.admin, (tx) =>
    cancelRequisition(tx, b.people.admin, { id: asked.id, version: null, reason: "Enough" }),
  );
  await look();
  return { seen, whole: Number((await owner.query(wholeLines, [b.orgId])).rows[0].n) };
};

const divide = async (b: Buying) => {
  for (const text of unfold) await owner.query(text, [b.orgId]);
};

test("lines that hold their share themselves and lines with a row come to the same money at every step", async () => {
  const [whole, divided] = [await life(async () => {}), await life(divide)];
  expect([whole.whole, divided.whole]).toEqual([4, 0]);
  expect(divided.seen).toEqual(whole.seen);
  const last = whole.seen.at(-1) as Awaited<ReturnType<typeof told>>;
  expect(last.budget).toEqual([
    { preEncumbered: 0, encumbered: 0, expended: 200_00 },
    { preEncumbered: 0, encumbered: 0, expended: 100_00 },
  ]);
  expect(last.order).toMatchObject({ status: "short_closed", encumbered: 0, expended: 300_00 });
});

test("a draft that is cancelled gives back what its lines had taken, whole or divided", async () => {
  const given = async (after: (b: Buying) => Promise<void>) => {
    const b = await buying();
    const w = walks(b);
    const asked = await w.ask();
    await after(b);
    const draft = await as(w.buyer, (tx) => createOrder(tx, w.buyer, w.order(asked.lines, "3")));
    await after(b);
    const taken = await told(b, { requisition: asked.id, order: draft.id, invoices: [] });
    await as(w.buyer, (tx) =>
      cancelOrder(tx, w.buyer, { id: draft.id, version: null, reason: "Not needed" }),
    );
    await after(b);
    return [taken, await told(b, { requisition: asked.id, invoices: [] })] as const;
  };
  const [whole, divided] = [await given(async () => {}), await given(divide)];
  expect(divided).toEqual(whole);
  expect(whole[0].requisition).toMatchObject({ status: "partly_ordered", ordered: 400_00 });
  expect(whole[1].requisition).toMatchObject({ status: "approved", ordered: 0 });
});
