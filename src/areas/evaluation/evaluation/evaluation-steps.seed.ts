import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { type Story, later } from "#areas/procurement/procurement.server.ts";
import {
  bid,
  close,
  drafted,
  openByOfficers,
  rehearseAll,
  type DemoBid,
  type DemoOfficers,
  approveSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "#areas/sourcing/sourcing.server.ts";
import { moveEvaluation } from "./course.service.ts";
import type { EvaluationAction } from "./evaluation.lifecycle.model.ts";
import { checklistFor } from "./bids-view.service.ts";
import { decideResponsible, decideResponsive, saveCheck } from "./responsibility.service.ts";
import { saveScores } from "./scoring.service.ts";
import { createEvaluation } from "./setup.service.ts";
import { declareBidders, declareInterests } from "./declaration.service.ts";

export const at = (now: Date, days: number) => later(now, days).toISOString();
const panel = ["receiver", "user", "manager"] as const;
export const criteria = [
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

export type Course = {
  story: Story;
  id: string;
  bids: readonly { bidId: string; vendorId: string }[];
};
const ofMember = (name: string) => demoActor(name).personId!;

/** A proposal from its draft to the opening of its technical envelopes (or of the only ones). */
export const opened = async (
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
    submitSolicitation(tx, actor, { id, version: null }),
  );
  await story.as("manager", at(now, from + 2), (tx, actor) =>
    approveSolicitation(tx, actor, { id, version: null }),
  );
  await story.as("buyer", at(now, from + 3), (tx, actor) =>
    publishSolicitation(tx, actor, { id, version: null }),
  );
  for (const [i, each] of bids.entries())
    await bid(app, each.vendor, at(now, from + 20 + i), id, each);
  await close(story, at(now, from + 26.1), id);
  await openByOfficers(app, at(now, from + 26.2), id, keys);
  return id;
};

/** The panel declares twice and begins to score. */
export const begun = async (
  story: Story,
  when: string,
  solicitationId: string,
): Promise<Course> => {
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

export const move = ({ story, id }: Course, name: string, when: string, action: EvaluationAction) =>
  story.as(name, when, (tx, actor) => moveEvaluation(tx, actor, action, { id, version: null }));

/** One evaluator's scores by bid, with a word why; handed in where `submit`. */
export const score = (
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

export const accepted = async ({ story, id, bids }: Course, when: string) => {
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
