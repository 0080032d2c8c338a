import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { lineTotalCents } from "#kernel/money.ts";
import { utcDay } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import {
  decideFor,
  endOrders,
  later,
  openStory,
  tell,
  type Story,
  type Timeline,
} from "#areas/procurement/procurement.server.ts";
import { invoiceInput } from "./invoice/invoice.model.ts";
import { acceptException } from "./invoice/exception.service.ts";
import { createInvoice } from "./invoice/invoice.service.ts";
import { disputeInvoice, voidInvoice } from "./invoice/course.service.ts";
import { rematchInvoice } from "./invoice/correction.service.ts";
import { submitInvoice } from "./invoice/submission.service.ts";

type Delivery = {
  orderId: string;
  vendorId: string;
  receivedOn: string;
  lines: {
    lineId: string;
    description: string;
    unit: string;
    quantity: string;
    unitPrice: string;
  }[];
};

const scope = { orgId: carverCountyId, personId: null };

const deliveries = async (app: App): Promise<Delivery[]> =>
  app.database.read(scope).rows<Delivery>(sql`
    select
      o.id as order_id, o.vendor_id, c.received_on,
      json_agg(json_build_object(
        'lineId', p.id, 'description', p.description, 'unit', p.unit, 'quantity',
        (l.quantity - l.rejected_quantity)::text, 'unitPrice', p.unit_price::text
      ) order by p.line_no) as lines
    from receipt c
    join purchase_order o on o.org_id = c.org_id and o.id = c.purchase_order_id
    join receipt_line l on l.org_id = c.org_id and l.receipt_id = c.id
    join purchase_order_line p on p.org_id = l.org_id and p.id = l.purchase_order_line_id
    where c.org_id = ${carverCountyId} and c.status = 'posted' and l.quantity > l.rejected_quantity
    group by o.id, o.vendor_id, c.id, c.received_on
    order by c.received_on, c.id
  `);

type Twist = "none" | "price" | "quantity" | "totals" | "duplicate" | "freight";

const twistOf = (story: Story): Twist => {
  const x = story.random();
  return x < 0.05
    ? "price"
    : x < 0.09
      ? "quantity"
      : x < 0.12
        ? "totals"
        : x < 0.15
          ? "duplicate"
          : x < 0.18
            ? "freight"
            : "none";
};

// A twentieth of work by the job is withheld until it is accepted.
const retainageOf = (d: Delivery) =>
  Math.round(
    d.lines.reduce(
      (n, l) => n + (l.unit === "job" ? lineTotalCents(l.quantity, l.unitPrice) : 0),
      0,
    ) / 20,
  );

const inputOf = (story: Story, d: Delivery, at: string, twist: Twist, number: string) =>
  invoiceInput.parse({
    retainage: retainageOf(d),
    vendorId: d.vendorId,
    purchaseOrderId: d.orderId,
    vendorNumber: number,
    invoiceDate: utcDay(later(new Date(at), -2)),
    ...(twist === "freight" ? { charges: 8_500 } : {}),
    ...(twist === "totals" ? { statedTotal: 1 } : {}),
    lines: d.lines.map((l, i) => ({
      purchaseOrderLineId: l.lineId,
      description: l.description,
      unit: l.unit,
      quantity:
        twist === "quantity" && i === 0
          ? String(Number(l.quantity) + Math.ceil(Number(l.quantity) * 0.1))
          : l.quantity,
      unitPrice:
        twist === "price" && i === 0
          ? (Number(l.unitPrice) * story.between(1.05, 1.12)).toFixed(4)
          : l.unitPrice,
    })),
  });

// Another bill may have come in since it was sent: then it goes back, as the approver is told to
// do.
const approve = async (story: Story, id: string, at: string) => {
  try {
    await decideFor(story, id, at, "approve");
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "no_longer_matches") throw error;
    await decideFor(
      story,
      id,
      at,
      "return",
      "It no longer agrees with the order; please match it again.",
    );
  }
};

const settle = async (story: Story, t: Timeline, id: string, at: string) => {
  const i = await story.app.database
    .read(scope)
    .one<{ status: string }>(
      sql`select status from invoice where org_id = ${carverCountyId} and id = ${id}`,
    );
  const fate = story.random();
  if (i.status === "exception") {
    if (fate < 0.2)
      return void (await story.as("ap", at, (tx, actor) =>
        disputeInvoice(tx, actor, {
          id,
          version: null,
          reason: "The price differs from the order; a corrected invoice was asked for",
        }),
      ));
    if (fate < 0.28)
      return void (await story.as("ap", at, (tx, actor) =>
        voidInvoice(tx, actor, { id, version: null, reason: "Sent twice by the vendor" }),
      ));
    if (fate < 0.55) return;
    const open = await story.app.database.read(scope).rows<{ id: string }>(sql`
      select id
      from invoice_exception
      where org_id = ${carverCountyId} and invoice_id = ${id} and status = 'open'
    `);
    for (const e of open)
      await story.as("manager", at, (tx, actor) =>
        acceptException(
          tx,
          actor,
          id,
          e.id,
          "Fuel surcharge clause of the order allows the difference",
          null,
        ),
      );
  } else if (fate < 0.1) return;
  await story.as("ap", at, (tx, actor) => submitInvoice(tx, actor, { id, version: null }));
  t.plan(later(new Date(at), story.between(1, 6)), (then) =>
    story.random() < 0.04
      ? decideFor(story, id, then, "return", "Which project does the second line belong to?")
      : approve(story, id, then),
  );
};

const bill = async (story: Story, t: Timeline, d: Delivery, at: string, serial: number) => {
  const twist = twistOf(story);
  const number = `${1000 + serial}-${String.fromCharCode(65 + (serial % 26))}`;
  const first = await story.as("ap", at, (tx, actor) =>
    createInvoice(tx, actor, inputOf(story, d, at, twist, number)),
  );
  t.plan(later(new Date(at), story.between(0.3, 3)), (then) => settle(story, t, first.id, then));
  if (twist === "duplicate")
    t.plan(
      later(new Date(at), 9),
      async (then) =>
        void (await story.as("ap", then, (tx, actor) =>
          createInvoice(
            tx,
            actor,
            inputOf(story, d, then, "none", number.replace("-", " ").toLowerCase()),
          ),
        )),
    );
};

// What may be wrong with a bill beside its lines: it is another vendor's, in another currency or
// unit, or has a line that was never ordered.
const wrongly = (story: Story, d: Delivery, i: number) => {
  if (i === 4) return { vendorId: story.vendors.find((v) => v.id !== d.vendorId)!.id };
  if (i === 5) return { currency: "CAD" };
  if (i === 7) return { unit: "lot" };
  return i === 6
    ? {
        lines: [
          { description: "Pallets, not returned", unit: "each", quantity: "4", unitPrice: "18.00" },
        ],
      }
    : {};
};

// Bills that came before the goods: they wait for the receipt, and some match after it.
const early = async (story: Story, t: Timeline, at: Date) => {
  const orders = await story.app.database.read(scope).rows<Delivery>(sql`
    select
      o.id as order_id, o.vendor_id, o.ordered_on as received_on,
      json_agg(json_build_object(
        'lineId', p.id, 'description', p.description, 'unit', p.unit, 'quantity', p.quantity::text,
        'unitPrice', p.unit_price::text
      ) order by p.line_no) as lines
    from purchase_order o
    join purchase_order_line p on p.org_id = o.org_id and p.purchase_order_id = o.id
    where o.org_id = ${carverCountyId} and o.status in ('issued', 'acknowledged')
    group by o.id, o.vendor_id, o.ordered_on, o.number
    order by o.number
    limit 8
  `);
  orders.forEach((d, i) =>
    t.plan(later(at, -3, i), async (then) => {
      const bill = inputOf(story, d, then, "none", `E-${200 + i}`);
      const { unit, ...wrong } = wrongly(story, d, i);
      const made = await story.as("ap", then, (tx, actor) =>
        createInvoice(
          tx,
          actor,
          invoiceInput.parse({
            ...bill,
            ...wrong,
            lines: [
              ...bill.lines.map((l) => ({ ...l, unit: unit ?? l.unit })),
              ...(wrong.lines ?? []),
            ],
          }),
        ),
      );
      if (i % 3 === 0)
        await story.as("ap", then, (tx, actor) =>
          rematchInvoice(tx, actor, { id: made.id, version: null }),
        );
    }),
  );
};

// Sent for approval this morning: it waits when the story ends, and nobody who decides it had a
// hand in it.
const waitingInvoice = async (story: Story, at: string) => {
  const matched = await story.app.database.read(scope).maybe<{ id: string }>(sql`
    select id
    from invoice
    where org_id = ${carverCountyId}
      and status = 'matched'
      and not exists (
        select 1
        from invoice_exception e
        where e.org_id = invoice.org_id and e.invoice_id = invoice.id
      )
    order by received_on desc, number desc
    limit 1
  `);
  if (matched)
    await story.as("ap", at, (tx, actor) =>
      submitInvoice(tx, actor, { id: matched.id, version: null }),
    );
};

/**
 * Invoices for what Carver County received, with some of every exception, and what became of them.
 */
export const seedFinance = async (app: App, log: (line: string) => void): Promise<void> => {
  log("invoices of Carver County");
  await app.database.transaction(scope, (tx) =>
    tx.rows(sql`
      insert into match_tolerance (
        org_id, id, effective_from, price_percent, price_cents, quantity_percent
      )
      values (${carverCountyId}, ${newId()}, '2020-01-01', 2, 2500, 0)
      on conflict
      do nothing
    `),
  );
  const story = await openStory(app, 388);
  const now = new Date();
  const came = await deliveries(app);
  await tell(
    [],
    now,
    () => {},
    (t) => {
      came.forEach((d, i) =>
        t.plan(later(new Date(`${d.receivedOn}T15:00:00Z`), story.between(1, 9)), (at) =>
          bill(story, t, d, at, i),
        ),
      );
      t.plan(later(now, -4), () => early(story, t, now));
    },
  );
  await endOrders(story, now);
  await waitingInvoice(story, later(now, -0.05).toISOString());
};
