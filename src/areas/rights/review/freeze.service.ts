import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { dutyLabels } from "#roles.ts";
import { create } from "#server/create.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import {
  administratorsOf,
  departmentById,
  departmentManagers,
  lockPower,
  memberById,
  notify,
  rightsOf,
} from "#areas/organization/organization.server.ts";
import { openDelegations } from "#areas/workflow/workflow.server.ts";
import { rightsReview, rightsReviewItem } from "../rights.tables.ts";
import type { ReviewInput } from "./review.model.ts";

type Frozen = Omit<
  typeof rightsReviewItem.$inferInsert,
  "orgId" | "id" | "reviewId" | "reviewerId"
> & { departmentId: string | null; involved: readonly string[] };

const rights = async (db: Db, input: ReviewInput): Promise<Frozen[]> =>
  (await rightsOf(db))
    .filter((one) => input.scope !== "department" || one.departmentId === input.departmentId)
    .filter((one) => input.scope !== "duty" || (one.kind === "duty" && one.right === input.duty))
    .map((one) => ({
      personId: one.personId,
      personName: one.personName,
      departmentName: one.departmentName,
      departmentId: one.departmentId,
      kind: one.kind,
      held: one.right,
      // The word of its giver: another giver's stays when this one ends.
      objectId: one.id,
      giverId: one.giverId,
      giverName: one.giverName,
      source: one.source,
      reason: one.reason,
      since: one.since,
      until: one.until,
      lastUsedOn: one.lastUsedOn,
      involved: [one.personId],
    }));

// A delegation is a right of whoever received it; neither of the two reviews it.
const delegations = async (db: Db, input: ReviewInput): Promise<Frozen[]> => {
  if (input.scope === "duty") return [];
  const open = await openDelegations(db);
  const found = await Promise.all(
    open.map(async (one) => ({ one, to: await memberById(db, one.toId) })),
  );
  return found
    .filter(({ to }) => input.scope !== "department" || to.departmentId === input.departmentId)
    .map(({ one, to }) => ({
      personId: one.toId,
      personName: one.toName,
      departmentName: to.departmentName,
      departmentId: to.departmentId,
      kind: "delegation",
      held: `Approvals of ${one.fromName}`,
      objectId: one.id,
      giverId: one.fromId,
      giverName: one.fromName,
      source: "member",
      reason: one.note,
      since: one.startsAt,
      until: one.endsAt,
      involved: [one.toId, one.fromId],
    }));
};

// The named reviewer, else the managers of the person's department in turn, else nobody: then any
// administrator answers. Never whom the right is of, nor who delegated.
const reviewersOf = async (db: Db, input: ReviewInput, items: readonly Frozen[]) => {
  const managers = await departmentManagers(db);
  return items.map(({ departmentId, involved }) => {
    const asked = input.reviewerId
      ? [input.reviewerId]
      : managers.filter((one) => one.departmentId === departmentId).map(({ id }) => id);
    return asked.find((id) => !involved.includes(id)) ?? null;
  });
};

const check = async (tx: Tx, input: ReviewInput): Promise<void> => {
  if (Date.parse(input.dueAt) <= databaseMs())
    throw invalidField("dueAt", "Choose a time to come.");
  if (input.departmentId) await departmentById(tx, input.departmentId);
  if (!input.reviewerId) return;
  const reviewer = await memberById(tx, input.reviewerId).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });
  if (!reviewer?.active) throw invalidField("reviewerId", "Choose an active member of the agency.");
};

/**
 * Starts a review: freezes the roles above user, duties and delegations of its scope as they are
 * held now, gives each to its reviewer and tells the reviewers once.
 * @throws Problem 404, 409 `nothing_held`, 422.
 */
export const startReview = async (
  tx: Tx,
  actor: Actor,
  input: ReviewInput,
): Promise<{ id: string; number: string }> => {
  await check(tx, input);
  // Nobody gains or loses a right between the first line that is read and the last.
  await lockPower(tx);
  const items = [...(await rights(tx, input)), ...(await delegations(tx, input))];
  if (items.length === 0)
    throw conflict("nothing_held", "Nobody holds a right of this kind. Choose another scope.");
  const reviewers = await reviewersOf(tx, input, items);
  const id = newId();
  const row = await create(
    tx,
    actor,
    { name: "rightsReview", table: rightsReview },
    {
      number: { kind: "RVW" },
      row: {
        orgId: actor.orgId!,
        id,
        ...input,
        departmentId: input.scope === "department" ? input.departmentId : null,
        duty: input.scope === "duty" ? input.duty : null,
        startedBy: actor.personId,
      },
      content: { items: items.length },
      store: () =>
        insertRows(
          tx,
          rightsReviewItem,
          items.map(({ departmentId: _department, involved: _involved, ...item }, at) => ({
            ...item,
            orgId: actor.orgId!,
            id: newId(),
            reviewId: id,
            reviewerId: reviewers[at]!,
          })),
        ) as Promise<never>,
    },
  );
  const asked = new Set(reviewers.filter((one) => one !== null));
  if (reviewers.includes(null)) for (const one of await administratorsOf(tx)) asked.add(one);
  asked.delete(actor.personId!);
  notify(tx, [...asked], {
    kind: "rightsReview",
    title: `${row.number}: say whether rights are still right`,
    body: `${input.name}. ${input.duty ? `${dutyLabels[input.duty].label}. ` : ""}Keep, change or end each.`,
    link: `/admin/roles/reviews/${id}`,
  });
  return { id, number: row.number };
};
