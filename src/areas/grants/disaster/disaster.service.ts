import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { awardSegmentsOf } from "#areas/budget/budget.server.ts";
import { costsOf, liveClaims } from "#areas/finance/finance.server.ts";
import { disasterCost } from "../grants.tables.ts";
import { decisionInput, disasterRow, type DisasterRow } from "./disaster.model.ts";

// Why public assistance may reimburse a cost, and what speaks against it, by rule.
const whyOf = (c: {
  objectClass: string;
  receiptId: string | null;
  paid: number;
  cents: number;
}) => [
  "Its requisition was an emergency: work of categories A and B, debris and protective measures, is reimbursed where it was done for the emergency (44 CFR 206.223, 206.225).",
  c.objectClass === "equipment"
    ? "Equipment is bought: only what the emergency needed, less what it is worth afterwards (2 CFR 200.313)."
    : "Its class of cost is reimbursable when it is reasonable and on file (2 CFR 200.403).",
  c.receiptId
    ? "What came is on file with its receipt."
    : "No receipt is on file: attach proof of what came before you claim it.",
  c.paid === c.cents
    ? "It is paid in full."
    : "It is not paid in full; only paid cents are claimed.",
];

/** Costs of emergency requisitions that no award carries, with what was decided of them. */
const readDisasterCosts = async (db: Db): Promise<DisasterRow[]> => {
  const costs = (await costsOf(db, { emergency: true })).filter((c) => c.movesId === null);
  const [segments, claims, decisions] = await Promise.all([
    awardSegmentsOf(
      db,
      costs.map((c) => c.accountStringId),
    ),
    liveClaims(db, { costLineIds: costs.map((c) => c.id) }),
    db.rows<{ costLineId: string; decision: "accepted" | "dismissed"; reason: string }>(sql`
      select cost_line_id, decision, reason
      from disaster_cost
      where org_id = ${db.scope.orgId}
    `),
  ]);
  return costs
    .filter((c) => !segments.has(c.accountStringId) && !claims.some((x) => x.costLineId === c.id))
    .map((c) => {
      const decided = decisions.find((d) => d.costLineId === c.id);
      return {
        id: c.id,
        documentId: c.documentId,
        documentNumber: c.documentNumber,
        description: c.description,
        vendor: c.vendor,
        account: c.account,
        incurredTo: c.incurredTo,
        cents: c.cents,
        paid: c.paid,
        why: whyOf(c),
        decision: decided?.decision ?? null,
        reason: decided?.reason ?? "",
      };
    });
};

/** Accepts a cost to be claimed, or dismisses it with the reason; once. */
const decideDisasterCost = async (
  tx: Tx,
  actor: Actor,
  costLineId: string,
  input: z.output<typeof decisionInput>,
) => {
  const row = (await readDisasterCosts(tx)).find((c) => c.id === costLineId);
  if (!row) throw notFound("disaster cost");
  if (row.decision) throw conflict("rule", "This cost was decided already.");
  if (input.decision === "dismissed" && !input.reason)
    throw conflict("rule", "Say why it is dismissed.");
  const made = await insertRow(tx, disasterCost, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    costLineId,
    decidedBy: actor.personId,
  });
  note(tx, actor, "disasterCost", made.id, {
    number: row.documentNumber,
    action: input.decision,
    after: made,
    event: null,
  });
  return { id: made.id };
};

export const disasterEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/disaster-costs",
    permission: "grant.disaster",
    summary: "Emergency costs that no award carries",
    response: z.object({ items: z.array(disasterRow) }),
    handler: async ({ db }) => ({ items: await readDisasterCosts(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/disaster-costs/{id}/decision",
    permission: "grant.disaster",
    summary: "Accept or dismiss a cost for disaster assistance",
    params: idParams,
    body: decisionInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => decideDisasterCost(tx, actor, params.id, body),
  }),
];
