import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { budgetEffect } from "#areas/budget/budget.server.ts";
import { orderStandings } from "#areas/procurement/procurement.server.ts";
import { approvalsOf } from "#areas/workflow/workflow.server.ts";
import type { Declaration, DeclarationDetail } from "./declaration/declaration.model.ts";
import { declarationNoun, type DeclarationRecord } from "./declaration/declaration.noun.ts";
import { filesOf, openOf } from "./declaration/file.service.ts";
import { declarationList, purchaseList } from "./purchase/purchase.list.ts";
import { afterActionOf, type Purchase, type PurchaseDetail } from "./purchase/purchase.model.ts";
import { purchaseNoun, type PurchaseRecord } from "./purchase/purchase.noun.ts";

const columnsOf = (list: ListDefinition) =>
  Object.entries(list.columns)
    .map(([key, column]) => `${column.sql} as "${key}"`)
    .join(", ");
const there = <T>(row: T | null): T => {
  if (!row) throw notFound("record");
  return row;
};
/** One row of a list with further columns. */
const rowOf = (db: Db, list: ListDefinition, more: string, id: string) =>
  bind(
    `
      select ${columnsOf(list)}, ${more}
      from ${list.from}
      where ${list.alias}.org_id = $1 and ${list.alias}.id = $2
    `,
    [db.scope.orgId, id],
  );

type DeclarationFound = Declaration &
  Pick<
    DeclarationRecord,
    "authority" | "cause" | "term" | "continuations" | "endedAt" | "statusReason"
  > & { declaredBy: string | null };

/** A declaration with its orders' files and what this person may do with it. 404. */
export const readDeclaration = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<DeclarationDetail> => {
  const row = there(
    await db.maybe<DeclarationFound>(
      rowOf(
        db,
        declarationList,
        `g.authority, g.cause, g.term, g.continuations, g.ended_at as "endedAt", g.status_reason as "statusReason", (select w.display_name from person w where w.id = g.declared_by) as "declaredBy"`,
        id,
      ),
    ),
  );
  const files = await filesOf(db, id);
  const open = openOf(files);
  return {
    ...row,
    open,
    files: files.map(({ receipts: _r, ...file }) => file),
    actions: actionsFor(actor, declarationNoun, { ...row, open } as never),
  };
};

const evidenceOfDeclaration = async (
  db: Db,
  id: string,
  files: Awaited<ReturnType<typeof filesOf>>,
): Promise<string[]> => [
  id,
  ...files.flatMap((file) => [file.id, file.orderId, ...file.receipts]),
  ...(await approvalsOf(
    db,
    files.map((file) => file.id),
  )),
];

type PurchaseFound = Purchase &
  Pick<
    PurchaseRecord,
    | "need"
    | "approvedHow"
    | "approvedAt"
    | "checks"
    | "priceBasis"
    | "endsOn"
    | "recompeteOn"
    | "recompeteNote"
    | "outcome"
    | "contractId"
    | "accountStringId"
  > & { kit: string; contract: string; orderedById: string | null; closed: boolean };

const purchaseMore = `e.need, e.approved_how as "approvedHow", e.approved_at as "approvedAt", e.checks,
  e.price_basis as "priceBasis", e.ends_on as "endsOn", e.recompete_on as "recompeteOn",
  e.recompete_note as "recompeteNote", e.outcome, e.contract_id as "contractId",
  e.account_string_id as "accountStringId", c.number as contract, e.ordered_by as "orderedById",
  (g.status = 'closed') as closed,
  (select k.name from emergency_kit k where k.org_id = e.org_id and k.id = e.kit_id) as kit`;

/** An emergency order with its checks, its file and its ratification. 404. */
export const readPurchase = async (db: Db, actor: Actor, id: string): Promise<PurchaseDetail> => {
  const { accountStringId, orderedById, closed, ...row } = there(
    await db.maybe<PurchaseFound>(rowOf(db, purchaseList, purchaseMore, id)),
  );
  const [[order], approvals, [effect]] = await Promise.all([
    orderStandings(db, [row.orderId]),
    approvalsOf(db, [id]),
    // The year tells nothing here: only the account's code is asked.
    budgetEffect(db, id, [accountStringId]),
  ]);
  const items = afterActionOf({
    ...row,
    order: order!.status,
    receipts: order!.receipts.length,
  });
  return {
    ...row,
    account: effect?.code ?? "",
    orderStatus: order!.status,
    approvalId: approvals.at(-1) ?? null,
    items,
    canComplete: !closed && actor.permissions.has("emergency.order"),
    actions: actionsFor(actor, purchaseNoun, { ...row, orderedBy: orderedById } as never),
  };
};

/** The records of a declaration's file: its orders, receipts, ratifications. */
export const evidenceParts = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select id
    from local_declaration
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  return (
    await Promise.all(
      found.map(async ({ id }) => evidenceOfDeclaration(db, id, await filesOf(db, id))),
    )
  ).flat();
};
