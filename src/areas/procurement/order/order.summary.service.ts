import { approvedAs } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { budgetEffect } from "#areas/budget/budget.server.ts";
import type { ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { methods, type Method } from "../method/method.labels.ts";
import type { PendingChange } from "./order-change.service.ts";
import { checksOf, readHead, readLines, type Head } from "./order.read.service.ts";

// An approver of a change reads how the order would be bought, by which section, and what counts
// with it.
const methodOfChange = (head: Head, { weighed }: PendingChange) => {
  if (!weighed?.method) return [];
  const was =
    head.method && head.method !== weighed.method
      ? ` (before: ${methods[head.method as Method]})`
      : "";
  return [
    {
      label: "Method with the change",
      value: `${methods[weighed.method]}${was}, ${weighed.methodCitation}`,
    },
    ...(weighed.methodReason
      ? [{ label: "Reason for the method with the change", value: weighed.methodReason }]
      : []),
    { label: "Counts toward the threshold", value: formatCents(weighed.aggregateAmount ?? 0) },
  ];
};

// The same of an order that is weighed by itself, and the requisitions that it joins.
const methodOfOrder = (head: Head, lines: Awaited<ReturnType<typeof readLines>>) => {
  const requisitions = [...new Set(lines.flatMap((l) => l.requisitionNumber ?? []))].sort();
  return [
    ...(head.aggregateAmount > 0 && head.method
      ? [
          { label: "Method", value: methods[head.method as Method] },
          ...(head.methodReason
            ? [{ label: "Reason for the method", value: head.methodReason }]
            : []),
          { label: "Counts toward the threshold", value: formatCents(head.aggregateAmount) },
        ]
      : []),
    ...(requisitions.length > 1
      ? [{ label: "Requisitions", value: `${requisitions.join(", ")}, weighed together` }]
      : []),
  ];
};

/** What an approver sees of an order or of its change. */
export const orderSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const [head, lines] = await Promise.all([readHead(db, id), readLines(db, id)]);
  const sums = await db.rows<{ account: string; amount: number; open: number }>(sql`
    select
      s.account_string_id as account, sum(s.amount)::bigint as amount,
      sum(greatest(s.amount - s.encumbered - s.expended - s.taken, 0))::bigint as open
    from purchase_order_line l
    join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
    where l.org_id = ${db.scope.orgId} and l.purchase_order_id = ${id}
    group by 1
  `);
  const of = (account: string) => sums.find((s) => s.account === account) ?? { amount: 0, open: 0 };
  // What its requisition reserved is in the balances already; the rest would come on top.
  const budget = (
    await budgetEffect(
      db,
      head.fiscalYearId,
      sums.map((s) => s.account),
    )
  ).map((b) => ({
    ...b,
    amount: of(b.accountStringId).amount,
    before: b.available,
    after: b.available - of(b.accountStringId).open,
  }));
  const change = head.pendingChange;
  return {
    facts: [
      { label: "Vendor", value: head.vendor },
      { label: "Department", value: head.department },
      { label: "Buyer", value: head.buyer ?? "—" },
      { label: "Ordered on", value: head.orderedOn },
      ...methodOfOrder(head, lines),
      ...(change
        ? [
            {
              label: "Change",
              value: `${change.input.reason}: added and grown lines cost ${formatCents(change.growth ?? change.difference)} more; ${formatCents(change.amount)} in all`,
            },
            ...methodOfChange(head, change),
          ]
        : []),
    ],
    lines: lines.map((l) => ({
      description: l.description,
      ...approvedAs(l),
      amount: l.amount,
    })),
    budget,
    checks: checksOf(change ? { ...head, ...change.weighed } : head, db.scope),
  };
};
