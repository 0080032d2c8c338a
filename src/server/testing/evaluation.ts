import {
  declareBidders,
  declareInterests,
} from "#areas/evaluation/evaluation/declaration.service.ts";
import { createEvaluation } from "#areas/evaluation/evaluation/setup.service.ts";
import { moveEvaluation } from "#areas/evaluation/evaluation/course.service.ts";
import {
  decideResponsible,
  decideResponsive,
} from "#areas/evaluation/evaluation/responsibility.service.ts";
import { saveScores } from "#areas/evaluation/evaluation/scoring.service.ts";
import type { EvaluationAction } from "#areas/evaluation/evaluation/evaluation.lifecycle.model.ts";
import type { SolicitationInput } from "#areas/sourcing/solicitation/solicitation.fields.model.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "./agency.ts";
import { makeBidder, published, solicitationOf } from "./sourcing.ts";

export type Bidder = Awaited<ReturnType<typeof makeBidder>>;
export type Offered = { bidder: Bidder; prices: readonly (string | null)[]; statement?: string };
type Names = "buyer" | "manager" | "chair" | "one" | "two" | "other" | "auditor";
export type Panel = { agency: Agency; people: Record<Names, Actor> };

/**
 * An agency with a buyer, a manager who takes no part, a chair, two evaluators, somebody else and
 * an auditor.
 */
export const makePanel = async (database: Database): Promise<Panel> => {
  const agency = await makeAgency(database);
  return {
    agency,
    people: await makeMembers(database, agency, {
      buyer: { duties: ["buyer"] },
      manager: { role: "manager" },
      chair: { duties: ["evaluator"] },
      one: { duties: ["evaluator"] },
      two: { duties: ["evaluator"] },
      other: { duties: ["evaluator"] },
      auditor: { duties: ["auditor"] },
    }),
  };
};

/**
 * Rows of a bid as its opening stores them: what is tested begins after the opening. Prices by
 * item, null = no bid.
 */
export const storeOpened = async (
  database: Database,
  agency: Agency,
  solicitationId: string,
  offers: readonly Offered[],
): Promise<string[]> =>
  database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    const items = await tx.rows<{ id: string }>(sql`
      select id
      from solicitation_item
      where org_id = ${agency.orgId} and solicitation_id = ${solicitationId}
      order by item_no
    `);
    const ids: string[] = [];
    for (const [at, { bidder, prices, statement }] of offers.entries()) {
      const id = newId();
      ids.push(id);
      await tx.rows(sql`
        insert into bid (
          org_id, id, solicitation_id, vendor_id, identity_id, revision, status, protection,
          received_at, opened_at, price_opened_at, statement, valid_days
        )
        values (
          ${agency.orgId}, ${id}, ${solicitationId}, ${bidder.vendorId}, ${bidder.identityId}, 1,
          'opened', 'held', now() - interval '1 hour' + ${at} * interval '1 minute', now(), now(),
          ${statement ?? "We deliver."}, 90
        )
      `);
      for (const [i, item] of items.entries())
        await tx.rows(sql`
          insert into bid_line (org_id, id, bid_id, item_id, no_bid, unit_price)
          values (
            ${agency.orgId}, ${newId()}, ${id}, ${item.id},
            ${prices[i] === null || prices[i] === undefined}, ${prices[i] ?? null}
          )
        `);
    }
    await tx.rows(sql`
      update solicitation
      set
        status = 'opened', due_at = clock_timestamp() - interval '2 hours', questions_until = null,
        closed_at = clock_timestamp() - interval '2 hours',
        opened_at = clock_timestamp() - interval '1 hour'
      where org_id = ${agency.orgId} and id = ${solicitationId}
    `);
    return ids;
  });

/**
 * A published proposal with two lots of one item each and two technical criteria, opened with these
 * offers.
 */
export const openedProposal = async (
  database: Database,
  { agency, people }: Panel,
  offers: readonly Offered[],
  over: Partial<Parameters<typeof solicitationOf>[1]> = {},
): Promise<{ solicitationId: string; bidIds: string[] }> => {
  const input: SolicitationInput = solicitationOf(agency, {
    kind: "rfp",
    envelopes: 1,
    protection: "held",
    awardBy: "lot",
    priceFormula: "proportional",
    lots: [
      { lotNo: 1, title: "North yard" },
      { lotNo: 2, title: "South yard" },
    ],
    items: [
      { description: "Road salt, north", quantity: "1000", unit: "t", lotNo: 1 },
      { description: "Road salt, south", quantity: "500", unit: "t", lotNo: 2 },
    ],
    criteria: [
      { name: "Quality", weight: "40" },
      { name: "Delivery", weight: "20" },
      { name: "Price", weight: "40", kind: "price" },
    ],
    ...over,
  } as never);
  const { id } = await published(database, people, input);
  return { solicitationId: id, bidIds: await storeOpened(database, agency, id, offers) };
};

export const panelOf = ({ people }: Panel) => [
  { personId: people.chair.personId!, role: "chair" as const, scoring: true },
  { personId: people.one.personId!, role: "evaluator" as const, scoring: true },
  { personId: people.two.personId!, role: "evaluator" as const, scoring: true },
];

/** Everybody named declares, twice, without a conflict. */
export const declareAll = async (
  database: Database,
  id: string,
  actors: readonly Actor[],
  vendorIds: readonly string[],
): Promise<void> => {
  for (const actor of actors) {
    await database.transaction(actor, (tx) =>
      declareInterests(tx, actor, id, { conflict: false, text: "" }),
    );
    await database.transaction(actor, (tx) =>
      declareBidders(tx, actor, id, {
        bidders: vendorIds.map((vendorId) => ({ vendorId, conflict: false, note: "" })),
      }),
    );
  }
};
export const step = (
  database: Database,
  actor: Actor,
  id: string,
  action: EvaluationAction,
  reason: string | null = null,
) =>
  database.transaction(actor, async (tx) => {
    const { version } = await tx.one<{ version: number }>(
      sql`select version from evaluation where org_id = ${actor.orgId} and id = ${id}`,
    );
    return moveEvaluation(tx, actor, action, { id, version, reason });
  });

/** An evaluation that has begun: panel named, everybody declared. */
export const begun = async (
  database: Database,
  panel: Panel,
  solicitationId: string,
  vendorIds: readonly string[],
): Promise<string> => {
  const { people } = panel;
  const { id } = await database.transaction(people.buyer, (tx) =>
    createEvaluation(tx, people.buyer, { solicitationId, members: panelOf(panel) }),
  );
  await step(database, people.buyer, id, "askDeclarations");
  await declareAll(database, id, [people.buyer, people.chair, people.one, people.two], vendorIds);
  await step(database, people.buyer, id, "startScoring");
  return id;
};

/** Every evaluator gives these scores by bid (one number for every criterion) and hands them in. */
export const scoreAll = async (
  database: Database,
  id: string,
  actors: readonly Actor[],
  bidIds: readonly string[],
  scores: readonly string[],
): Promise<void> => {
  for (const actor of actors)
    await database.transaction(actor, async (tx) => {
      const criteria = await tx.rows<{ id: string }>(sql`
        select c.id
        from solicitation_criterion c
        join evaluation e on e.org_id = c.org_id and e.solicitation_id = c.solicitation_id
        where e.org_id = ${actor.orgId} and e.id = ${id} and c.kind <> 'price'
      `);
      await saveScores(tx, actor, id, {
        submit: true,
        scores: bidIds.flatMap((bidId, b) =>
          criteria.map((criterion) => ({
            bidId,
            criterionId: criterion.id,
            score: scores[b]!,
            note: "Seen in the proposal",
          })),
        ),
      });
    });
};

/** Every bid is found responsive and its bidder responsible. */
export const acceptAll = async (
  database: Database,
  buyer: Actor,
  id: string,
  bidIds: readonly string[],
): Promise<void> => {
  for (const bidId of bidIds) {
    await database.transaction(buyer, (tx) =>
      decideResponsive(tx, buyer, id, { bidId, responsive: true, reason: "" }),
    );
    await database.transaction(buyer, (tx) =>
      decideResponsible(tx, buyer, id, {
        bidId,
        responsible: true,
        reason: "",
        references: "Two counties asked",
        capacity: "Enough",
        performance: "On time",
      }),
    );
  }
};
