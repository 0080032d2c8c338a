import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordAct } from "#server/http/acts.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import type { CloseoutItem, DrawdownHold } from "#areas/grants/grants.server.ts";
import { deskReview, questionedCost as table, subaward } from "../passthrough.tables.ts";
import { tellSubrecipient } from "../subaward/told.service.ts";
import { decisionInput, recoveryInput, type QuestionedCost } from "./questioned.model.ts";

type Found = { costId: string; questioned: number; note: string };

/** Cents of a questioned cost `q` that are open, or not allowed and not given back yet. */
export const heldCents = sql`
  case q.status when 'open' then q.cents when 'disallowed' then q.disallowed else 0 end
`;

/** What is held back of a subaward: open questions and what was not allowed and did not come back. */
export const heldBack = async (db: Db, subawardId: string): Promise<number> =>
  (
    await db.one<{ cents: number }>(sql`
      select coalesce(sum(${heldCents}), 0)::bigint as cents
      from questioned_cost q
      where q.org_id = ${db.scope.orgId} and q.subaward_id = ${subawardId}
    `)
  ).cents;

/** Keeps what a finished review questions: it is held back, and the subrecipient hears why. */
export const questionCosts = async (
  tx: Tx,
  review: { id: string; number: string; subawardId: string },
  found: readonly Found[],
): Promise<void> => {
  const asked = found.filter((f) => f.questioned > 0);
  if (asked.length === 0) return;
  await lockRow(tx, subaward, review.subawardId, "subaward");
  await insertRows(
    tx,
    table,
    asked.map((f) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      subawardId: review.subawardId,
      reviewId: review.id,
      costId: f.costId,
      cents: f.questioned,
      reason: f.note,
    })),
  );
  const sum = asked.reduce((n, f) => n + f.questioned, 0);
  await tellSubrecipient(
    tx,
    review.subawardId,
    `${review.number} questions ${formatCents(sum)} of your costs`,
    "The reason of each stands on your subaward. It is held back until it is decided.",
  );
};

/**
 * The management decision on a questioned cost (2 CFR 200.521): what is not allowed, and why. Taken by
 * another person than did the review. 409 where it is decided.
 */
const decide = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { disallowed, decision }: z.output<typeof decisionInput>,
): Promise<void> => {
  const before = await lockRow(tx, table, id, "questioned cost");
  const review = await getRow(tx, deskReview, before.reviewId, "desk review");
  if (before.status !== "open") throw conflict("rule", "This questioned cost is decided.");
  if (review.doneBy === actor.personId)
    throw notAllowed("You did the review, so another person decides what becomes of it.");
  if (disallowed > before.cents)
    throw invalidField("disallowed", `${formatCents(before.cents)} are questioned, and no more.`);
  const after = await updateRow(tx, table, id, {
    status: disallowed ? "disallowed" : "allowed",
    disallowed,
    decision,
    decidedBy: actor.personId,
    decidedOn: businessDate(tx.scope),
  });
  note(tx, actor, "deskReview", review, { action: "decide", before, after });
  await tellSubrecipient(
    tx,
    before.subawardId,
    disallowed
      ? `${formatCents(disallowed)} of your costs are not allowed`
      : `${formatCents(before.cents)} that were questioned are allowed`,
    decision,
  );
};

/** Records that the subrecipient gave back what was not allowed: it is not held back any more. */
const recover = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof recoveryInput>,
): Promise<void> => {
  const before = await lockRow(tx, table, id, "questioned cost");
  if (before.status !== "disallowed")
    throw conflict("rule", "Only what was not allowed is given back.");
  if (input.recoveredOn > businessDate(tx.scope))
    throw invalidField("recoveredOn", "This day has not come yet.");
  if (before.decidedOn && input.recoveredOn < before.decidedOn)
    throw invalidField(
      "recoveredOn",
      `It was decided on ${formatDate(before.decidedOn)}: what is not allowed comes back on that day or later.`,
    );
  const review = await getRow(tx, deskReview, before.reviewId, "desk review");
  const after = await updateRow(tx, table, id, { ...input, status: "recovered" });
  note(tx, actor, "deskReview", review, { action: "recover", before, after });
};

/** The questioned costs of a subaward, oldest first. */
export const questionedOf = (
  db: Db,
  subawardId: string,
): Promise<(QuestionedCost & { reviewId: string })[]> =>
  db.rows(sql`
    select
      id, review_id, cost_id, cents, reason, status, disallowed, decision, decided_on, recovered_on
    from questioned_cost
    where org_id = ${db.scope.orgId} and subaward_id = ${subawardId}
    order by created_at, id
    limit 1000
  `);

/** What of the bills behind accepted requests an award does not draw: it is questioned. */
export const questionedHolds = (db: Db, awardId: string): Promise<DrawdownHold[]> =>
  db.rows<DrawdownHold>(sql`
    select
      r.invoice_id, sum(${heldCents})::bigint as cents,
      'Questioned of ' || s.number || ': a management decision clears it (2 CFR 200.521)' as why
    from questioned_cost q
    join subaward s on s.org_id = q.org_id and s.id = q.subaward_id
    join subaward_cost c on c.org_id = q.org_id and c.id = q.cost_id
    join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
    where q.org_id = ${db.scope.orgId}
      and s.award_id = ${awardId}
      and r.invoice_id is not null
      and q.status in ('open', 'disallowed')
    group by r.invoice_id, s.number
  `);

/** What closing an award asks of its questioned costs: each decided, and given back where not allowed. */
export const questionedClosed = async (db: Db, awardId: string): Promise<CloseoutItem[]> => {
  const rows = await db.rows<{
    id: string;
    number: string;
    open: number;
    disallowed: number;
  }>(sql`
    select
      s.id, s.number, coalesce(sum(q.cents) filter (where q.status = 'open'), 0)::bigint as open,
      coalesce(sum(q.disallowed) filter (where q.status = 'disallowed'), 0)::bigint as disallowed
    from questioned_cost q
    join subaward s on s.org_id = q.org_id and s.id = q.subaward_id
    where q.org_id = ${db.scope.orgId} and s.award_id = ${awardId}
    group by s.id, s.number
    having bool_or(q.status in ('open', 'disallowed'))
    order by s.number
  `);
  return [
    {
      key: "questioned",
      ok: rows.length === 0,
      text: rows.length
        ? rows
            .map(
              (r) =>
                `${r.number}: ${formatCents(r.open)} wait for a management decision, ${formatCents(r.disallowed)} are not allowed and not given back.`,
            )
            .join(" ")
        : "No cost of a subrecipient is questioned.",
      citation: "2 CFR 200.332, 200.521",
      records: rows.map((r) => ({
        number: r.number,
        href: `/grant-management/subawards/${r.id}?tab=reviews`,
      })),
    },
  ];
};

const path = "/api/v1/questioned-costs";
const done = z.object({ id: z.string() });
export const questionedEndpoints: readonly Endpoint[] = [
  recordAct(path, "decide", {
    permission: "subaward.approve",
    summary: "Decide what of a questioned cost is not allowed",
    body: decisionInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await decide(tx, actor, params.id, body);
      return { id: params.id };
    },
  }),
  recordAct(path, "recover", {
    permission: "subaward.edit",
    summary: "Record that what was not allowed came back",
    body: recoveryInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await recover(tx, actor, params.id, body);
      return { id: params.id };
    },
  }),
];
