import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { awardNoun, type AwardRecord } from "../award/award.noun.ts";
import { booksOf, booksUntil, receivedOf } from "../award/books.service.ts";
import { award } from "../grants.tables.ts";
import { monthsAfter } from "../report/months.model.ts";
import { federalOf } from "../drawdown/share.model.ts";
import type { CloseoutItem } from "./closeout-item.ts";
import { suppliesItem } from "./supplies.service.ts";

type AwardItems = (db: Db, awardId: string) => Promise<readonly CloseoutItem[]>;
const brought: AwardItems[] = [];
/** Areas add what else must be settled before an award is closed: its subawards. */
export const closeoutItems = extensionPoint<AwardItems>(
  "items of an award's closeout",
  (items) => void brought.push(items),
);

type Named = { id: string; number: string };
const openDrawdowns = (db: Db, awardId: string) =>
  db.rows<Named>(sql`
    select id, number
    from drawdown
    where org_id = ${db.scope.orgId}
      and award_id = ${awardId}
      and status not in ('paid', 'reconciled', 'cancelled')
    order by number
  `);
const at =
  (page: string) =>
  ({ id, number }: Named) => ({ number, href: `${page}/${id}` });

const openReports = (db: Db, awardId: string) =>
  db.rows<Named>(sql`
    select id, number
    from grant_report
    where org_id = ${db.scope.orgId}
      and award_id = ${awardId}
      and status not in ('submitted', 'accepted')
    order by due_on
  `);
const openOf = (db: Db, awardId: string) =>
  db.one<{ milestones: number; finals: string | null }>(sql`
    select
      (
        select count(*)
        from milestone
        where org_id = ${db.scope.orgId}
          and award_id = ${awardId}
          and status not in ('accepted', 'waived')
      )::int as milestones,
      (
        select max(submitted_on)
        from grant_report
        where org_id = ${db.scope.orgId} and award_id = ${awardId} and kind = 'sf425' and final
      ) as finals
  `);

const item = (key: string, ok: boolean, text: string, citation: string): CloseoutItem => ({
  key,
  ok,
  text,
  citation,
});

const spentItems = (
  w: { status: string; periodTo: Day },
  committed: number,
  unpaid: number,
): CloseoutItem[] => [
  item(
    "ended",
    w.status === "ended" || w.status === "closed",
    `The award is ${w.status}; its period ends on ${formatDate(w.periodTo)}.`,
    "2 CFR 200.344(a)",
  ),
  item(
    "encumbrance",
    committed === 0,
    committed
      ? `${formatCents(committed)} are still ordered or asked for.`
      : "Nothing is ordered or asked for any more.",
    "2 CFR 200.344(c)",
  ),
  item(
    "liquidated",
    unpaid === 0,
    unpaid ? `${formatCents(unpaid)} of its costs are not paid.` : "Every cost is paid.",
    "2 CFR 200.344(c)",
  ),
];

type Drawn = {
  open: { milestones: number; finals: string | null };
  drawdowns: readonly Named[];
  uncovered: number;
  due: number;
  drawn: number;
  reports: readonly Named[];
};
const drawnItems = (of: Drawn): CloseoutItem[] => {
  const { open, drawdowns, uncovered, due, drawn, reports } = of;
  return [
    {
      ...item(
        "drawdowns",
        drawdowns.length === 0,
        drawdowns.length
          ? `Requests for money are open: ${drawdowns.map((d) => d.number).join(", ")}.`
          : "No request for money is open.",
        "2 CFR 200.344(d)",
      ),
      records: drawdowns.map(at("/grant-management/drawdowns")),
    },
    item(
      "uncovered",
      uncovered === 0,
      uncovered
        ? `${formatCents(uncovered)} of what was drawn have no payment behind them: refund them.`
        : "Every drawn cent has a payment behind it.",
      "2 CFR 200.344(e)",
    ),
    item(
      "cash",
      drawn === due,
      drawn === due
        ? `Drawn is what the grantor owes: ${formatCents(due)}.`
        : `The grantor owes ${formatCents(due)}; ${formatCents(drawn)} came in. ${drawn > due ? "Refund" : "Draw"} the difference.`,
      "2 CFR 200.344(d), (e)",
    ),
    {
      ...item(
        "reports",
        reports.length === 0 && open.finals !== null,
        reports.length
          ? `Reports are open: ${reports.map((r) => r.number).join(", ")}.`
          : open.finals
            ? "Every report went to the grantor."
            : "The final financial report was not sent.",
        "2 CFR 200.344(b)",
      ),
      records: reports.map(at("/grant-management/reports")),
    },
    item(
      "milestones",
      open.milestones === 0,
      open.milestones
        ? `${open.milestones} milestones are not accepted.`
        : "Every milestone is accepted or waived.",
      "2 CFR 200.329",
    ),
  ];
};

type Sums = { committed: number; costs: readonly { cents: number; paid: number }[]; lost: number };
const sumsNow = async (db: Db, w: AwardRecord): Promise<Sums> => {
  const { accounts, costs, claims } = await booksOf(db, w);
  return {
    committed: accounts.reduce((n, a) => n + a.committed, 0),
    costs,
    lost: claims.reduce((n, c) => n + c.uncovered, 0),
  };
};
// An award is closed only while nothing that was drawn has lost its payment.
const sumsAt = async (db: Db, w: AwardRecord, closedOn: Day): Promise<Sums> => {
  const { ordered, costs } = await booksUntil(db, w, closedOn);
  return { committed: ordered, costs, lost: 0 };
};

/**
 * What closing an award asks, worked out from its books and records; of a closed one as the books stood
 * on the day of its closing. What is voided or comes in later is told on the award itself. 404.
 */
export const closeoutOf = async (db: Db, awardId: string): Promise<CloseoutItem[]> => {
  const w = await getRow(db, award, awardId, "award");
  const { closedOn } = w;
  const [{ committed, costs, lost: uncovered }, all, reports, drawdowns, open] = await Promise.all([
    closedOn ? sumsAt(db, w, closedOn) : sumsNow(db, w),
    receivedOf(db, awardId),
    openReports(db, awardId),
    openDrawdowns(db, awardId),
    openOf(db, awardId),
  ]);
  const received = closedOn ? all.filter((r) => r.on <= closedOn) : all;
  const unpaid = costs.reduce((n, c) => n + c.cents - c.paid, 0);
  const paid = costs.reduce((n, c) => n + c.paid, 0);
  const due = federalOf(paid, w.shareRate, w.amount);
  const drawn = received.reduce((n, r) => n + r.cents, 0);
  return [
    ...spentItems(w, committed, unpaid),
    ...drawnItems({ open, drawdowns, uncovered, due, drawn, reports }),
    ...(await suppliesItem(db, w)),
    ...(await Promise.all(brought.map((items) => items(db, awardId)))).flat(),
  ];
};

/**
 * Closes an award once nothing of the list is open. Its records are kept three years from the final
 * financial report (2 CFR 200.334).
 */
export const closeAward = (tx: Tx, actor: Actor, { id, version }: StepAt) =>
  transition(tx, actor, awardNoun, {
    id,
    action: "close",
    version,
    effect: async () => {
      const open = (await closeoutOf(tx, id)).filter((i) => !i.ok);
      if (open.length) throw conflict("rule", open.map((i) => i.text).join(" "));
      const { finals } = await openOf(tx, id);
      return {
        patch: { closedOn: businessDate(tx.scope), retainedUntil: monthsAfter(finals!, 36) },
      };
    },
  });
