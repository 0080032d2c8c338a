import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { permissionsOf } from "#roles.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/http/app.ts";
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
  addCompanyDocument,
  readCompany,
  saveCompany,
  companyInput,
  submitTo,
  screenAll,
  loadExclusions,
} from "#areas/vendors/vendors.server.ts";
import { writeToAgency, writeToVendor } from "../portal/message.service.ts";
import { readInOcds } from "#areas/sourcing/sourcing.server.ts";
import { neighboursPackage } from "./neighbours.data.ts";

const day = 86_400_000;
const dateIn = (days: number): string =>
  new Date(Date.now() + days * day).toISOString().slice(0, 10);
const actorOf = (identityId: string, personId: string, name: string, email: string): Actor => ({
  kind: "vendor",
  personId,
  name,
  email,
  orgId: null,
  role: "user",
  duties: [],
  permissions: permissionsOf("user", [], "vendor"),
  departmentIds: [],
  vendorIds: [identityId],
  sessionId: null,
});

// What the rules refuse on a day (a budget that is used up, a policy) did not happen in the story.
const unlessRefused = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });

type Known = {
  name: string;
  uei: string | null;
  email: string | null;
  phone: string | null;
  address1: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  website: string | null;
  commodityCodes: string[];
  diversity: string[];
};
type Profile = Known & {
  employees: number;
  bondingCents: number | null;
  serviceArea: string;
  tin: string;
  entityType: string;
};

const paper = (title: string) =>
  Readable.from([
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj 4 0 obj<</Length ${title.length + 40}>>stream\nBT /F1 14 Tf 20 80 Td (${title.replace(/[()\\]/g, " ")}) Tj ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ]);

const fill = async (app: App, actor: Actor, profile: Profile, insuredUntil: string) => {
  await identityDb(app.database).rows(sql`
    insert into vendor_company (id, name, email)
    values (${actor.vendorIds[0]}, ${profile.name}, ${profile.email})
    on conflict
    do nothing
  `);
  const { version } = await readCompany(app.database.read(actor), actor);
  await app.database.transaction(actor, (tx) =>
    saveCompany(
      tx,
      actor,
      companyInput.parse({ ...profile, tinKind: "ein", isPublic: true }),
      version,
    ),
  );
  await app.database.transaction(actor, (tx) =>
    addCompanyDocument(
      tx,
      actor,
      app.files,
      { name: "form-w9.pdf", stream: paper(`Form W-9 of ${profile.name}`) },
      { kind: "w9", label: "" },
    ),
  );
  await app.database.transaction(actor, (tx) =>
    addCompanyDocument(
      tx,
      actor,
      app.files,
      {
        name: "certificate-of-insurance.pdf",
        stream: paper(`Certificate of insurance of ${profile.name}`),
      },
      { kind: "insurance", label: "General liability", expiresOn: insuredUntil },
    ),
  );
};

const knownVendorId = async (app: App, identityId: string) =>
  (
    await app.database
      .read({ orgId: carverCountyId, personId: null })
      .maybe<{ id: string }>(
        sql`select id from vendor where org_id = ${carverCountyId} and identity_id = ${identityId}`,
      )
  )?.id ?? null;
const knownVendor = (app: App, id: string) =>
  app.database.read({ orgId: carverCountyId, personId: null }).one<Known>(sql`
    select
      name, uei, email, phone, address1, city, state, postal_code, website, commodity_codes,
      diversity
    from vendor
    where org_id = ${carverCountyId} and identity_id = ${id}
  `);

// A firm of its own that registers: it stands in the queue until somebody decides.
const newcomer = async (app: App): Promise<Actor> => {
  const identityId = "01930000-0000-7000-8000-00000000be09";
  const personId = "01930000-0000-7000-8000-00000000ae09";
  const email = "hanna@prairiewind.test";
  await identityDb(app.database).transaction(async (tx) => {
    await tx.rows(sql`
      insert into person (id, email, display_name, email_verified_at)
      values (${personId}, ${email}, 'Hanna Lindqvist', clock_timestamp())
      on conflict
      do nothing
    `);
    await tx.rows(sql`
      insert into vendor_identity (id, name)
      values (${identityId}, 'Prairie Wind Culverts LLC')
      on conflict
      do nothing
    `);
    await tx.rows(sql`
      insert into vendor_user (person_id, vendor_id)
      values (${personId}, ${identityId})
      on conflict
      do nothing
    `);
  });
  const actor = actorOf(identityId, personId, "Hanna Lindqvist", email);
  await fill(
    app,
    actor,
    {
      name: "Prairie Wind Culverts LLC",
      entityType: "llc",
      uei: null,
      tin: "41-7730126",
      email,
      phone: "(952) 555-0177",
      website: null,
      address1: "18 Depot Avenue",
      city: "Norwood",
      state: "MN",
      postalCode: "55368",
      commodityCodes: ["327332", "332313"],
      diversity: ["wosb"],
      employees: 14,
      bondingCents: 250_000_00,
      serviceArea: "Carver, Scott and Sibley counties",
    },
    dateIn(210),
  );
  await submitTo(app, actor, {
    orgId: carverCountyId,
    agencyCodes: [],
    bank: {
      bankName: "Prairie Community Bank",
      routingNumber: "091000019",
      accountNumber: "5500128841",
      accountType: "checking",
    },
  });
  return actor;
};

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
  await story.as("user", at, (tx, actor) => submitRequisition(tx, actor, requisition.id, null));
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
  await story.as("buyer", at, (tx, actor) => submitOrder(tx, actor, order.id, null));
  await decideFor(story, order.id, at, "approve");
  await story.as("buyer", at, (tx, actor) =>
    issueOrder(tx, actor, order.id, null, app.config.origin),
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
    movePlan(tx, manager, row.id, "send", row.version, null),
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

const fillProfiles = async (
  app: App,
  first: Actor,
  second: Actor,
  one: Known,
  two: Known,
): Promise<void> => {
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
};

const setTerms = async (app: App, first: Actor): Promise<void> => {
  await app.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set registered_until = case identity_id
        when ${first.vendorIds[0]} then ${dateIn(33)}::date
        else ${dateIn(480)}::date
      end
      where org_id = ${carverCountyId} and identity_id is not null
    `),
  );
};

const readPrices = async (app: App): Promise<void> => {
  await readInOcds(
    app,
    demoActor("buyer"),
    "prozorro-ocds-be6bcu-UA-2018-06-22-001789-a.json",
    await readFile(
      new URL("../market/fixtures/prozorro-record-package.json", import.meta.url),
      "utf8",
    ),
  );
  // What neighbours pay for the same things, so that prices stand beside each other.
  await readInOcds(
    app,
    demoActor("buyer"),
    "neighbours.json",
    JSON.stringify(neighboursPackage(dateIn)),
  );
};

const addOwnCodes = async (app: App): Promise<void> => {
  await app.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      select ${carverCountyId}::uuid, c.id, c.code, c.name, 'OWN'
      from unnest(
        ${[newId(), newId()]}::uuid[], ${["745-67", "745-70"]}::text[],
        ${["Road salt, treated (own code)", "Road salt, untreated (own code)"]}::text[]
      ) as c (id, code, name)
      on conflict
      do nothing
    `),
  );
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
  await fillProfiles(app, first, second, one, two);
  await loadExclusions(app, demoActor("buyer"), 5, 900);
  await screenAll(app.database, demoActor("buyer"));
  // The term of the first one ends next month: it finds its renewal waiting.
  await setTerms(app, first);
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
  // A real process of another country, as its portal published it (CC0; see the fixture's README):
  // what an import looks like, with its report.
  await readPrices(app);
  await addOwnCodes(app);
};
