import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { Readable } from "node:stream";
import { utcDay } from "#kernel/time.ts";
import { dateIn } from "#kernel/dates.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import {
  carverCountyId,
  demoPersonId,
  demoVendors,
  carverTimeZone,
} from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  departmentId,
  openStory,
  type Story,
  later,
} from "#areas/procurement/procurement.server.ts";
import {
  addendumInput,
  solicitationInput,
  type SolicitationInput,
} from "./solicitation.fields.model.ts";
import { writeAddendum } from "./addendum.service.ts";
import { listVendors, recordOutreach } from "./invitation.service.ts";
import { answerQuestion, askQuestion } from "./question.service.ts";
import {
  closeSolicitation,
  createSolicitation,
  publishSolicitation,
  reviewSolicitation,
} from "./solicitation.service.ts";
import { templates } from "./templates.data.ts";

const at = (now: Date, days: number) => later(now, days).toISOString();
// Deadlines fall on four in the afternoon of the county.
const due = (now: Date, days: number) => `${utcDay(later(now, days))}T22:00:00.000Z`;
const template = (key: string) => {
  const t = templates.find((each) => each.key === key)!;
  return {
    kind: t.kind,
    templateKey: t.key,
    envelopes: t.envelopes,
    awardBy: t.awardBy,
    priceFormula: t.priceFormula,
    minimumBids: t.minimumBids,
    construction: t.construction,
    insuranceRequired: t.insuranceRequired,
    criteria: [...t.criteria],
    requirements: [...t.requirements],
  };
};

const drafted = (
  story: Story,
  when: string,
  input: Parameters<typeof solicitationInput.parse>[0] & object,
): Promise<{ id: string }> =>
  story.as("buyer", when, (tx, actor) =>
    createSolicitation(tx, actor, solicitationInput.parse(input) as SolicitationInput),
  );
const publish = (story: Story, when: string, id: string) =>
  story.as("buyer", when, (tx, actor) => publishSolicitation(tx, actor, { id, version: null }));
const vendorNamed = (story: Story, ...names: string[]) =>
  names.flatMap((name) => story.vendors.filter((v) => v.name === name).map((v) => v.id));

const document = async (app: App, name: string, text: string) => {
  const stored = await app.files.put(Readable.from([text]));
  const id = await app.database.transaction(demoActor("buyer"), (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      name,
      uploadedBy: demoPersonId("buyer@demo.levee.test"),
    }),
  );
  return { fileId: id, title: name.replace(/\.\w+$/, "") };
};

const portal = demoVendors.map((v) => ({
  id: v.id,
  name: v.name,
  personId: demoPersonId(v.email),
}));

// Stone for the closed road: three firms are asked, one of them the portal's vendor.
const stoneQuotes = async (story: Story, now: Date) => {
  const { id } = await drafted(story, at(now, -1.2), {
    ...template("rfq-goods"),
    title: "Riprap and gravel for County Road 14",
    summary: "Stone to rebuild the washed-out shoulder at Spring Creek; delivery in three lifts.",
    departmentId: departmentId("RDB"),
    invitedOnly: true,
    dueAt: due(now, 3),
    questionsUntil: due(now, 2),
    deliverTo: "County Road 14 at Spring Creek",
    federal: true,
    estimateCents: 48_600_00,
    estimateOn: dateIn(at(now, -2), carverTimeZone),
    estimateBasis: "Unit prices of the last two stone orders",
    items: [
      { description: "Riprap class III", quantity: "640", unit: "t", commodityCode: "212312" },
      {
        description: "Crushed gravel 3/4 inch",
        quantity: "900",
        unit: "t",
        commodityCode: "212321",
      },
      {
        description: "Geotextile, woven",
        quantity: "1200",
        unit: "sq yd",
        commodityCode: "314999",
        alternates: true,
      },
    ],
  });
  await story.as("buyer", at(now, -1.2), (tx, actor) =>
    recordOutreach(tx, actor, id, {
      step: "solicited",
      note: "Two certified firms of the quarry branch are on the list and were asked by mail.",
      doneOn: dateIn(at(now, -1.2), carverTimeZone),
    }),
  );
  const asked = [
    ...vendorNamed(story, portal[0]!.name),
    ...story.vendors
      .filter(
        (v) => v.commodityCodes.some((c) => c.startsWith("2123")) && v.name !== portal[0]!.name,
      )
      .slice(0, 3)
      .map((v) => v.id),
  ];
  const enough = [...new Set([...asked, ...story.vendors.slice(0, 6).map((v) => v.id)])].slice(
    0,
    4,
  );
  await story.as("buyer", at(now, -1.2), (tx, actor) =>
    listVendors(tx, actor, id, enough, "commodity"),
  );
  await publish(story, at(now, -1.1), id);
};

const lightTowers = async (story: Story, now: Date) =>
  drafted(story, at(now, -4), {
    ...template("rfq-goods"),
    title: "Portable light towers",
    summary: "Six light towers for night work at the flood sites, new or at most two years old.",
    departmentId: departmentId("UTL"),
    dueAt: due(now, 5.2),
    questionsUntil: due(now, 3),
    deliverTo: "Utilities shop, 12 River Road",
    estimateCents: 72_000_00,
    estimateOn: dateIn(at(now, -5), carverTimeZone),
    estimateBasis: "Catalog prices",
    documents: [
      await document(
        story.app,
        "Specification light towers.txt",
        "Light tower, four LED heads, diesel, at least 90 hours of run time on one tank, towable at highway speed.\n",
      ),
    ],
    items: [
      {
        description: "Light tower, 4 LED heads, diesel",
        quantity: "6",
        unit: "each",
        commodityCode: "335139",
        alternates: true,
      },
      {
        description: "Spare mast winch",
        quantity: "2",
        unit: "each",
        commodityCode: "335139",
        optional: true,
      },
    ],
  });

const openQuotes = async (story: Story, now: Date) => {
  const { id } = await lightTowers(story, now);
  const s = await publish(story, at(now, -3.8), id);
  const vendor = (
    await story.app.database.read({ orgId: carverCountyId, personId: null }).rows<{
      id: string;
      number: string;
      name: string;
      status: string;
      identityId: string;
    }>(sql`
      select id, number, name, status, identity_id
      from vendor
      where org_id = ${carverCountyId} and identity_id = ${portal[1]!.id}
    `)
  )[0]!;
  const question = await story.as("buyer", at(now, -2.6), (tx) =>
    askQuestion(
      tx,
      vendor,
      portal[1]!.personId,
      s.id,
      "Are towers with a hybrid drive accepted if they meet the run time?",
    ),
  );
  await story.as("buyer", at(now, -2.1), (tx, actor) =>
    answerQuestion(
      tx,
      actor,
      s.id,
      question.id,
      "Yes. State the fuel use per hour at full load.",
      false,
    ),
  );
  await story.as("buyer", at(now, -1.9), (tx, actor) =>
    writeAddendum(
      tx,
      actor,
      s.id,
      addendumInput.parse({
        title: "Hybrid drives",
        text: "Hybrid drives are accepted. State the fuel use per hour at full load.",
        material: false,
      }),
      null,
    ),
  );
};

const soundings = async (story: Story, now: Date) => {
  const open = await drafted(story, at(now, -6), {
    ...template("rfi"),
    title: "Stream gauges that report by radio",
    summary:
      "How could twelve stream gauges report every five minutes, also when cell towers are down?",
    departmentId: departmentId("UTL"),
    dueAt: due(now, 9.5),
    questionsUntil: due(now, 6),
  });
  await publish(story, at(now, -5.9), open.id);
  const past = await drafted(story, at(now, -60), {
    ...template("rfi"),
    title: "Electric maintenance vehicles",
    summary:
      "Which vans and light trucks could the yard run on its own charging, and at what cost over ten years?",
    departmentId: departmentId("PRK"),
    dueAt: due(now, -38),
    questionsUntil: due(now, -45),
  });
  await publish(story, at(now, -59), past.id);
  await story.as("buyer", at(now, -36), (tx, actor) =>
    closeSolicitation(tx, { ...actor, kind: "system" }, past.id),
  );
  await story.as("buyer", at(now, -30), (tx, actor) =>
    reviewSolicitation(tx, actor, "review", { id: past.id, version: null }),
  );
};

// A draft that shows what still stands against its publication.
const draftProposal = async (story: Story, now: Date) =>
  void (await drafted(story, at(now, -0.4), {
    ...template("rfp-lots"),
    title: "Emergency pumps and generators in two lots",
    summary: "Standby pumps and generators for the next flood season, with training and service.",
    departmentId: departmentId("UTL"),
    dueAt: due(now, 30),
    questionsUntil: due(now, 20),
    prebidAt: due(now, 8),
    prebidPlace: "Utilities shop, 12 River Road",
    federal: true,
    estimateCents: 415_000_00,
    estimateOn: dateIn(at(now, -1), carverTimeZone),
    estimateBasis: "Engineer's estimate after the flood",
    lots: [
      { lotNo: 1, title: "Pumps" },
      { lotNo: 2, title: "Generators" },
    ],
    items: [
      {
        lotNo: 1,
        description: "Trailer pump, 6 inch, diesel",
        quantity: "4",
        unit: "each",
        commodityCode: "333914",
      },
      {
        lotNo: 1,
        description: "Suction and discharge hose set",
        quantity: "8",
        unit: "set",
        commodityCode: "326220",
      },
      {
        lotNo: 2,
        description: "Generator, 100 kW, towable",
        quantity: "3",
        unit: "each",
        commodityCode: "335312",
      },
    ],
  }));

/**
 * Requests to the market at different stages: quotations from invited firms, an open one with a
 * question and an addendum, two soundings, and a proposal in preparation.
 */
export const seedSolicitations = async (app: App): Promise<void> => {
  const story = await openStory(app, 2026);
  const now = new Date();
  await stoneQuotes(story, now);
  await openQuotes(story, now);
  await soundings(story, now);
  await draftProposal(story, now);
  // What the story's people were told of it is old news to them.
  await readNoticesOf(app, carverCountyId, ["solicitation"]);
};
