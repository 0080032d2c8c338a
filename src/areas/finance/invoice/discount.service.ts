import { discountCents } from "#kernel/payment-terms.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { waitedFor } from "./discount.model.ts";

type Bill = {
  id: string;
  status: string;
  total: number;
  retainage: number;
  discountBp: number;
  discountOn: Day | null;
  discountTaken: number;
  receivedOn: Day;
  acceptedOn: Day | null;
  approvedAt: Instant | null;
  disputedOn: Day | null;
};

const approversOf = async (db: Db, id: string): Promise<string | null> =>
  (
    await db.one<{ names: string | null }>(sql`
      select string_agg(distinct n.display_name, ', ') as names
      from approval_assignee a
      join approval_step s on s.org_id = a.org_id and s.id = a.step_id
      join approval_request q on q.org_id = s.org_id and q.id = s.request_id
      join person n on n.id = a.decided_by
      where q.org_id = ${db.scope.orgId} and q.document_id = ${id} and a.decision = 'approve'
    `)
  ).names;

/** How the discount of a bill stands today: what it can win, what was lost, and whom that waited for. */
export const discountStanding = async (
  db: Db,
  bill: Bill,
): Promise<{ discountOpen: number; discountLost: number; lostTo: string | null }> => {
  const none = { discountOpen: 0, discountLost: 0, lostTo: null };
  const { discountBp, discountOn, discountTaken, total, retainage, status } = bill;
  if (discountBp === 0 || discountTaken > 0 || ["voided", "rejected"].includes(status)) return none;
  const cents = discountCents(total - retainage, discountBp);
  const passed = discountOn !== null && discountOn < businessDate(db.scope);
  if (!passed && status !== "paid") return { ...none, discountOpen: cents };
  if (discountOn === null || cents === 0) return { ...none, discountLost: cents };
  const lostTo = waitedFor({
    discountOn,
    receivedOn: bill.receivedOn,
    acceptedOn: bill.acceptedOn,
    approvedOn: bill.approvedAt && dayIn(db.scope, bill.approvedAt),
    disputed: bill.disputedOn !== null && bill.disputedOn <= discountOn,
    approver: await approversOf(db, bill.id),
  });
  return { ...none, discountLost: cents, lostTo };
};
