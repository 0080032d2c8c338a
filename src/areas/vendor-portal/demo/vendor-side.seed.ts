import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import {
  carverCountyId,
  carverDepartments,
  demoPersonId,
  demoVendors,
  northforkId,
} from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  announceShipment,
  createOrder,
  createRequisition,
  decideFor,
  issueOrder,
  openStory,
  orderInput,
  requisitionInput,
  submitOrder,
  submitRequisition,
} from "#areas/procurement/procurement.server.ts";
import {
  createPlan,
  evaluate,
  movePlan,
  recomputeScores,
  replyToEvent,
  spanOf,
  listEvents,
  submitTo,
  screenAll,
  addOwnCommodities,
  seedDuplicates,
  loadExclusions,
  setRegistrationTerms,
} from "#areas/vendors/vendors.server.ts";
import { writeToAgency, writeToVendor } from "../portal/message.service.ts";
import { day, dateIn, actorOf, knownVendor, fill, newcomer } from "./company.seed.ts";

// What the rules refuse on a day (a budget that is used up, a policy) did not happen in the story.
const unlessRefused = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });

const knownVendorId = async (app: App, identityId: string) =>
  (
    await app.database
      .read({ orgId: carverCountyId, personId: null })
      .maybe<{ id: string }>(
        sql`select id from vendor where org_id = ${carverCountyId} and identity_id = ${identityId}`,
      )
  )?.id ?? null;

// An order that waits for the vendor's word.
const freshOrder = async (app: App, identityId: string) => {
  const story = await openStory(app, 612);
  const at = new Date(Date.now() - 1.2 * day).toISOString();
  const own = story.vendors.length > 0 && (await knownVendorId(app, identityId));
  if (!own) return;
  const departmentId = carverDepartments.find((d) => d.code === "RDB")!.id;
  const title = "Shoulder gravel, County Road 14";
  const deliverTo = "County yard, 400 Mill Street";
  const wanted = requisitionInput.parse({
    title,
    justification: "The shoulder washed out beside the culvert at mile 6.",
    departmentId,
    neededOn: dateIn(12),
    deliverTo,
    vendorId: own,
    lines: [
      {
        description: "Class 5 gravel",
        commodityCode: "212321",
        quantity: "60",
        unit: "t",
        unitPrice: "13.40",
        splits: [{ accountStringId: story.accountFor("RDB", "5340", false).id }],
      },
    ],
  });
  const requisition = await story.as("user", at, (tx, actor) =>
    createRequisition(tx, actor, wanted),
  );
  await story.as("user", at, (tx, actor) =>
    submitRequisition(tx, actor, { id: requisition.id, version: null }),
  );
  await decideFor(story, requisition.id, at, "approve");
  const lines = await app.database.read({ orgId: carverCountyId, personId: null }).rows<{
    id: string;
  }>(sql`
    select id
    from requisition_line
    where org_id = ${carverCountyId} and requisition_id = ${requisition.id}
  `);
  const input = orderInput.parse({
    title,
    vendorId: own,
    departmentId,
    promisedOn: dateIn(9),
    deliverTo,
    requisitionLines: lines.map((l) => ({ requisitionLineId: l.id })),
  });
  const order = await story.as("buyer", at, (tx, actor) => createOrder(tx, actor, input));
  await story.as("buyer", at, (tx, actor) =>
    submitOrder(tx, actor, { id: order.id, version: null }),
  );
  await decideFor(story, order.id, at, "approve");
  await story.as("buyer", at, (tx, actor) =>
    issueOrder(tx, actor, { id: order.id, version: null }, app.config.origin),
  );
};

type Order = {
  id: string;
  number: string;
  status: string;
  vendorId: string;
  lines: { id: string; left: string }[];
};
const ordersOf = (app: App, identityId: string) =>
  app.database.read({ orgId: carverCountyId, personId: null }).rows<Order>(sql`
    select
      o.id, o.number, o.status, o.vendor_id,
      json_agg(json_build_object(
        'id', l.id, 'left', (l.quantity - l.received_quantity)::text
      ) order by l.line_no) as lines
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    join purchase_order_line l
      on l.org_id = o.org_id
      and l.purchase_order_id = o.id
      and not l.cancelled
    where o.org_id = ${carverCountyId} and v.identity_id = ${identityId} and o.issued_at is not null
    group by o.id, o.number, o.status, o.vendor_id, o.ordered_on
    order by o.ordered_on desc, o.number desc
    limit 40
  `);

const dealings = async (app: App, actor: Actor) => {
  const orders = await ordersOf(app, actor.vendorIds[0]!);
  const open =
    orders.find((o) => ["acknowledged", "partly_received"].includes(o.status)) ??
    orders.find((o) => o.status === "issued");
  const asked = orders[0];
  const lines = open?.lines.filter((l) => Number(l.left) > 0).slice(0, 2) ?? [];
  if (open && lines.length > 0)
    await announceShipment(app, actor, carverCountyId, open.id, {
      carrier: "Own truck",
      tracking: "",
      shippedOn: dateIn(0),
      expectedOn: dateIn(2),
      packages: 1,
      note: "Call the yard an hour ahead",
      lines: lines.map((l) => ({ lineId: l.id, quantity: l.left, lot: "" })),
    });
  if (!asked) return;
  const { id } = await writeToAgency(app, actor, carverCountyId, {
    subject: `Delivery hours, ${asked.number}`,
    objectType: "purchaseOrder",
    objectId: asked.id,
    body: "Which gate is open on Saturday? Our driver could come at seven.",
  });
  await writeToVendor(app, demoActor("buyer"), {
    threadId: id,
    body: "The north gate, from six to two. Please call Ray Castillo before you leave.",
  });
};

type Delivered = { id: string; vendorId: string };
const evaluations = async (app: App) => {
  const rows = await app.database.read({ orgId: carverCountyId, personId: null })
    .rows<Delivered>(sql`
      select o.id, o.vendor_id
      from purchase_order o
      where o.org_id = ${carverCountyId} and o.status in ('received', 'closed')
      order by o.number
      limit 24
    `);
  const said = [
    "On the day, clean load, papers in order.",
    "Came as ordered; one pallet had to be set down again.",
    "Slow to answer the telephone, the goods were right.",
    "Driver found the yard only after two calls.",
    "Good stone, well graded, weighed in front of us.",
  ];
  for (const [i, order] of rows.entries()) {
    const actor = demoActor(i % 3 === 0 ? "receiver" : "manager");
    const rating = (k: number) => 5 - ((i * k) % 3);
    await app.database.transaction(actor, (tx) =>
      evaluate(tx, actor, order.vendorId, {
        purchaseOrderId: order.id,
        quality: rating(1),
        timeliness: rating(2),
        service: rating(5),
        comment: said[i % said.length]!,
      }),
    );
  }
};

const plan = async (app: App) => {
  const manager = demoActor("manager");
  await app.database.transaction(manager, (tx) => recomputeScores(tx));
  const worst = await app.database.read(manager).maybe<{
    vendorId: string;
    deliveryBad: number;
    deliveryN: number;
  }>(sql`
    select vendor_id, delivery_bad, delivery_n
    from vendor_score
    where org_id = ${carverCountyId} and score is not null and delivery_bad > 0
    order by score, vendor_id
    limit 1
  `);
  if (!worst) return;
  const row = await app.database.transaction(manager, (tx) =>
    createPlan(tx, manager, {
      vendorId: worst.vendorId,
      title: "Deliver on the promised day",
      finding: `${worst.deliveryBad} of ${worst.deliveryN} lines were not complete on the promised day in the last year.`,
      wanted:
        "No late line in the next ninety days; a call a day ahead where a date cannot be held.",
      dueOn: dateIn(90),
    }),
  );
  await app.database.transaction(manager, (tx) =>
    movePlan(tx, manager, "send", { id: row.id, version: row.version, reason: null }),
  );
};

const word = async (app: App, actor: Actor) => {
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const own = await db.maybe<{ id: string }>(sql`
    select id
    from vendor
    where org_id = ${carverCountyId} and identity_id = ${actor.vendorIds[0]}
  `);
  if (!own) return;
  const { items } = await listEvents(
    db,
    { ...(await spanOf(db, carverCountyId)), vendorId: own.id },
    "delivery",
    1,
  );
  const late = items.find((e) => !e.good);
  if (late)
    await replyToEvent(app, actor, carverCountyId, {
      kind: "delivery",
      eventId: late.id,
      body: "The county road was closed after the flood; we had told the yard the day before.",
    });
};

/**
 * What the demo vendors find waiting, one newcomer in the queue, evaluations, and scorecards of
 * what happened.
 */
export const seedVendorSide = async (app: App, log: (line: string) => void): Promise<void> => {
  log("the vendors' side of Carver County");
  const [first, second] = demoVendors.map((v) =>
    actorOf(v.id, demoPersonId(v.email), v.person, v.email),
  ) as [Actor, Actor];
  const [one, two] = [
    await knownVendor(app, first.vendorIds[0]!),
    await knownVendor(app, second.vendorIds[0]!),
  ];
  await fill(
    app,
    first,
    {
      ...one,
      entityType: "llc",
      tin: "41-1000003",
      employees: 38,
      bondingCents: 1_500_000_00,
      serviceArea: "60 miles around Carver",
    },
    dateIn(19),
  );
  await fill(
    app,
    second,
    {
      ...two,
      entityType: "other",
      tin: "41-1048614",
      phone: "(952) 555-0190",
      address1: "40 Industrial Boulevard",
      employees: 52,
      bondingCents: 2_000_000_00,
      serviceArea: "Carver and Hennepin counties",
    },
    dateIn(160),
  );
  await loadExclusions(app, demoActor("buyer"), 5, 900);
  await screenAll(app.database, demoActor("buyer"));
  // The term of the first one ends next month: it finds its renewal waiting.
  await setRegistrationTerms(app, { [first.vendorIds[0]!]: dateIn(33) }, dateIn(480));
  await newcomer(app);
  await submitTo(app, second, { orgId: carverCountyId, agencyCodes: [], bank: null });
  await submitTo(app, first, { orgId: northforkId, agencyCodes: [], bank: null });
  await dealings(app, first);
  await dealings(app, second);
  await unlessRefused(freshOrder(app, first.vendorIds[0]!));
  await evaluations(app);
  await word(app, first);
  await plan(app);
  await app.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    recomputeScores(tx),
  );
  await addOwnCommodities(app);
  await seedDuplicates(app);
};
