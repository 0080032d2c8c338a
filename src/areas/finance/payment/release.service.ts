import { nextBankDay } from "#kernel/holidays.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { requirePassed } from "#server/controls/gates.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { requireSeat } from "#areas/organization/organization.server.ts";
import { payableBankAccount, type PayableAccount } from "#areas/vendors/vendors.server.ts";
import { invoiceNoun } from "../invoice/invoice.service.ts";
import { payable, type Retained } from "../invoice/retainage.model.ts";
import { lockAgencyBank, type AgencyAccount } from "./agency-bank.service.ts";
import { keepBankFile, nextModifier, timeOfDay } from "./bank-file.service.ts";
import { readNacha } from "./nacha-reader.model.ts";
import { postCash } from "./cash.service.ts";
import { traceNumber, writeNacha } from "./nacha.model.ts";
import { screenPayees, type PayeeScreening } from "./payee-screening.service.ts";
import { tellOfPayments } from "./paid-invoices.service.ts";
import { spreadPaid } from "../cost/paid.service.ts";
import { asSystem, paymentNoun, runNoun, type RunRecord } from "./payment.noun.ts";
import { agencyBankAccount } from "./payment.tables.ts";
import { requireSameByDay } from "./run-finding.service.ts";
import { writeRegister } from "./register.service.ts";
import { tellPaid, type PaidInvoice } from "./remittance.service.ts";
import { staleDayOf } from "./stale.service.ts";

type Outgoing = {
  id: string;
  number: string;
  method: "ach" | "check";
  amount: number;
  vendorId: string;
  vendor: string;
  email: string | null;
  invoices: (PaidInvoice & { invoiceId: string })[];
  bank: PayableAccount | null;
  sequence: number;
  reference: string;
};
type Release = {
  run: RunRecord;
  payOn: Day;
  account: AgencyAccount;
  modifier: string;
  outgoing: Outgoing[];
  payees: PayeeScreening["evidence"];
};

const outgoingOf = async (tx: Tx, run: RunRecord, account: AgencyAccount): Promise<Outgoing[]> => {
  const rows = await tx.rows<Omit<Outgoing, "invoices" | "bank" | "sequence" | "reference">>(sql`
    select p.id, p.number, p.method, p.amount, p.vendor_id, v.name as vendor, v.email
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    where p.org_id = ${run.orgId} and p.run_id = ${run.id} and p.status = 'approved'
    order by p.number
    for update of p
  `);
  const invoices = await tx.rows<PaidInvoice & { paymentId: string; invoiceId: string }>(sql`
    select
      x.payment_id, x.invoice_id, x.amount, x.discount, x.interest, x.part, i.number,
      i.vendor_number
    from payment_invoice x
    join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
    join payment p on p.org_id = x.org_id and p.id = x.payment_id
    where x.org_id = ${run.orgId} and p.run_id = ${run.id} and x.live
    order by x.amount desc, i.number
  `);
  let check = account.nextCheckNumber;
  let trace = account.nextTraceNumber;
  return Promise.all(
    rows.map(async (p) => {
      const sequence = p.method === "ach" ? trace++ : 0;
      const reference = p.method === "ach" ? "" : String(check++);
      return {
        ...p,
        sequence,
        reference,
        invoices: invoices.filter((i) => i.paymentId === p.id),
        bank: p.method === "ach" ? await payableBankAccount(tx, p.vendorId) : null,
      };
    }),
  );
};

// Seven digits: a release that would pass the end begins again at one, so that numbers ascend
// within the file.
const traceStart = async (tx: Tx, account: AgencyAccount, run: RunRecord): Promise<AgencyAccount> =>
  account.nextTraceNumber + run.paymentCount > 9_999_999
    ? updateRow(tx, agencyBankAccount, account.id, { nextTraceNumber: 1 })
    : account;

const nachaOf = (tx: Tx, { account, payOn, modifier, outgoing }: Release): string | null => {
  const entries = outgoing.filter((p) => p.method === "ach");
  if (entries.length === 0) return null;
  try {
    const text = writeNacha({
      immediateDestination: account.immediateDestination,
      immediateOrigin: account.immediateOrigin,
      destinationName: account.bankName,
      originName: account.companyName,
      companyId: account.companyId,
      entryDescription: account.entryDescription,
      originatingRouting: account.originatingRouting,
      createdOn: businessDate(tx.scope),
      createdAt: timeOfDay(tx),
      fileIdModifier: modifier,
      effectiveOn: payOn,
      batchNumber: 1,
      entries: entries.map((p) => ({
        routingNumber: p.bank!.routingNumber,
        accountNumber: p.bank!.accountNumber,
        accountType: p.bank!.accountType,
        amount: p.amount,
        identification: p.number,
        receiverName: p.vendor,
        traceSequence: p.sequence,
        invoices: p.invoices.map((i) => ({
          number: i.vendorNumber,
          amount: i.amount + i.interest,
        })),
      })),
    });
    const read = readNacha(text);
    if (read.credit !== entries.reduce((n, p) => n + p.amount, 0))
      throw new RangeError("the file's total is not the run's");
    return text;
  } catch (error) {
    throw conflict("nacha", `The bank file cannot be written: ${(error as Error).message}.`);
  }
};

// A part that was voided meanwhile waits for another run.
const paidBy = (
  invoice: Retained & { discountTaken: number },
  { amount, discount }: PaidInvoice,
  note: string,
) => {
  const paidAmount = invoice.paidAmount + amount + discount;
  return {
    to: payable({ ...invoice, paidAmount }) === 0 ? ("paid" as const) : ("approved" as const),
    patch: { paidAmount, discountTaken: invoice.discountTaken + discount },
    note,
  };
};

const payOut = async (
  tx: Tx,
  actor: Actor,
  { run, payOn, account, outgoing, payees }: Release,
  bankFileId: string | null,
) => {
  const staleOn = outgoing.some((p) => p.method === "check") ? await staleDayOf(tx, payOn) : null;
  for (const p of outgoing) {
    const numbers =
      p.method === "ach"
        ? {
            traceNumber: p.reference,
            bankFileId,
            bankRouting: p.bank!.routingNumber,
            bankLast4: p.bank!.accountNumber.slice(-4),
          }
        : { checkNumber: p.reference, staleOn };
    await transition(tx, asSystem(actor), paymentNoun, {
      id: p.id,
      action: "release",
      effect: async () => ({
        patch: {
          ...numbers,
          agencyAccountId: account.id,
          paidOn: payOn,
          screeningId: payees.get(p.vendorId)!.id,
        },
        note: run.number,
      }),
    });
    for (const i of p.invoices)
      await transition(tx, asSystem(actor), invoiceNoun, {
        id: i.invoiceId,
        action: "pay",
        effect: async (invoice) => paidBy(invoice, i, `${p.number}, ${p.reference}`),
      });
    await tellPaid(tx, { ...p, bankLast4: p.bank?.accountNumber.slice(-4) ?? null }, payOn);
  }
  await postCash(
    tx,
    actor,
    "issued",
    payOn,
    outgoing.map((p) => ({ ...p, orgId: run.orgId, agencyAccountId: account.id })),
  );
  await spreadPaid(
    tx,
    actor,
    outgoing.flatMap((p) => p.invoices.map((i) => i.invoiceId)),
  );
  await tellOfPayments(
    tx,
    outgoing.map((p) => p.id),
  );
};

// What may be paid is looked at behind the payees' locks: a hold, a bank change or a vendor's
// status that is being written meanwhile comes before the release or after it, never between its
// look and its file.
const lockPayees = async (tx: Tx, actor: Actor, runId: string): Promise<void> => {
  await tx.rows(sql`
    select 1 as locked
    from vendor
    where org_id = ${tx.scope.orgId}
      and id in (
        select vendor_id
        from payment
        where org_id = ${tx.scope.orgId} and run_id = ${runId} and status = 'approved'
      )
    order by id
    for no key update
  `);
  await requireSeat(tx, "release", actor.personId);
};

const approvedPayments = async (tx: Tx, runId: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select id
      from payment
      where org_id = ${tx.scope.orgId} and run_id = ${runId} and status = 'approved'
      order by number
    `)
  ).map(({ id }) => id);

// The day that was asked for, or the next bank day where it has passed; nothing else may follow from that.
const dayOfRelease = async (tx: Tx, run: RunRecord): Promise<Day> => {
  const today = businessDate(tx.scope);
  const payOn = nextBankDay(run.payOn < today ? today : run.payOn);
  await requireSameByDay(tx, run.id, payOn);
  return payOn;
};

/**
 * Releases an approved run as a third person: screens every payee (a match keeps the run approved,
 * with its evidence and the reason), numbers the
 * checks and traces, writes the NACHA file (read back and checked before it counts)
 * and the register, pays the invoices, and queues the remittance mails, all or nothing. Nothing
 * waits for a bank or mail server. 409 with the
 * rule for who proposed or approved it, for payments that a hold, exclusion or bank change stops,
 * control_stops for one that a control of the agency stops, day_changed for one that leaves on another day
 * than was approved and loses a discount or owes other interest by that, and without an account of the agency.
 */
export const releaseRun = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  files: FileStore,
): Promise<RunRecord> => {
  await lockPayees(tx, actor, id);
  return transition(tx, actor, runNoun, {
    id,
    action: "release",
    version,
    effect: async (run) => {
      const today = businessDate(tx.scope);
      await requirePassed(tx, "payment.release", () => approvedPayments(tx, run.id), {
        each: true,
      });
      const { evidence: payees, held } = await screenPayees(tx, actor, run);
      if (held) return { to: "approved", note: held };
      const payOn = await dayOfRelease(tx, run);
      const account = await traceStart(tx, await lockAgencyBank(tx, run.agencyAccountId), run);
      const outgoing = (await outgoingOf(tx, run, account)).map((p) =>
        p.method === "ach"
          ? { ...p, reference: traceNumber(account.originatingRouting, p.sequence) }
          : p,
      );
      const release: Release = {
        run,
        account,
        outgoing,
        payOn,
        modifier: await nextModifier(tx, today),
        payees,
      };
      const checks = outgoing.filter((p) => p.method === "check").length;
      const nacha = nachaOf(tx, release);
      const file = nacha
        ? await keepBankFile(tx, actor, files, run, nacha, release.modifier)
        : null;
      await updateRow(tx, agencyBankAccount, account.id, {
        nextCheckNumber: account.nextCheckNumber + checks,
        nextTraceNumber: account.nextTraceNumber + outgoing.length - checks,
      });
      await payOut(tx, actor, release, file?.id ?? null);
      return {
        to: "released",
        patch: {
          nachaFileId: file?.fileId ?? null,
          nachaSha256: file?.sha256 ?? null,
          registerFileId: await writeRegister(tx, actor, files, run),
          fileModifier: release.modifier,
          payOn: release.payOn,
          releasedBy: actor.personId,
          releasedAt: businessNow(tx.scope).toISOString(),
          releasedOn: today,
          agencyAccountId: account.id,
        } as Partial<RunRecord>,
      };
    },
  });
};
