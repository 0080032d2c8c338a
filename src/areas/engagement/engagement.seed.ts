import { publishFor } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { transition } from "#server/lifecycle.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { featureInput } from "./feature/feature.model.ts";
import { featureNoun } from "./feature/feature.noun.ts";
import { proposeFeature } from "./feature/feature.service.ts";
import { hostAgency, visitorIn } from "./host.service.ts";
import { seedInquiries } from "./inquiry/inquiry.seed.ts";
import { businessDate } from "#server/clock.ts";
import { insertRow } from "#server/db/rows.ts";
import { newId } from "#kernel/ids.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { serviceReopenRule, serviceType } from "./engagement.tables.ts";
import { moveRequest, report } from "./service/service.service.ts";
import { reportInput } from "./service/service.model.ts";

type Wish = {
  title: string;
  description: string;
  course: readonly ("publish" | "plan" | "start")[];
};

const wishes: readonly Wish[] = [
  {
    title: "Sealed bids that nobody can open early",
    description:
      "Solicitations from request to award, with bids that stay closed to everyone, us included, until the officers open them.",
    course: ["publish", "plan", "start"],
  },
  {
    title: "Reimbursement packages for FEMA Public Assistance",
    description:
      "Every eligible cost with its order, invoice, timesheet and photo, in one package with a manifest.",
    course: ["publish", "plan"],
  },
  {
    title: "Partial payments and ACH reversals",
    description:
      "Pay a part of an invoice, and take back a payment that went to the wrong account.",
    course: ["publish", "plan"],
  },
  {
    title: "Single sign-on with the agency's own directory",
    description: "OpenID Connect and SAML, with people and groups kept in step by SCIM.",
    course: ["publish"],
  },
  {
    title: "A phone app for field crews without coverage",
    description: "Receipts, inspections and damage photos now, sent when the network is back.",
    course: ["publish"],
  },
];

const [roads, utilities, , health, parks] = carverDepartments;
const services = [
  {
    code: "pothole",
    name: "Pothole or broken road",
    category: "Roads",
    departmentId: roads.id,
    expectedDays: 10,
  },
  {
    code: "road-flooded",
    name: "Flooded road or culvert",
    category: "Roads",
    departmentId: roads.id,
    expectedDays: 2,
  },
  {
    code: "debris",
    name: "Debris after the flood",
    category: "Roads",
    departmentId: roads.id,
    expectedDays: 14,
  },
  {
    code: "street-light",
    name: "Street light out",
    category: "Utilities",
    departmentId: utilities.id,
    expectedDays: 7,
    attributes: [
      { code: "pole", label: "Number on the pole", kind: "text", required: false, options: [] },
      {
        code: "trouble",
        label: "What is wrong with it?",
        kind: "choice",
        required: false,
        options: ["Dark", "Flickers", "On by day", "Damaged pole"],
      },
    ],
  },
  {
    code: "water-main",
    name: "Leak or no water",
    category: "Utilities",
    departmentId: utilities.id,
    expectedDays: 1,
  },
  {
    code: "standing-water",
    name: "Standing water and mosquitoes",
    category: "Public health",
    departmentId: health.id,
    expectedDays: 5,
  },
  {
    code: "park",
    name: "Damage in a park",
    category: "Parks",
    departmentId: parks.id,
    expectedDays: 21,
  },
] satisfies Omit<typeof serviceType.$inferInsert, "orgId" | "id">[];

type Reported = {
  serviceCode: string;
  description: string;
  address: string;
  latitude: number;
  longitude: number;
  course: readonly (readonly ["acknowledge" | "start" | "close", string | null])[];
};
const reports: readonly Reported[] = [
  {
    serviceCode: "road-flooded",
    description: "The culvert under Mill Road is blocked again; water stands over both lanes.",
    address: "Mill Road at Cutter Creek",
    latitude: 44.791,
    longitude: -93.602,
    course: [
      ["acknowledge", null],
      ["start", null],
      [
        "close",
        "The culvert was cleared on the day of the report. A larger pipe is in next year's plan.",
      ],
    ],
  },
  {
    serviceCode: "debris",
    description: "A pile of wet drywall and carpet at the kerb, growing since Friday.",
    address: "214 Levee Street",
    latitude: 44.787,
    longitude: -93.611,
    course: [
      ["acknowledge", null],
      ["start", null],
    ],
  },
  {
    serviceCode: "street-light",
    description: "Three lights in a row are out on the way to the school.",
    address: "Orchard Avenue, 400 block",
    latitude: 44.786,
    longitude: -93.604,
    course: [["acknowledge", null]],
  },
  {
    serviceCode: "pothole",
    description: "Deep hole in the right lane just behind the bridge.",
    address: "County Road 11, south end of the bridge",
    latitude: 44.774,
    longitude: -93.62,
    course: [],
  },
  {
    serviceCode: "park",
    description: "The flood took the handrail of the river path.",
    address: "Riverside Park, lower path",
    latitude: 44.794,
    longitude: -93.607,
    course: [["acknowledge", null]],
  },
];

const seedServices = async (app: App): Promise<void> => {
  const host = await hostAgency(app);
  const actor = demoActor("manager");
  const visitor = visitorIn(host);
  await app.database.transaction(demoActor("admin"), async (tx) => {
    await publishFor(tx, host.id, {
      orders: true,
      budget: true,
      requests: true,
      changes: true,
      reports: true,
      projects: true,
    });
    for (const service of services)
      await insertRow(tx, serviceType, {
        orgId: host.id,
        id: newId(),
        ...service,
        stewardId: demoActor("receiver").personId,
      });
    await insertRow(tx, serviceReopenRule, {
      orgId: host.id,
      id: newId(),
      fromDay: businessDate(tx.scope, host.timeZone),
      days: 21,
    });
  });
  for (const { course, ...values } of reports) {
    const { id } = await app.database.transaction(visitor, (tx) =>
      report(tx, visitor, host, reportInput.parse(values)),
    );
    for (const [action, reason] of course)
      await app.database.transaction(actor, (tx) =>
        moveRequest(tx, actor, action, { id, version: null, reason }),
      );
  }
};

/**
 * The wishes that the demo agency published (votes are the visitors'), what can be reported to it,
 * a few reports, and who asked for the product.
 */
export const seedEngagement = async (app: App, log: (line: string) => void): Promise<void> => {
  log("published wishes and service requests");
  await seedServices(app);
  const host = await hostAgency(app);
  await seedInquiries(app, host);
  const actor = demoActor("admin");
  for (const { title, description, course } of wishes) {
    await app.database.transaction(actor, async (tx) => {
      const id = await proposeFeature(tx, actor, host, featureInput.parse({ title, description }));
      for (const action of course) await transition(tx, actor, featureNoun, { id, action });
    });
  }
};
