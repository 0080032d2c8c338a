import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type {
  checkInput,
  responsibleInput,
  responsiveInput,
  standingInput,
} from "./evaluation.fields.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { managing } from "./evaluation.noun.ts";
import { evaluation, evaluationBid } from "./evaluation.tables.ts";
import { judgeBid } from "./bid-outcome.service.ts";
import { bidOf, open, written } from "./scoring.service.ts";

const checking = ["individual_scoring", "locked", "consensus", "price_opened"] as const;

/** Records one item of the responsiveness checklist. */
export const saveCheck = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof checkInput>,
  items: readonly ListedItem[],
): Promise<EvaluationRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const bid = await bidOf(tx, id, input.bidId);
  const item = items.find((each) => each.item === input.item);
  open(row, checking, "Bids are checked before they are ranked.");
  if (!item) throw invalidField("item", "There is no such item on the checklist.");
  await tx.rows(sql`
    insert into evaluation_check (
      org_id, id, evaluation_bid_id, item, label, mandatory, result, note, checked_by
    )
    values (
      ${actor.orgId}, ${newId()}, ${bid.id}, ${item.item}, ${item.label}, ${item.mandatory},
      ${input.result}, ${input.note}, ${actor.personId}
    )
    on conflict (org_id, evaluation_bid_id, item)
    do update set
      result = excluded.result, note = excluded.note, checked_by = excluded.checked_by,
      checked_at = clock_timestamp()
  `);
  note(tx, actor, "evaluation", row, {
    action: "check",
    after: {
      bidId: input.bidId,
      item: item.label,
      result: input.result,
      note: input.note,
    },
    event: null,
  });
  return written(tx, actor, id, "check");
};

type ListedItem = { item: string; label: string; mandatory: boolean };

/** Records every item of a bid's checklist that nobody has checked yet as met, in one act. */
export const saveAllMet = async (
  tx: Tx,
  actor: Actor,
  id: string,
  bidId: string,
  items: readonly ListedItem[],
): Promise<EvaluationRecord> => {
  const checked = await tx.rows<{ item: string }>(sql`
    select c.item
    from evaluation_check c
    join evaluation_bid b on b.org_id = c.org_id and b.id = c.evaluation_bid_id
    where c.org_id = ${actor.orgId} and b.evaluation_id = ${id} and b.bid_id = ${bidId}
  `);
  const left = items.filter((item) => !checked.some((each) => each.item === item.item));
  if (left.length === 0)
    throw conflict("all_checked", "Every item of this bid is checked already.");
  let row: EvaluationRecord | null = null;
  for (const { item } of left)
    row = await saveCheck(tx, actor, id, { bidId, item, result: "met", note: "" }, items);
  return row!;
};

/** Decides whether a bid is responsive. A mandatory item that is not met forbids it. */
export const decideResponsive = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof responsiveInput>,
): Promise<EvaluationRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const bid = await bidOf(tx, id, input.bidId);
  open(row, checking, "Bids are checked before they are ranked.");
  const failed = await tx.maybe<{ label: string }>(sql`
    select label
    from evaluation_check
    where org_id = ${actor.orgId}
      and evaluation_bid_id = ${bid.id}
      and mandatory
      and result = 'not_met'
    limit 1
  `);
  if (input.responsive && failed)
    throw conflict("not_met", `${failed.label} is mandatory and not met.`);
  await updateRow(tx, evaluationBid, bid.id, {
    responsive: input.responsive,
    responsiveReason: input.reason,
    decidedBy: actor.personId,
    decidedAt: businessNow(tx.scope).toISOString(),
  });
  await judgeBid(
    tx,
    actor,
    bid.bidId,
    input.responsive ? "responsive" : "nonresponsive",
    input.reason,
  );
  note(tx, actor, "evaluation", row, {
    action: "responsive",
    after: {
      bidId: bid.bidId,
      responsive: input.responsive,
      reason: input.reason,
    },
    event: null,
  });
  return written(tx, actor, id, "responsive");
};

type VendorFacts = {
  status: string;
  screeningResult: string | null;
  screenedAt: string | null;
  insuranceExpiresOn: string | null;
};

/**
 * Decides whether a bidder is responsible, with the evidence as it stands: exclusion screening,
 * references, capacity, performance. An excluded vendor never is.
 */
export const decideResponsible = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof responsibleInput>,
): Promise<EvaluationRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const bid = await bidOf(tx, id, input.bidId);
  open(row, [...checking, "ranked"], "Responsibility is decided before the recommendation.");
  const vendor = await tx.one<VendorFacts>(sql`
    select status, screening_result, screened_at, insurance_expires_on
    from vendor
    where org_id = ${actor.orgId} and id = ${bid.vendorId}
  `);
  if (input.responsible && vendor.screeningResult !== "clear")
    throw conflict(
      "not_screened",
      vendor.screeningResult === "excluded"
        ? "This vendor is on the exclusion list (2 CFR 180)."
        : "Screen this vendor against the exclusion list first (2 CFR 200.214).",
    );
  if (input.responsible && vendor.status !== "active")
    throw conflict("not_active", "This vendor is not active with the agency.");
  if (row.status === "ranked" && !input.responsible)
    throw conflict(
      "ranked",
      "The ranking counts this bidder: go back to the prices and rank again before it is found not responsible.",
    );
  const responsibility = {
    screening: { result: vendor.screeningResult, at: vendor.screenedAt },
    status: vendor.status,
    insuranceUntil: vendor.insuranceExpiresOn,
    references: input.references,
    capacity: input.capacity,
    performance: input.performance,
    checkedOn: businessDate(tx.scope),
  };
  await updateRow(tx, evaluationBid, bid.id, {
    responsible: input.responsible,
    responsibleReason: input.reason,
    responsibility,
    decidedBy: actor.personId,
    decidedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "evaluation", row, {
    action: "responsible",
    after: {
      bidId: bid.bidId,
      responsible: input.responsible,
      reason: input.reason,
      screening: vendor.screeningResult,
    },
    event: null,
  });
  return written(tx, actor, id, "responsible");
};

/**
 * Says whether a bidder has the agency's preference and counts toward its goal, with the evidence;
 * before the ranking.
 */
export const decideStanding = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof standingInput>,
): Promise<EvaluationRecord> => {
  await managing(tx, actor, id);
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const bid = await bidOf(tx, id, input.bidId);
  open(row, checking, "This is decided before the ranking.");
  await updateRow(tx, evaluationBid, bid.id, {
    preferred: input.preferred,
    counts: input.counts,
    standingNote: input.note,
  });
  note(tx, actor, "evaluation", row, {
    action: "standing",
    after: {
      bidId: bid.bidId,
      preferred: input.preferred,
      counts: input.counts,
      note: input.note,
    },
    event: null,
  });
  return written(tx, actor, id, "standing");
};
