import { type Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { postIntent, finaliseAward } from "../award/award.service.ts";
import { screenWinners } from "../award/award-screening.service.ts";
import { addScenario } from "../award/scenario.service.ts";
import { scenarioInput } from "../award/scenario.fields.model.ts";
import {
  departmentId,
  type Story,
  later,
  acknowledgeOrder,
} from "#areas/procurement/procurement.server.ts";
import {
  bid,
  close,
  drafted,
  openByOfficers,
  rehearseAll,
  type DemoBid,
  type DemoOfficers,
} from "../opening/opening.seed.ts";
import {
  approveSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "../solicitation/solicitation.service.ts";
import { moveEvaluation } from "./course.service.ts";
import type { EvaluationAction } from "./evaluation.model.ts";
import { checklistFor } from "./evaluation.read.service.ts";
import {
  decideResponsible,
  decideResponsive,
  saveCheck,
  saveScores,
  saveWriting,
} from "./scoring.service.ts";
import { createEvaluation, declareBidders, declareInterests } from "./setup.service.ts";

const at = (now: Date, days: number) => later(now, days).toISOString();
const panel = ["receiver", "user", "manager"] as const;
const criteria = [
  {
    name: "Method and staffing",
    guidance: "How the work is done, by whom, with what equipment.",
    weight: "35",
    kind: "technical",
  },
  {
    name: "References",
    guidance: "Like work for counties and cities in the last five years.",
    weight: "25",
    kind: "technical",
  },
  { name: "Price", weight: "40", kind: "price" },
];

type Course = { story: Story; id: string; bids: readonly { bidId: string; vendorId: string }[] };
const ofMember = (name: string) => demoActor(name).personId!;

/** A proposal from its draft to the opening of its technical envelopes (or of the only ones). */
const opened = async (
  story: Story,
  now: Date,
  keys: DemoOfficers,
  from: number,
  input: object,
  bids: readonly (DemoBid & { vendor: number })[],
): Promise<string> => {
  const { app } = story;
  const { id } = await drafted(story, at(now, from), input);
  await rehearseAll(app, at(now, from + 0.2), id, keys);
  await story.as("buyer", at(now, from + 1), (tx, actor) =>
    submitSolicitation(tx, actor, id, null),
  );
  await story.as("manager", at(now, from + 2), (tx, actor) =>
    approveSolicitation(tx, actor, id, null),
  );
  await story.as("buyer", at(now, from + 3), (tx, actor) =>
    publishSolicitation(tx, actor, id, null),
  );
  for (const [i, each] of bids.entries())
    await bid(app, each.vendor, at(now, from + 20 + i), id, each);
  await close(story, at(now, from + 26.1), id);
  await openByOfficers(app, at(now, from + 26.2), id, keys);
  return id;
};

/** The panel declares twice and begins to score. */
const begun = async (story: Story, when: string, solicitationId: string): Promise<Course> => {
  const members = panel.map((name, i) => ({
    personId: ofMember(name),
    role: i === 0 ? ("chair" as const) : ("evaluator" as const),
    scoring: true,
  }));
  const { id } = await story.as("buyer", when, (tx, actor) =>
    createEvaluation(tx, actor, { solicitationId, members }),
  );
  const bids = await story.app.database.read({ orgId: carverCountyId, personId: null }).rows<{
    bidId: string;
    vendorId: string;
  }>(sql`
    select id as bid_id, vendor_id
    from bid
    where org_id = ${carverCountyId} and solicitation_id = ${solicitationId} and status = 'opened'
    order by received_at
  `);
  const course = { story, id, bids };
  await move(course, "buyer", when, "askDeclarations");
  for (const name of ["buyer", ...panel])
    await story.as(name, when, async (tx, actor) => {
      await declareInterests(tx, actor, id, { conflict: false, text: "" });
      await declareBidders(tx, actor, id, {
        bidders: bids.map(({ vendorId }) => ({ vendorId, conflict: false, note: "" })),
      });
    });
  await move(course, "buyer", when, "startScoring");
  return course;
};

const move = ({ story, id }: Course, name: string, when: string, action: EvaluationAction) =>
  story.as(name, when, (tx, actor) => moveEvaluation(tx, actor, id, action, null));

/** One evaluator's scores by bid, with a word why; handed in where `submit`. */
const score = (
  { story, id, bids }: Course,
  name: string,
  when: string,
  points: readonly (readonly [string, string, string])[],
  submit: boolean,
) =>
  story.as(name, when, async (tx, actor) => {
    const found = await tx.rows<{ id: string }>(sql`
      select c.id
      from solicitation_criterion c
      join evaluation e on e.org_id = c.org_id and e.solicitation_id = c.solicitation_id
      where e.org_id = ${actor.orgId} and e.id = ${id} and c.kind <> 'price'
      order by c.position
    `);
    await saveScores(tx, actor, id, {
      submit,
      scores: points.flatMap(([first, second, note], b) =>
        [first, second].map((given, c) => ({
          bidId: bids[b]!.bidId,
          criterionId: found[c]!.id,
          score: given,
          note,
        })),
      ),
    });
  });

const accepted = async ({ story, id, bids }: Course, when: string) => {
  for (const { bidId } of bids)
    await story.as("buyer", when, async (tx, actor) => {
      for (const item of await checklistFor(tx, id))
        await saveCheck(
          tx,
          actor,
          id,
          { bidId, item: item.item, result: "met", note: "" },
          await checklistFor(tx, id),
        );
      await decideResponsive(tx, actor, id, { bidId, responsive: true, reason: "" });
      await decideResponsible(tx, actor, id, {
        bidId,
        responsible: true,
        reason: "",
        references: "Two counties asked, both satisfied",
        capacity: "Crews and equipment on hand for the season",
        performance: "Orders of the last year on time",
      });
    });
};

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
  estimateOn: at(now, from - 1).slice(0, 10),
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
      acknowledgeOrder(tx, actor, order.id, null, "Confirmed by telephone"),
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
      estimateOn: at(now, from - 1).slice(0, 10),
      estimateBasis: "The state's price of a like survey",
      criteria,
      requirements: [{ label: "Days from the survey to the maps", kind: "text" }],
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
        answers: ["20 days"],
      },
      {
        vendor: 1,
        prices: ["5480.00"],
        statement: "Cart-borne radar with night closures; cores at every deck to calibrate.",
        answers: ["35 days"],
      },
      {
        vendor: 2,
        prices: ["5890.00"],
        statement: "Radar and infrared in one pass; a bridge engineer signs the maps.",
        answers: ["25 days"],
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
  await story.app.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
    tx.rows(sql`
      update notification
      set read_at = clock_timestamp()
      where org_id = ${carverCountyId}
        and kind in ('solicitation', 'evaluation')
        and read_at is null
    `),
  );
  log("an evaluation under way, and one that ended in an award");
};
