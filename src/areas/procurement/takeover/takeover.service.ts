import type { Actor, Permission } from "#kernel/access.ts";
import { conflict, invalidField, Problem } from "#kernel/errors.ts";
import { permissionsOf } from "#roles.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { memberById, notify } from "#areas/organization/organization.server.ts";
import { cancelOrder } from "../order/closing.service.ts";
import { orderNoun, type OrderRecord } from "../order/order.service.ts";
import {
  endAsking,
  requisitionNoun,
  type RequisitionRecord,
} from "../requisition/requisition.service.ts";
import { ofWhoLeft, type ManyAnswer } from "./takeover.model.ts";

// Somebody without an account (the person is gone, or never was) has nobody to come back; an import
// names no author, and nobody left.
const requireLeft = async (tx: Tx, authorId: string | null): Promise<void> => {
  const here =
    authorId === null ||
    (await tx.maybe(sql`
      select 1 as here
      from organization_member
      where org_id = ${tx.scope.orgId} and person_id = ${authorId} and active
    `)) !== null;
  if (here) throw conflict("author_here", ofWhoLeft.unless({ authorLeft: false })!);
};

/**
 * Who takes a draft over: an active member who may write such documents. 422 at `personId` for
 * anybody else.
 */
const successor = async (
  tx: Tx,
  actor: Actor,
  personId: string | null,
  permission: Permission,
): Promise<string> => {
  const id = personId ?? actor.personId!;
  const member = await memberById(tx, id).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });
  if (!member?.active) throw invalidField("personId", "Choose an active member of the agency.");
  if (!permissionsOf(member.role, member.duties).has(permission))
    throw invalidField(
      "personId",
      `${member.name} may not write such documents. Choose somebody else, or give them the duty first.`,
      "not_permitted",
    );
  return id;
};

const nameOf = async (tx: Tx, id: string | null) =>
  (await tx.maybe<{ name: string }>(sql`select display_name as name from person where id = ${id}`))
    ?.name ?? "a former member";
const noteOf = async (tx: Tx, from: string | null, to: string) =>
  `From ${await nameOf(tx, from)} to ${await nameOf(tx, to)}`;
const authorsBefore = (former: readonly string[] | null | undefined, author: string | null) => [
  ...new Set([...(former ?? []), ...(author ? [author] : [])]),
];

const tell = (
  tx: Tx,
  actor: Actor,
  to: string,
  kind: string,
  number: string,
  title: string,
  link: string,
) => {
  if (to !== actor.personId)
    notify(tx, [to], {
      kind,
      title: `${number} is yours now: ${title}`,
      body: `${actor.name} gave you this draft, whose author left. Change it and submit it, or withdraw it.`,
      link,
    });
};

type Left = {
  id: string;
  number: string;
  title: string;
  formerAuthors?: readonly string[] | null;
  authorId: string | null;
};
const kinds = {
  requisition: { permission: "requisition.create", page: "/smart-requisition" },
  purchaseOrder: { permission: "purchaseOrder.create", page: "/purchase-orders" },
} as const;

// Who follows the author who left, who wrote it before, and what the history says of it; the new
// author is told.
const handOver = async (
  tx: Tx,
  actor: Actor,
  kind: keyof typeof kinds,
  draft: Left,
  personId: string | null,
): Promise<{ to: string; formerAuthors: string[]; note: string }> => {
  await requireLeft(tx, draft.authorId);
  const to = await successor(tx, actor, personId, kinds[kind].permission);
  tell(tx, actor, to, kind, draft.number, draft.title, `${kinds[kind].page}/${draft.id}`);
  return {
    to,
    formerAuthors: authorsBefore(draft.formerAuthors, draft.authorId),
    note: await noteOf(tx, draft.authorId, to),
  };
};

/**
 * Gives a draft or returned requisition whose author is no longer a member another author:
 * `personId`, or whoever asks. The new one asks for it from now on, the
 * one before stays among those who do not decide on it. An override that was asked or granted ends.
 * 409 author_here, 422 at `personId`, 412 for a stale version.
 */
export const takeOverRequisition = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { personId = null }: { personId?: string | null },
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "takeOver",
    version,
    effect: async (record) => {
      const r = record as RequisitionRecord;
      const { to, formerAuthors, note } = await handOver(
        tx,
        actor,
        "requisition",
        { ...r, authorId: r.requesterId },
        personId,
      );
      await endAsking(tx, actor, r);
      return {
        to: r.status as "draft" | "returned",
        patch: { requesterId: to, formerAuthors, budgetOverride: null },
        note,
      };
    },
  });

/**
 * Withdraws a draft or returned requisition whose author is no longer a member, with a reason. 409
 * author_here, 422 without a reason.
 */
export const withdrawLeft = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "withdrawLeft",
    version,
    reason,
    effect: async (record) => {
      const r = record as RequisitionRecord;
      await requireLeft(tx, r.requesterId);
      await endAsking(tx, actor, r);
      return { patch: { budgetOverride: null } };
    },
  });

/**
 * The same for a draft or returned order: its buyer is another one from now on, the one before
 * neither approves nor receives it.
 */
export const takeOverOrder = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { personId = null }: { personId?: string | null },
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "takeOver",
    version,
    effect: async (record) => {
      const o = record as OrderRecord;
      const { to, formerAuthors, note } = await handOver(
        tx,
        actor,
        "purchaseOrder",
        { ...o, authorId: o.buyerId },
        personId,
      );
      return { to: o.status as "draft" | "returned", patch: { buyerId: to, formerAuthors }, note };
    },
  });

/**
 * Cancels a draft or returned order whose buyer is no longer a member: its requisitions get their
 * lines back. 409 author_here or not_in_this_status.
 */
export const withdrawLeftOrder = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<OrderRecord> => {
  const found = await tx.maybe<{ status: string; buyerId: string | null }>(sql`
    select status, buyer_id
    from purchase_order
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
  if (found && found.status !== "draft" && found.status !== "returned")
    throw conflict(
      "not_in_this_status",
      "Only drafts of people who left are withdrawn together. Cancel this order by itself.",
    );
  if (found) await requireLeft(tx, found.buyerId);
  return cancelOrder(tx, actor, { id, version: null, reason });
};

const numbers = { requisition: sql`requisition`, purchaseOrder: sql`purchase_order` };
const numbersOf = (db: Db, noun: keyof typeof numbers, ids: readonly string[]) =>
  db.rows<{ id: string; number: string }>(sql`
    select id, number
    from ${numbers[noun]}
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
  `);

/**
 * Runs a step for each record in a transaction of its own; one that is refused does not stop the
 * others.
 */
export const eachOf = async (
  app: App,
  actor: Actor,
  noun: keyof typeof numbers,
  ids: readonly string[],
  run: (tx: Tx, id: string) => Promise<unknown>,
): Promise<ManyAnswer> => {
  const known = new Map(
    (await numbersOf(app.database.read(actor), noun, ids)).map((r) => [r.id, r.number]),
  );
  const refused: ManyAnswer["refused"] = [];
  const all = [...new Set(ids)];
  for (const id of all)
    try {
      await app.database.transaction(actor, (tx) => run(tx, id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // What is wrong with the person named is wrong for all of them: it belongs to its field.
      if (error.errors.some((each) => each.path === "personId")) throw error;
      refused.push({ id, number: known.get(id) ?? "unknown", reason: error.message });
    }
  return { done: all.length - refused.length, refused };
};
