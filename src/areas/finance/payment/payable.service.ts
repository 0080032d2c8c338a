import { bankHolidayOn, nextBankDay } from "#kernel/holidays.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import { type Day, type Instant, addDays, addMonths } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { join, raw, sql, type Sql } from "#server/db/sql.ts";
import { insuranceStops } from "#areas/procurement/procurement.server.ts";
import { payableBankAccount, type PayableAccount } from "#areas/vendors/vendors.server.ts";
import { drawnOn, type PayingAccount } from "./drawn-on.service.ts";
import { daysBetweenRuns, findingOf } from "./run-finding.service.ts";
import { isRoutingNumber } from "./nacha.model.ts";
import type { Excluded, PlannedPayment, RunInput, RunPreview } from "./run.model.ts";
import {
  planPayments,
  totalsByMethod,
  vendorBlock,
  type BankFacts,
  type Block,
  type Candidate,
} from "./plan.model.ts";

// The lowest part of an invoice that no payment holds.
const freePart = `
  case
    when i.last_part = 0 then 0
    else (
      select coalesce(min(n), i.last_part)
      from generate_series(0, i.last_part) n
      where not exists (
        select 1
        from payment_invoice x
        where x.org_id = i.org_id and x.invoice_id = i.id and x.part = n and x.live
      )
    )
  end
`;
const reasonOfHold = (on: string) => `
  (
    select min(h.reason)
    from payment_hold h
    where h.org_id = i.org_id and ${on} and h.lifted_at is null
  )
`;
const columns = raw(`
  i.id, i.number, i.vendor_number, i.kind, i.status, i.due_on, i.total, i.retainage,
  i.retainage_released, i.paid_amount, ${freePart} as part,
  i.purchase_order_id as order_id, i.vendor_id, v.name as vendor, v.payment_method as method, v.status as vendor_status,
  v.screening_result, i.discount_bp, i.discount_on, i.interest_rule,
  ${reasonOfHold("h.invoice_id = i.id")} as hold,
  ${reasonOfHold("h.vendor_id = i.vendor_id")} as vendor_hold
`);

type Wanted = Pick<RunInput, "payThrough" | "invoiceIds" | "methods">;

/** The day of payment, and how many days later the run after this one goes out. */
type When = { payOn: Day; runDays: number };

// A discount that this run keeps and the next one would lose.
const keptByThisRun = ({ payOn, runDays }: When) => sql`
  (
    i.discount_bp > 0
    and i.discount_on >= ${payOn}::date
    and i.discount_on < ${addDays(payOn, runDays)}::date
  )
`;

const conditions = (db: Db, wanted: Wanted, when: When): Sql[] => {
  const where = [sql`i.org_id = ${db.scope.orgId}`];
  if (wanted.methods?.length) where.push(sql`v.payment_method = any(${wanted.methods}::text[])`);
  // Credits of the vendors that are paid (credit notes, and invoices whose lines come to less than
  // nothing) net against them, whichever invoices were named and whenever they are due.
  if (wanted.invoiceIds)
    where.push(sql`
      (
        i.id = any(${wanted.invoiceIds}::uuid[])
        or (
          i.total < 0
          and i.status = 'approved'
          and i.vendor_id in (
            select n.vendor_id
            from invoice n
            where n.org_id = i.org_id and n.id = any(${wanted.invoiceIds}::uuid[])
          )
        )
      )
    `);
  else
    where.push(sql`
      i.status = 'approved' and (
        i.total < 0
        or i.due_on is null
        or i.due_on <= ${wanted.payThrough ?? businessDate(db.scope)}::date
        or ${keptByThisRun(when)}
      )
    `);
  return where;
};

/**
 * The invoices that a run looks at, in a fixed order; `lock` keeps them for this transaction (and
 * looks at them again once it has them).
 */
export const candidates = (
  db: Db,
  wanted: Wanted,
  lock: boolean,
  when: When,
): Promise<Candidate[]> =>
  db.rows<Candidate>(sql`
    select
      ${columns},
      case
        when i.status = 'approved' and i.interest_bp > 0 and i.due_on < ${when.payOn}::date then invoice_interest_due(
          i.org_id, i.id, ${when.payOn}::date
        )
        else 0
      end as interest
    from invoice i
    join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    where ${join(conditions(db, wanted, when), " and ")}
    order by i.id ${raw(lock ? "for update of i" : "")}
  `);

const factsOf = (bank: PayableAccount | null): BankFacts =>
  bank && { heldUntil: bank.heldUntil, routingIsRight: isRoutingNumber(bank.routingNumber) };

/**
 * Reads the bank accounts of the vendors that are paid by ACH and says of each candidate why its
 * vendor cannot be paid now.
 */
export const vendorBlocks = async (
  db: Db,
  of: readonly Pick<
    Candidate,
    "vendorId" | "vendor" | "vendorStatus" | "screeningResult" | "vendorHold" | "method"
  >[],
): Promise<{
  blockOf: (vendorId: string) => Block | null;
  banks: Map<string, PayableAccount | null>;
}> => {
  const vendors = [...new Map(of.map((c) => [c.vendorId, c])).values()];
  const banks = new Map(
    await Promise.all(
      vendors
        .filter((v) => v.method === "ach")
        .map(async (v) => [v.vendorId, await payableBankAccount(db, v.vendorId)] as const),
    ),
  );
  const now = businessNow(db.scope);
  const show = (at: Instant) => formatInstant(at, db.scope.timeZone ?? "UTC");
  const blocks = new Map(
    vendors.map((v) => [
      v.vendorId,
      vendorBlock(v, factsOf(banks.get(v.vendorId) ?? null), now, show),
    ]),
  );
  return { blockOf: (id) => blocks.get(id) ?? null, banks };
};

/**
 * The day on which a run pays: as asked, else the next bank day. 422 for a day in the past, more
 * than a year ahead, on a weekend or on a holiday of the Federal Reserve.
 */
const payDay = (db: Db, asked: Day | null | undefined): Day => {
  const today = businessDate(db.scope);
  if (!asked) return nextBankDay(today);
  if (asked < today) throw invalidField("payOn", "The day of payment is in the past.");
  const last = addMonths(today, 12);
  if (asked > last)
    throw invalidField("payOn", `Choose a day within a year, until ${formatDate(last)}.`);
  if (nextBankDay(asked) !== asked)
    throw invalidField(
      "payOn",
      `Banks do not settle on ${bankHolidayOn(asked) ?? "a weekend"}; the next bank day is ${formatDate(nextBankDay(asked))}.`,
    );
  return asked;
};

export type Plan = {
  payOn: Day;
  /** What it is drawn on; null where the agency has no account yet. */
  account: PayingAccount | null;
  payments: PlannedPayment[];
  excluded: Excluded[];
  banks: Map<string, PayableAccount | null>;
};

/** What a run of this description pays and what it leaves out, with the reasons. */
export const planRun = async (db: Db, wanted: RunInput, lock: boolean): Promise<Plan> => {
  const payOn = payDay(db, wanted.payOn);
  const runDays = await daysBetweenRuns(db, payOn);
  const found = await candidates(db, wanted, lock, { payOn, runDays });
  const { account, elsewhere } = await drawnOn(
    db,
    wanted.agencyAccountId ?? null,
    found.map((c) => c.id),
  );
  const { blockOf, banks } = await vendorBlocks(db, found);
  const stops = await insuranceStops(db, [
    ...new Set(found.flatMap((c) => (c.orderId && c.status === "approved" ? [c.orderId] : []))),
  ]);
  const uninsured = (c: Candidate): Block | null => {
    const reason = c.total > 0 && c.orderId ? stops.get(c.orderId) : undefined;
    return reason ? { code: "insurance", reason } : null;
  };
  return {
    payOn,
    account,
    banks,
    ...planPayments(found, (c) => elsewhere(c.id) ?? blockOf(c.vendorId) ?? uninsured(c), payOn),
  };
};

/** The plan as the wizard shows it, without keeping anything. */
export const previewRun = async (db: Db, wanted: RunInput): Promise<RunPreview> => {
  const { payOn, account, payments, excluded } = await planRun(db, wanted, false);
  return {
    payOn,
    agencyAccountId: account?.id ?? null,
    payments,
    excluded,
    totals: totalsByMethod(payments),
    amount: payments.reduce((n, p) => n + p.amount, 0),
    finding: await findingOf(db, payments, payOn),
    warnings: account
      ? []
      : [
          "The agency's own bank account is not set up yet. The run can be proposed, but not released.",
        ],
  };
};
