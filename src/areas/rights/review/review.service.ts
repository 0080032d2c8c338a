import { createHash } from "node:crypto";
import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { dutyLabels } from "#roles.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import {
  administratorsOf,
  departmentById,
  endRight,
  memberById,
  membersNamed,
  notify,
  setsJoinedBy,
  shortenRight,
} from "#areas/organization/organization.server.ts";
import { endDelegation } from "#areas/workflow/workflow.server.ts";
import { rightsReview, rightsReviewItem, rightsReviewResult } from "../rights.tables.ts";
import { resultCsv } from "./result.service.ts";
import type { AnswerInput, ItemRow, ReviewPage, ReviewRow } from "./review.model.ts";

type Review = typeof rightsReview.$inferSelect;
type Item = typeof rightsReviewItem.$inferSelect;

const itemsOf = (db: Db, reviewId: string) =>
  db.rows<Item>(sql`
    select *
    from rights_review_item
    where org_id = ${db.scope.orgId} and review_id = ${reviewId}
    order by person_name, person_id, kind, held, id
  `);

const involvedIn = (item: Item): (string | null)[] => [
  item.personId,
  ...(item.kind === "delegation" ? [item.giverId] : []),
];

/**
 * Whether somebody may answer an item: its reviewer; any administrator where nobody was found or
 * the deadline has passed. Never whose right it is, nor who delegated.
 */
const mayAnswer = (review: Review, item: Item, actor: Actor): boolean =>
  review.status === "open" &&
  item.decision === null &&
  !involvedIn(item).includes(actor.personId) &&
  (item.reviewerId === actor.personId ||
    ((item.reviewerId === null || review.escalatedAt !== null) &&
      actor.permissions.has("rightsReview.manage")));

const isOfReview = (review: Review, items: readonly Item[], actor: Actor): boolean =>
  actor.permissions.has("rightsReview.manage") ||
  actor.permissions.has("audit.read") ||
  items.some((item) => item.reviewerId === actor.personId);

const namesOf = async (db: Db, ids: readonly (string | null)[]) => {
  const named = [...new Set(ids.filter((id) => id !== null))];
  const members = named.length > 0 ? await membersNamed(db, { ids: named }) : [];
  return new Map(members.map(({ id, name }) => [id, name]));
};

const nameIn = (names: ReadonlyMap<string, string>, id: string | null): string | null =>
  id === null ? null : (names.get(id) ?? "a former member");

const scopeName = async (db: Db, review: Review): Promise<string> => {
  if (review.duty) return dutyLabels[review.duty].label;
  if (review.departmentId) return (await departmentById(db, review.departmentId)).name;
  return "Whole agency";
};

const rowOf = async (
  db: Db,
  actor: Actor,
  review: Review,
  items: readonly Item[],
): Promise<ReviewRow> => {
  const names = await namesOf(db, [review.reviewerId]);
  return {
    ...review,
    scopeName: await scopeName(db, review),
    reviewerName: nameIn(names, review.reviewerId),
    total: items.length,
    answered: items.filter((item) => item.decision !== null).length,
    mine: items.filter((item) => mayAnswer(review, item, actor)).length,
  };
};

/** Reviews that the actor manages, audits or answers in, the open ones first. */
export const listReviews = async (db: Db, actor: Actor): Promise<ReviewRow[]> => {
  const reviews = await db.rows<Review>(sql`
    select *
    from rights_review
    where org_id = ${db.scope.orgId}
    order by status = 'closed', due_at desc
    limit 100
  `);
  const found = await Promise.all(
    reviews.map(async (review) => ({ review, items: await itemsOf(db, review.id) })),
  );
  return Promise.all(
    found
      .filter(({ review, items }) => isOfReview(review, items, actor))
      .map(({ review, items }) => rowOf(db, actor, review, items)),
  );
};

/** A review with what it froze. @throws Problem 404 also for who has no part in it. */
export const readReview = async (db: Db, actor: Actor, id: string): Promise<ReviewPage> => {
  const review = (await getRow(db, rightsReview, id, "review of rights")) as Review;
  const items = await itemsOf(db, id);
  if (!isOfReview(review, items, actor)) throw notFound("review of rights");
  const names = await namesOf(
    db,
    items.flatMap((item) => [item.reviewerId, item.decidedBy]),
  );
  return {
    ...(await rowOf(db, actor, review, items)),
    items: items.map((item): ItemRow => ({
      ...item,
      reviewerName: nameIn(names, item.reviewerId),
      decidedByName: nameIn(names, item.decidedBy),
      mayAnswer: mayAnswer(review, item, actor),
    })),
  };
};

// Keeping a right that joins both ends of what is kept apart asks for a reason and an end.
const assertKeepsApart = async (tx: Tx, item: Item, answer: AnswerInput): Promise<void> => {
  if (item.kind !== "duty") return;
  const { role, duties } = await memberById(tx, item.personId);
  const without = { role, duties: duties.filter((duty) => duty !== item.held) };
  const joined = setsJoinedBy(without, { role, duties });
  if (joined.length === 0) return;
  const sets = joined.map(({ label }) => label.toLowerCase()).join(", ");
  if (item.until === null)
    throw invalidField(
      "decision",
      `With it ${item.personName} holds both ends of what is kept apart: ${sets}. Change it: choose the day with which it ends, and say why.`,
      "joins_set",
    );
  if (answer.note.length < 3)
    throw invalidField(
      "note",
      `Say why ${item.personName} keeps both ends of what is kept apart: ${sets}.`,
      "joins_set",
    );
};

// What the answer does to the right; false where it was over before.
const apply = async (
  tx: Tx,
  actor: Actor,
  review: Review,
  item: Item,
  answer: AnswerInput,
): Promise<boolean> => {
  if (answer.decision === "keep") {
    await assertKeepsApart(tx, item, answer);
    return true;
  }
  const reason = `${review.number}: ${answer.note}`;
  if (item.kind === "delegation") {
    if (answer.decision === "change")
      throw conflict("no_change", "A delegation is kept or ended. Its giver makes another one.");
    return endDelegation(tx, actor, item.objectId!);
  }
  const right = {
    personId: item.personId,
    kind: item.kind,
    right: item.held,
    grantId: item.objectId,
  };
  return answer.decision === "end"
    ? endRight(tx, actor, right, reason)
    : shortenRight(tx, actor, right, answer.until!, reason);
};

/** Whether another giver's word of the same still holds. */
const heldBesides = async (tx: Tx, item: Item): Promise<boolean> => {
  if (item.kind === "delegation") return false;
  const { role, duties } = await memberById(tx, item.personId);
  return item.kind === "role" ? role === item.held : duties.some((duty) => duty === item.held);
};

const tellPerson = async (tx: Tx, review: Review, item: Item, answer: AnswerInput) => {
  if (answer.decision === "keep") return;
  const besides = answer.decision === "end" && (await heldBesides(tx, item));
  const held =
    item.kind === "duty" ? dutyLabels[item.held as keyof typeof dutyLabels].label : item.held;
  notify(tx, [item.personId], {
    kind: "access.reviewed",
    title: besides
      ? `One giver of this ended it, another one still gives it: ${held}`
      : answer.decision === "end"
        ? `You no longer hold: ${held}`
        : `You hold this for a time now: ${held}`,
    body: `Review ${review.number}: ${answer.note}`,
    link: "/admin/roles",
  });
};

/**
 * Keeps, shortens or ends what a review froze; it holds at once, and the person is told of a change.
 * @throws Problem 403 `own_access` | `not_yours`, 404, 409 `answered` | `closed`, 412, 422, also
 * `joins_set` for what keeps both ends of what is kept apart in one hand without an end or a reason.
 */
export const answerItem = async (
  tx: Tx,
  actor: Actor,
  id: string,
  answer: AnswerInput,
  version: number | null,
): Promise<{ id: string; reviewId: string }> => {
  const item = (await lockRow(tx, rightsReviewItem, id, "line of a review")) as Item;
  const review = (await getRow(tx, rightsReview, item.reviewId, "review of rights")) as Review;
  if (!isOfReview(review, [item], actor)) throw notFound("line of a review");
  requireVersion(item.version, version);
  if (review.status === "closed") throw conflict("closed", "This review is closed.");
  if (item.decision !== null) throw conflict("answered", "This was answered before.");
  if (involvedIn(item).includes(actor.personId))
    throw notAllowed("Nobody reviews their own rights: another person answers.", "own_access");
  if (!mayAnswer(review, item, actor))
    throw notAllowed("This waits for somebody else's answer.", "not_yours");
  const held = await apply(tx, actor, review, item, answer);
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, rightsReviewItem, id, {
    decision: answer.decision,
    newUntil: answer.until,
    note: held ? answer.note : `${answer.note} (was no longer held)`,
    decidedBy: actor.personId,
    decidedAt: at,
  });
  note(tx, actor, "rightsReview", review, {
    action: answer.decision,
    before: item,
    after,
    note: answer.note || null,
    event: "rightsReview.answer",
  });
  if (held) await tellPerson(tx, review, item, answer);
  return { id, reviewId: review.id };
};

/**
 * Closes a review whose every line is answered: its result stands in the audit record by the SHA-256
 * of the CSV. @throws Problem 404, 409 `open_lines` | `closed`, 412.
 */
export const closeReview = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<{ id: string; digest: string }> => {
  const review = (await lockRow(tx, rightsReview, id, "review of rights")) as Review;
  requireVersion(review.version, version);
  if (review.status === "closed") throw conflict("closed", "This review is closed.");
  const page = await readReview(tx, actor, id);
  const open = page.total - page.answered;
  if (open > 0) throw conflict("open_lines", `${open} of ${page.total} lines wait for an answer.`);
  const csv = resultCsv(page);
  const digest = createHash("sha256").update(csv).digest("hex");
  await insertRow(tx, rightsReviewResult, { orgId: actor.orgId!, id, csv });
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, rightsReview, id, { status: "closed", closedAt: at, digest });
  note(tx, actor, "rightsReview", review, {
    action: "close",
    before: review,
    after,
    note: `Result of ${page.total} lines, SHA-256 of its CSV ${digest}.`,
  });
  return { id, digest };
};

/** The result as CSV: as it was closed, or as it stands now. @throws Problem 404. */
export const csvOf = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ name: string; csv: string }> => {
  const page = await readReview(db, actor, id);
  const kept = await db.maybe<{ csv: string }>(
    sql`select csv from rights_review_result where org_id = ${db.scope.orgId} and id = ${id}`,
  );
  return { name: `${page.number}.csv`, csv: kept?.csv ?? resultCsv(page) };
};

/** Lets administrators answer what nobody answered in time, and tells them once. */
const escalate = (app: App, orgId: string, id: string) => {
  const actor = systemActor(orgId, new Set(), "Reviews of rights");
  return app.database.transaction(actor, async (tx) => {
    const review = (await lockRow(tx, rightsReview, id, "review of rights")) as Review;
    if (review.status !== "open" || review.escalatedAt !== null) return;
    const open = (await itemsOf(tx, id)).filter((item) => item.decision === null).length;
    const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
    const after = await updateRow(tx, rightsReview, id, { escalatedAt: at });
    note(tx, actor, "rightsReview", review, {
      action: "escalate",
      before: review,
      after,
      event: null,
    });
    if (open > 0)
      notify(tx, await administratorsOf(tx), {
        kind: "rightsReview",
        title: `${review.number} is late: ${open} rights wait for an answer`,
        body: "Its deadline has passed. Any administrator may answer now, but nobody their own.",
        link: `/admin/roles/reviews/${id}`,
      });
  });
};

/** Every ten minutes: reviews whose deadline has passed. */
export const lateReviews = {
  name: "late-rights-reviews",
  cron: "*/10 * * * *",
  afterRestore: {
    kind: "deadlines" as const,
    due: `
      select count(*)::int as due, 0 as people, min(due_at) as since
      from rights_review
      where status = 'open' and escalated_at is null and due_at < clock_timestamp()
    `,
  },
  run: async (app: App): Promise<void> => {
    const due = await identityDb(app.database).rows<{ orgId: string; id: string }>(sql`
      select org_id, id
      from rights_review
      where status = 'open' and escalated_at is null and due_at <= clock_timestamp()
    `);
    for (const { orgId, id } of due) await escalate(app, orgId, id);
  },
};
