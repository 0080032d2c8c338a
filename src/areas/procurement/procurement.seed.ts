import { Problem } from "#kernel/errors.ts";
import { utcDay } from "#kernel/time.ts";
import { refreshStatistics } from "#server/db/statistics.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoCatalog, type DemoItem } from "./demo/catalog.data.ts";
import {
  decideFor,
  departmentCode,
  departmentId,
  openStory,
  type Story,
} from "./demo/story.seed.ts";
import { later, tell, type Timeline } from "./demo/timeline.seed.ts";
import { orderInput } from "./order/order.model.ts";
import { acknowledgeOrder } from "./order/acknowledgement.service.ts";
import { cancelOrder, closeOrder, shortCloseOrder } from "./order/closing.service.ts";
import { createOrder } from "./order/order.service.ts";
import { issueOrder } from "./order/issue.service.ts";
import { submitOrder } from "./order/submission.service.ts";
import { postReceipt, receiptInput } from "./receipt/receipt.service.ts";
import { requisitionInput } from "./requisition/requisition.model.ts";
import { cancelRequisition, withdrawRequisition } from "./requisition/course.service.ts";
import { createRequisition } from "./requisition/requisition.service.ts";
import { submitRequisition } from "./requisition/submission.service.ts";

/** A record whatever its version. */
const asIs = (id: string) => ({ id, version: null });

const wanted = 385;
/** Among what was asked for in these last days, some still waits for its approvers. */
const freshDays = 1.6;
const days = 150;
/** The flood came twelve days ago. */
const floodDays = 12;
const reasons = [
  "Stock is down to two weeks of use.",
  "Needed before winter work begins.",
  "Replaces worn parts found at inspection.",
  "Asked for by the crew lead after last week's round.",
  "Part of the yearly program adopted with the budget.",
];
const floodReasons = [
  "Spring Creek overtopped at County Road 14; the road is closed until this is done.",
  "Pumping keeps the lift station dry; the permanent pumps were lost in the flood.",
  "The shelter at the fairgrounds serves 140 people.",
  "Debris blocks the culverts; more rain is forecast.",
];

/** Dollars from which the demo's policies ask the budget officer behind the manager. */
const secondApproval = 16_000;

type Made = { id: string; vendorId: string; amount: number };

const draft = async (
  story: Story,
  at: string,
  department: string,
  flood: boolean,
  least = 0,
): Promise<Made> => {
  const items = demoCatalog[department]!;
  const first = story.pick(items);
  const more = items.filter((i) => i !== first && story.random() < 0.22).slice(0, 2);
  const vendor = story.vendorFor(first);
  const other =
    story.every("shared by two accounts", 9) && !flood
      ? items.find((i) => i.account !== first.account)
      : undefined;
  const accountOf = (i: DemoItem) =>
    story.accountFor(department, i.account, flood && ["5340", "5410", "5420"].includes(i.account))
      .id;
  const splitsOf = (i: DemoItem) =>
    other && i.account === first.account
      ? [
          { accountStringId: accountOf(i), percent: "60" },
          { accountStringId: accountOf(other), percent: "40" },
        ]
      : [{ accountStringId: accountOf(i) }];
  const line = (i: DemoItem) => ({
    description: i.name,
    commodityCode: i.commodity,
    unit: i.unit,
    quantity: String(
      Math.max(
        1,
        Math.round(i.quantity * story.between(0.4, 1.5)),
        i === first ? Math.ceil(least / i.price) : 0,
      ),
    ),
    unitPrice: (i.price * story.between(0.94, 1.08)).toFixed(2),
    splits: splitsOf(i),
  });
  const input = requisitionInput.parse({
    title: `${first.name}${more.length ? ` and ${more.length} more` : ""}`,
    justification: story.pick(flood ? floodReasons : reasons),
    departmentId: departmentId(department),
    neededOn: utcDay(later(new Date(at), flood ? 3 : 21)),
    deliverTo: flood ? "Flood staging area, County Road 14" : "",
    placeId: flood ? null : story.placeOf(department),
    vendorId: vendor.id,
    method: flood ? "noncompetitive" : null,
    methodReason: flood
      ? "Public exigency: the flood of DR-4897 does not permit the delay of competitive solicitation. 2 CFR 200.320(c)(3)"
      : "",
    emergency: flood,
    lines: [first, ...more].map(line),
  });
  const row = await story.as("user", at, (tx, actor) => createRequisition(tx, actor, input));
  return { id: row.id, vendorId: vendor.id, amount: row.amount };
};

const order = async (story: Story, t: Timeline, r: Made, at: string, flood: boolean) => {
  const lines = await story.app.database.read({ orgId: carverCountyId, personId: null }).rows<{
    id: string;
    title: string;
    departmentId: string;
  }>(sql`
    select l.id, r.title, r.department_id
    from requisition_line l
    join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
    where l.org_id = ${carverCountyId} and l.requisition_id = ${r.id}
    order by l.line_no
  `);
  const part = lines.length > 1 && story.every("ordered in part", 12) ? lines.slice(0, -1) : lines;
  const input = orderInput.parse({
    title: lines[0]!.title,
    vendorId: r.vendorId,
    departmentId: lines[0]!.departmentId,
    promisedOn: utcDay(later(new Date(at), flood ? 4 : Math.round(story.between(8, 30)))),
    deliverTo: flood ? "Flood staging area, County Road 14" : "",
    placeId: flood ? null : story.placeOf(departmentCode(lines[0]!.departmentId)),
    requisitionLines: part.map((l) => ({ requisitionLineId: l.id })),
  });
  const o = await story.as("buyer", at, (tx, actor) => createOrder(tx, actor, input));
  const fate = story.random();
  if (fate < 0.04)
    return t.plan(
      later(new Date(at), 2),
      async (then) =>
        void (await story.as("buyer", then, (tx, actor) =>
          cancelOrder(tx, actor, { ...asIs(o.id), reason: "The vendor cannot deliver in time" }),
        )),
    );
  if (fate < 0.07) return;
  const submitted = await story.as("buyer", at, (tx, actor) => submitOrder(tx, actor, asIs(o.id)));
  const issue = async (then: string) => {
    await decideFor(story, o.id, then, "approve");
    await story.as("buyer", then, (tx, actor) =>
      issueOrder(tx, actor, asIs(o.id), story.app.config.origin),
    );
    t.plan(later(new Date(then), 1, 3), async (at2) => {
      if (story.random() < 0.85)
        await story.as("buyer", at2, (tx, actor) =>
          acknowledgeOrder(tx, actor, { ...asIs(o.id), reason: "Confirmed by telephone" }),
        );
      t.plan(later(new Date(at2), flood ? 2 : story.between(5, 24)), (at3) =>
        receive(story, t, o.id, at3),
      );
    });
  };
  if (submitted.status === "approved" && story.every("approved and not sent yet", 30)) return;
  if (submitted.status === "approved") await issue(at);
  else if (story.random() < 0.8) t.plan(later(new Date(at), 1), issue);
};

type OrderLine = { id: string; quantity: string; received: string };

const receive = async (story: Story, t: Timeline, orderId: string, at: string) => {
  const lines = await story.app.database.read({ orgId: carverCountyId, personId: null })
    .rows<OrderLine>(sql`
      select id, quantity, received_quantity as received
      from purchase_order_line
      where org_id = ${carverCountyId}
        and purchase_order_id = ${orderId}
        and received_quantity < quantity
      order by line_no
    `);
  if (lines.length === 0) return;
  const part =
    story.random() < 0.3 && lines.some((l) => Number(l.quantity) - Number(l.received) > 3);
  const rejected = story.random() < 0.05;
  const receipts = lines.map((l, i) => {
    const left = Number(l.quantity) - Number(l.received);
    const quantity = part ? Math.max(1, Math.floor(left * story.between(0.4, 0.7))) : left;
    return {
      purchaseOrderLineId: l.id,
      quantity: String(quantity),
      ...(rejected && i === 0 && quantity > 2
        ? { rejectedQuantity: "1", rejectReason: "Damaged in transit" }
        : {}),
    };
  });
  await story.as("receiver", at, (tx, actor) =>
    postReceipt(
      tx,
      actor,
      asIs(orderId),
      receiptInput.parse({
        packingSlip: `PS-${Math.floor(story.random() * 90_000 + 10_000)}`,
        lines: receipts,
      }),
    ),
  );
  if (part && story.random() < 0.75)
    t.plan(later(new Date(at), story.between(4, 12)), (then) => receive(story, t, orderId, then));
};

const requisition = async (story: Story, t: Timeline, at: string, flood: boolean) => {
  const department = flood
    ? story.pick(["RDB", "UTL", "SHF", "PRK", "RDB"])
    : story.pick(Object.keys(demoCatalog));
  const r = await draft(story, at, department, flood);
  const fate = story.random();
  if (fate < 0.04) return;
  try {
    await story.as("user", at, (tx, actor) => submitRequisition(tx, actor, asIs(r.id)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return; // over the threshold of its method, or over budget: it stays a draft, as it would
  }
  t.plan(later(new Date(at), flood ? 0 : story.between(0.4, 4), 2), async (then) => {
    if (new Date(then) > later(new Date(), -freshDays) && story.every("waits for its approvers", 2))
      return;
    if (fate < 0.08)
      return decideFor(
        story,
        r.id,
        then,
        "return",
        "Which account pays for the freight? Please split it.",
      );
    if (fate < 0.11)
      return decideFor(
        story,
        r.id,
        then,
        "reject",
        "Not in this year's program; ask again in spring.",
      );
    if (fate < 0.13)
      return void (await story.as("user", then, (tx, actor) =>
        withdrawRequisition(tx, actor, asIs(r.id)),
      ));
    await decideFor(story, r.id, then, "approve");
    if (fate < 0.16)
      return t.plan(
        later(new Date(then), 3),
        async (at2) =>
          void (await story.as("manager", at2, (tx, actor) =>
            cancelRequisition(tx, actor, { ...asIs(r.id), reason: "The project was postponed" }),
          )),
      );
    if (fate < 0.2) return;
    t.plan(later(new Date(then), flood ? 0 : story.between(0.5, 6), 3), (at2) =>
      order(story, t, r, at2, flood),
    );
  });
};

/**
 * Ends some of the orders whose deliveries are invoiced: what came in part is closed short, what
 * came whole is closed. Told behind the invoices.
 */
export const endOrders = async (story: Story, until: Date): Promise<void> => {
  const at = later(until, -0.1).toISOString();
  const invoiced = (status: string, most: number) =>
    story.app.database.read({ orgId: carverCountyId, personId: null }).rows<{ id: string }>(sql`
      select id
      from purchase_order
      where org_id = ${carverCountyId}
        and status = ${status}
        and invoiced_amount > 0
        and pending_change is null
        and not exists (
          select 1
          from purchase_order_line l
          where l.org_id = purchase_order.org_id
            and l.purchase_order_id = purchase_order.id
            and l.invoiced_quantity < l.received_quantity
        )
      order by ordered_on, id
      limit ${most}
    `);
  for (const o of await invoiced("partly_received", 4))
    await story.as("buyer", at, (tx, actor) =>
      shortCloseOrder(tx, actor, { ...asIs(o.id), reason: "The vendor cannot supply the rest" }),
    );
  for (const o of await invoiced("received", 60))
    await story.as("buyer", at, (tx, actor) => closeOrder(tx, actor, asIs(o.id)));
};

/**
 * Dear requests of the last hours: the manager has approved them, and when the story ends they wait
 * for the budget officer, whatever the day.
 */
const waitingRequests = async (story: Story, now: Date) => {
  for (const [n, department] of ["RDB", "UTL", "PRK", "SHF"].entries()) {
    const at = later(now, 0, -2 - n).toISOString();
    const r = await draft(story, at, department, false, secondApproval);
    try {
      await story.as("user", at, (tx, actor) => submitRequisition(tx, actor, asIs(r.id)));
      await decideFor(story, r.id, later(new Date(at), 0, 1).toISOString(), "approve", "", 1);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
};

/** An order above the limit of free issue: it waits for its approval when the story ends. */
const waitingOrder = async (story: Story, now: Date) => {
  const at = later(now, -0.3).toISOString();
  const pump = demoCatalog.UTL!.find((i) => i.name.startsWith("Lift station"))!;
  const input = orderInput.parse({
    title: "Control panels for five lift stations",
    vendorId: story.vendorFor(pump).id,
    departmentId: departmentId("UTL"),
    promisedOn: utcDay(later(now, 45)),
    deliverTo: "Ask for the shift lead",
    placeId: story.placeOf("UTL"),
    lines: [
      {
        description: pump.name,
        commodityCode: pump.commodity,
        unit: pump.unit,
        quantity: "5",
        unitPrice: pump.price.toFixed(2),
        splits: [{ accountStringId: story.accountFor("UTL", pump.account, false).id }],
      },
    ],
  });
  const made = await story.as("buyer", at, (tx, actor) => createOrder(tx, actor, input));
  await story.as("buyer", at, (tx, actor) => submitOrder(tx, actor, asIs(made.id)));
};

const stepsBetweenStatistics = 200;

/**
 * Months of buying in Carver County, told through the services with a clock that backdates business
 * dates; the flood is the last twelve days.
 */
export const seedProcurement = async (app: App, log: (line: string) => void): Promise<void> => {
  const story = await openStory(app, 4897);
  const now = new Date();
  const from = later(now, -days);
  let last = 0;
  await tell(
    [],
    now,
    async (done) => {
      if (done % stepsBetweenStatistics === 0) await refreshStatistics(app.database);
      if (Math.floor(done / 400) > last)
        log(`purchases of Carver County: ${(last = Math.floor(done / 400)) * 400} steps`);
    },
    (t) => {
      for (let i = 0; i < wanted; i++) {
        const flood = i >= wanted - 45;
        const at = flood
          ? later(now, -floodDays + story.between(0, floodDays - 0.3))
          : later(from, story.between(0, days - 2));
        t.plan(at, (moment) => requisition(story, t, moment, flood));
      }
    },
  );
  await waitingRequests(story, now);
  await waitingOrder(story, now);
};
