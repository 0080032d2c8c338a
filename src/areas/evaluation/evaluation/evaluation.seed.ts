import { readNoticesOf } from "#areas/organization/organization.server.ts";
import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId, carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  departmentId,
  type Story,
  acknowledgeOrder,
} from "#areas/procurement/procurement.server.ts";
import { postIntent, finaliseAward } from "../award/award.service.ts";
import { screenWinners } from "../award/award-screening.service.ts";
import { addScenario } from "../award/scenario.service.ts";
import { scenarioInput } from "../award/scenario.fields.model.ts";
import { type DemoOfficers } from "#areas/sourcing/sourcing.server.ts";
import { saveWriting } from "./writing.service.ts";
import {
  at,
  criteria,
  opened,
  type Course,
  score,
  begun,
  move,
  accepted,
} from "./evaluation-steps.seed.ts";

const striping = (now: Date, from: number) => ({
  kind: "rfp",
  title: "Pavement striping, season 2026",
  summary: "Center and edge lines on county roads after the resurfacing program, in two lots.",
  departmentId: departmentId("RDB"),
  envelopes: 1,
  awardBy: "lot",
  priceFormula: "proportional",
  dueAt: at(now, from + 26),
  questionsUntil: at(now, from + 15),
  deliverTo: "County roads, by the crew lead's plan",
  estimateCents: 46_000_00,
  estimateOn: dateIn(at(now, from - 1), carverTimeZone),
  estimateBasis: "Unit prices of last season",
  lots: [
    { lotNo: 1, title: "East of the river" },
    { lotNo: 2, title: "West of the river" },
  ],
  criteria,
  requirements: [{ label: "Working days for the whole of a lot", kind: "text" }],
  items: [
    {
      lotNo: 1,
      description: "Striping, 4 inch, waterborne, east",
      quantity: "310",
      unit: "1000 ft",
      commodityCode: "237310",
    },
    {
      lotNo: 2,
      description: "Striping, 4 inch, waterborne, west",
      quantity: "280",
      unit: "1000 ft",
      commodityCode: "237310",
    },
  ],
});

const stripingOpened = (story: Story, now: Date, keys: DemoOfficers, from: -72) =>
  opened(story, now, keys, from, striping(now, from), [
    {
      vendor: 0,
      prices: ["68.40", "74.10"],
      statement: "Two striping trucks, night work where traffic asks for it.",
      answers: ["9 days"],
    },
    {
      vendor: 1,
      prices: ["71.90", "69.50"],
      statement: "Own paint plant; retroreflectivity measured on each mile.",
      answers: ["11 days"],
      discounts: [{ lots: [1], fromCents: 15_000_00, percent: "2" }],
    },
    {
      vendor: 2,
      prices: ["76.25", "75.80"],
      statement: "One crew for both lots, begun within a week.",
      answers: ["14 days"],
    },
  ]);

const scoreStriping = async (when: string, course: Course): Promise<void> => {
  await score(
    course,
    "receiver",
    when,
    [
      ["8", "9", "Night crews named"],
      ["8.5", "8", "Measures every mile"],
      ["6", "7", "One crew only"],
    ],
    true,
  );
  await score(
    course,
    "user",
    when,
    [
      ["8", "8", "Clear plan"],
      ["8", "8.5", "Good references"],
      ["6.5", "6", "Late begin"],
    ],
    true,
  );
  await score(
    course,
    "manager",
    when,
    [
      ["7.5", "9", "Worked for us before"],
      ["9", "8", "Best equipment"],
      ["6", "6.5", "Thin staffing"],
    ],
    true,
  );
};

const recommendStriping = async (story: Story, when: string, id: string): Promise<void> => {
  await story.as("buyer", when, async (tx, actor) => {
    const scenario = await addScenario(
      tx,
      actor,
      id,
      scenarioInput.parse({ name: "Lowest for each lot", kind: "lowest" }),
    );
    await saveWriting(tx, actor, id, {
      scenarioId: scenario.id,
      memo: "# Recommendation of award\n\nThe east lot to the bidder with the lowest price there and the highest references, the west lot to the bidder with the best equipment and the lowest price there. Both finish within eleven working days.",
    });
  });
};

// Evaluated, recommended and awarded in two parts: the window is over, the orders are out.
const awarded = async (story: Story, now: Date, keys: DemoOfficers) => {
  const from = -72;
  const { app } = story;
  const solicitationId = await stripingOpened(story, now, keys, from);
  const when = at(now, from + 29);
  const course = await begun(story, when, solicitationId);
  const { id } = course;
  await scoreStriping(when, course);
  for (const action of ["lock", "startConsensus"] as const)
    await move(course, "buyer", when, action);
  await accepted(course, when);
  for (const action of ["openPrices", "rank"] as const) await move(course, "buyer", when, action);
  await recommendStriping(story, when, id);
  await move(course, "receiver", at(now, from + 31), "recommend");
  await move(course, "admin", at(now, from + 32), "approve");
  const award = await story.as("buyer", at(now, from + 33), (tx, actor) =>
    postIntent(tx, actor, id),
  );
  const done = demoActor("admin", at(now, from + 47));
  await screenWinners(
    app,
    done,
    { type: "award", id: award.id, number: award.number },
    award.parts,
  );
  await app.database.transaction(done, (tx) =>
    finaliseAward(
      tx,
      done as Actor,
      award.id,
      null,
      story.accountFor("RDB", "5340", false).id,
      app.config.origin,
    ),
  );
  const orders = await app.database.read({ orgId: carverCountyId, personId: null }).rows<{
    id: string;
  }>(sql`
    select purchase_order_id as id
    from award_order
    where org_id = ${carverCountyId} and award_id = ${award.id}
    order by purchase_order_id
  `);
  for (const order of orders)
    await story.as("buyer", at(now, from + 49), (tx, actor) =>
      acknowledgeOrder(tx, actor, {
        id: order.id,
        version: null,
        reason: "Confirmed by telephone",
      }),
    );
};

const surveyOpened = (story: Story, now: Date, keys: DemoOfficers, from: -29) =>
  opened(
    story,
    now,
    keys,
    from,
    {
      kind: "rfp",
      title: "Bridge deck survey by ground radar",
      summary:
        "Chloride and delamination survey of fourteen bridge decks, with maps that the repair contracts can use.",
      departmentId: departmentId("RDB"),
      envelopes: 2,
      awardBy: "whole",
      priceFormula: "proportional",
      dueAt: at(now, from + 26),
      questionsUntil: at(now, from + 15),
      deliverTo: "Roads office, 4 Depot Lane",
      estimateCents: 88_000_00,
      estimateOn: dateIn(at(now, from - 1), carverTimeZone),
      estimateBasis: "The state's price of a like survey",
      criteria,
      requirements: [
        { label: "Days from the survey to the maps", kind: "text" },
        { label: "Like surveys of the last five years", kind: "text", mandatory: false },
      ],
      items: [
        {
          description: "Survey of a bridge deck, by ground radar and chain drag",
          quantity: "14",
          unit: "each",
          commodityCode: "541370",
        },
      ],
    },
    [
      {
        vendor: 0,
        prices: ["6150.00"],
        statement: "Vehicle-borne radar at 45 mph, no lane closures; maps as GIS layers.",
        answers: ["20 days", "Nine counties"],
      },
      {
        vendor: 1,
        prices: ["5480.00"],
        statement: "Cart-borne radar with night closures; cores at every deck to calibrate.",
        answers: ["35 days", ""],
      },
      {
        vendor: 2,
        prices: ["5890.00"],
        statement: "Radar and infrared in one pass; a bridge engineer signs the maps.",
        answers: ["25 days", "The state, on 40 decks"],
      },
    ],
  );

// Under way: one evaluator has handed in, one has begun, the chair has not.
const scoring = async (story: Story, now: Date, keys: DemoOfficers) => {
  const from = -29;
  const solicitationId = await surveyOpened(story, now, keys, from);
  const course = await begun(story, at(now, -2.5), solicitationId);
  await score(
    course,
    "user",
    at(now, -1.5),
    [
      ["8", "7", "No closures"],
      ["7", "8.5", "Cores calibrate the radar"],
      ["8.5", "6.5", "Signed by an engineer"],
    ],
    true,
  );
  await score(course, "manager", at(now, -0.6), [["8", "8", "GIS layers fit our system"]], false);
};

/**
 * Two proposals of the demo story: one that a panel scores now, one that was evaluated and awarded.
 * What members were told of them counts as read.
 */
export const seedEvaluations = async (
  story: Story,
  keys: DemoOfficers,
  log: (line: string) => void,
): Promise<void> => {
  const now = new Date();
  await awarded(story, now, keys);
  await scoring(story, now, keys);
  await readNoticesOf(story.app, carverCountyId, ["solicitation", "evaluation"]);
  log("an evaluation under way, and one that ended in an award");
};
