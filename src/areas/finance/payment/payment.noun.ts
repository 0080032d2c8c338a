import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import type { RecordName } from "#server/noun.ts";
import { hasExclusionList } from "#areas/vendors/vendors.server.ts";
import { vendorBlocks } from "./payable.service.ts";
import { paymentCycle, type PaymentFacts } from "./payment.model.ts";
import { runCycle, type RunFacts } from "./run-lifecycle.model.ts";
import { payment, paymentRun } from "./payment.tables.ts";
import type { Candidate } from "./plan.model.ts";

export type RunRecord = typeof paymentRun.$inferSelect;
export type PaymentRecord = typeof payment.$inferSelect;

/** Acts in the person's name where another record's step follows by itself. */
export const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

type Checked = Pick<
  Candidate,
  "vendorId" | "vendor" | "vendorStatus" | "screeningResult" | "vendorHold" | "method"
> & { id: string; number: string; bankAccountId: string | null; heldInvoice: string | null };

/**
 * Why payments of a run cannot go out now, by payment: holds, vendor, exclusion, bank account
 * changed or in its hold period.
 */
export const blockedPayments = async (db: Db, runId: string): Promise<Map<string, string>> => {
  const rows = await db.rows<Checked>(sql`
    select
      p.id, p.number, p.bank_account_id, p.vendor_id, p.method, v.name as vendor,
      v.status as vendor_status, v.screening_result,
      (
        select min(h.reason)
        from payment_hold h
        where h.org_id = p.org_id and h.vendor_id = p.vendor_id and h.lifted_at is null
      ) as vendor_hold,
      (
        select min(i.number || ' is held: ' || h.reason)
        from payment_invoice x
        join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
        join payment_hold h
          on h.org_id = x.org_id
          and h.invoice_id = x.invoice_id
          and h.lifted_at is null
        where x.org_id = p.org_id and x.payment_id = p.id and x.live
      ) as held_invoice
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    where p.org_id = ${db.scope.orgId}
      and p.run_id = ${runId}
      and p.status in ('proposed', 'approved')
    order by p.number
  `);
  const { blockOf, banks } = await vendorBlocks(db, rows);
  return new Map(
    rows.flatMap((p) => {
      const bank = banks.get(p.vendorId);
      const changed =
        p.method === "ach" && bank && bank.id !== p.bankAccountId
          ? `The bank account of ${p.vendor} is not the one that was proposed and approved.`
          : null;
      const reason = blockOf(p.vendorId)?.reason ?? changed ?? p.heldInvoice;
      return reason ? [[p.id, reason] as const] : [];
    }),
  );
};

const fileFacts = (db: Db, run: RunRecord) =>
  db.one<Pick<RunFacts, "voidInFile" | "oldFileTaken">>(sql`
    select
      (
        select count(*)::int
        from payment p
        join payment_file f on f.org_id = p.org_id and f.id = p.bank_file_id
        where p.org_id = ${run.orgId}
          and p.run_id = ${run.id}
          and p.status = 'voided'
          and p.bank_confirmation is null
          and f.replaced_at is null
      ) as void_in_file,
      exists (
        select 1
        from payment_file o
        join payment_file n
          on n.org_id = o.org_id
          and n.run_id = o.run_id
          and n.replaced_at is null
          and n.taken_at is null
        where o.org_id = ${run.orgId} and o.run_id = ${run.id} and o.taken_at is not null
      ) as old_file_taken
  `);

// What every release needs of the agency itself.
const readiness = async (
  db: Db,
  run: RunRecord,
): Promise<Pick<RunFacts, "hasAccount" | "accountRetired" | "hasList">> => {
  const [accounts, hasList] = await Promise.all([
    db.one<{ inUse: number; named: number }>(sql`
      select
        count(*)::int as in_use, (count(*) filter (where id = ${run.agencyAccountId}))::int as named
      from agency_bank_account
      where org_id = ${db.scope.orgId} and active
    `),
    hasExclusionList(db),
  ]);
  return {
    hasAccount: accounts.inUse > 0,
    accountRetired: run.agencyAccountId ? accounts.named === 0 : accounts.inUse > 1,
    hasList,
  };
};

const beforeRelease = new Set(["proposed", "returned", "in_approval", "approved"]);

/** What the rules of a run look at: who approved it, what may not go out, and what is out. */
export const runFacts = async (db: Db, run: RunRecord): Promise<RunRecord & RunFacts> => {
  const [approvers, blocked, { outAch }, file, ready] = await Promise.all([
    db.rows<{ id: string }>(sql`
      select distinct a.decided_by as id
      from approval_assignee a
      join approval_step s on s.org_id = a.org_id and s.id = a.step_id
      join approval_request q on q.org_id = s.org_id and q.id = s.request_id
      where q.org_id = ${run.orgId} and q.document_id = ${run.id} and a.decision = 'approve'
    `),
    beforeRelease.has(run.status) ? blockedPayments(db, run.id) : new Map<string, string>(),
    run.status === "released" || run.status === "sent"
      ? db.one<{ outAch: number }>(sql`
        select count(*)::int as out_ach
        from payment
        where org_id = ${run.orgId}
          and run_id = ${run.id}
          and method = 'ach'
          and status = 'released'
      `)
      : { outAch: 0 },
    run.status === "released" ? fileFacts(db, run) : { voidInFile: 0, oldFileTaken: false },
    beforeRelease.has(run.status)
      ? readiness(db, run)
      : { hasAccount: true, accountRetired: false, hasList: true },
  ]);
  return {
    ...run,
    approverIds: approvers.map((a) => a.id),
    blocked: [...new Set(blocked.values())],
    outAch,
    ...file,
    ...ready,
  };
};

/**
 * Other payments that hold invoices of a payment now, in the same part; of one that is void or came
 * back these are what took its place.
 */
export const coveringPayments = (row: Pick<PaymentRecord, "orgId" | "id">) => sql`
  select distinct p.id, p.number
  from payment_invoice x
  join payment_invoice y
    on y.org_id = x.org_id
    and y.invoice_id = x.invoice_id
    and y.part = x.part
    and y.live
    and y.payment_id <> x.payment_id
  join payment p on p.org_id = y.org_id and p.id = y.payment_id
  where x.org_id = ${row.orgId} and x.payment_id = ${row.id} and not x.live
`;

type Facts = Pick<
  PaymentFacts,
  "runStatus" | "runNumber" | "reissuedAs" | "openInvoices" | "coveredBy" | "entryStands"
>;
// Only of a payment that did not reach its vendor is it asked where its invoices are.
const stopped = (row: PaymentRecord) =>
  row.status === "voided" || row.status === "returned"
    ? sql`
      
        (
          select count(*)::int
          from payment_invoice x
          join invoice i on i.org_id = x.org_id and i.id = x.invoice_id and i.status = 'approved'
          where x.org_id = ${row.orgId}
            and x.payment_id = ${row.id}
            and not x.live
            and not exists (
              select 1
              from payment_invoice y
              where y.org_id = x.org_id
                and y.invoice_id = x.invoice_id
                and y.part = x.part
                and y.live
            )
        ) as open_invoices,
        (
          select string_agg(c.number, ', ' order by c.number)
          from (${coveringPayments(row)}) c
        ) as covered_by
    `
    : sql`0 as open_invoices, null::text as covered_by`;

/** What the rules of a payment look at. */
export const paymentFacts = async (
  db: Db,
  row: PaymentRecord,
): Promise<PaymentRecord & PaymentFacts> => {
  const found = await db.one<Facts>(sql`
    select
      (
        select r.status
        from payment_run r
        where r.org_id = ${row.orgId} and r.id = ${row.runId}
      ) as run_status,
      (
        select r.number
        from payment_run r
        where r.org_id = ${row.orgId} and r.id = ${row.runId}
      ) as run_number,
      ${row.status === "voided" && row.bankConfirmation === null}::boolean and exists (
        select 1
        from payment_file f
        join payment_run r on r.org_id = f.org_id and r.id = f.run_id and r.status <> 'refused'
        where f.org_id = ${row.orgId} and f.id = ${row.bankFileId} and f.replaced_at is null
      ) as entry_stands,
      (
        select p.number
        from payment p
        where p.org_id = ${row.orgId} and p.reissue_of = ${row.id} and p.status <> 'cancelled'
        limit 1
      ) as reissued_as,
      ${stopped(row)}
  `);
  return { ...row, ...found, today: businessDate(db.scope) };
};

// The bills that it pays now: whoever asked for what they bill neither approves nor releases it.
const invoicesOfRun = async (db: Db, id: string): Promise<RecordName[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct x.invoice_id as id
    from payment p
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id and x.live
    where p.org_id = ${db.scope.orgId} and p.run_id = ${id}
  `);
  return rows.map((row) => ({ type: "invoice", id: row.id }));
};

export const runNoun = defineNoun({
  name: "paymentRun",
  read: "payment.read",
  path: "payment-runs",
  page: "/payments/runs",
  table: paymentRun,
  cycle: runCycle,
  number: (r) => r.number,
  drawsOn: invoicesOfRun,
  load: (tx, row) => runFacts(tx, row),
});
export const paymentNoun = defineNoun({
  name: "payment",
  path: "payments",
  page: "/payments",
  table: payment,
  cycle: paymentCycle,
  number: (p) => p.number,
  load: (tx, row) => paymentFacts(tx, row),
});
