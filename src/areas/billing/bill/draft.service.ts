import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { agencyBill, hostingAgreement } from "../billing.tables.ts";
import type { SubscriptionStored } from "../subscription/subscription.noun.ts";
import { billNoun, numberOfBill, type BillStored } from "./bill.noun.ts";

export type NewLine = {
  kind: "period" | "upgrade" | "item";
  description: string;
  fromOn: Day | null;
  toOn: Day | null;
  cents: number;
};

/** What a bill takes from the agreement of its subscription, or from what its agency said. */
export const termsOfBill = async (db: Db, sub: SubscriptionStored) => {
  if (!sub.agreementId) return { orderNumber: sub.orderNumber };
  const a = await getRow(db, hostingAgreement, sub.agreementId, "agreement");
  return {
    ...{ agreementId: a.id, orderNumber: a.orderNumber || sub.orderNumber, payDays: a.payDays },
    ...{ exemptionNumber: a.exemptionNumber, exemptionReason: a.exemptionReason },
    ...{ billTo: a.billTo, billEmail: a.billEmail },
  };
};

const draftOf = async (tx: Tx, who: Actor, sub: SubscriptionStored): Promise<BillStored> => {
  const found = await tx.maybe<{ id: string }>(sql`
    select id
    from agency_bill
    where org_id = ${tx.scope.orgId} and subscription_id = ${sub.id} and status = 'draft'
    for update
  `);
  if (found) return getRow(tx, agencyBill, found.id, "bill");
  const bill = await insertRow(tx, agencyBill, {
    ...{ orgId: tx.scope.orgId!, id: newId(), subscriptionId: sub.id },
    ...{ customerId: sub.customerId, customerName: sub.customerName },
    ...(await termsOfBill(tx, sub)),
  });
  note(
    tx,
    who,
    billNoun,
    { id: bill.id, number: numberOfBill(bill) },
    {
      ...{ action: "create", after: bill },
    },
  );
  return bill;
};

const addedUp = (tx: Tx, billId: string) =>
  tx.rows(sql`
    update agency_bill b
    set
      total = l.total, period_from = l.first, period_to = l.last, version = b.version + 1,
      updated_at = clock_timestamp()
    from (
      select coalesce(sum(cents), 0)::bigint as total, min(from_on) as first, max(to_on) as last
      from agency_bill_line
      where org_id = ${tx.scope.orgId} and bill_id = ${billId}
    ) l
    where b.org_id = ${tx.scope.orgId} and b.id = ${billId} and b.status = 'draft'
  `);

/** Puts lines on a draft and adds it up. */
export const putLines = async (
  tx: Tx,
  billId: string,
  subscriptionId: string | null,
  lines: readonly NewLine[],
): Promise<void> => {
  for (const { kind, description, fromOn, toOn, cents } of lines)
    await tx.rows(sql`
      insert into agency_bill_line (
        org_id, id, bill_id, subscription_id, kind, description, from_on, to_on, cents
      )
      values (
        ${tx.scope.orgId}, ${newId()}, ${billId}, ${subscriptionId}::uuid, ${kind}, ${description},
        ${fromOn}::date, ${toOn}::date, ${cents}
      )
    `);
  await addedUp(tx, billId);
};

/** Puts a line on the draft of a subscription, which begins with its first one. */
export const addToDraft = async (
  tx: Tx,
  who: Actor,
  sub: SubscriptionStored,
  line: NewLine,
): Promise<void> => putLines(tx, (await draftOf(tx, who, sub)).id, sub.id, [line]);

/**
 * Bills a period of a subscription once, whichever day the clock says: false where it is on a bill already.
 */
export const billPeriod = async (
  tx: Tx,
  who: Actor,
  sub: SubscriptionStored,
  description: string,
): Promise<boolean> => {
  const known = await tx.maybe(sql`
    select id
    from agency_bill_line
    where org_id = ${tx.scope.orgId}
      and subscription_id = ${sub.id}
      and kind = 'period'
      and from_on = ${sub.periodFrom}
  `);
  if (known) return false;
  const [fromOn, toOn] = [sub.periodFrom, sub.periodTo];
  await addToDraft(tx, who, sub, {
    ...{ kind: "period", description, fromOn, toOn, cents: sub.priceCents },
  });
  return true;
};
