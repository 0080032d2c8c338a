import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, day, type Day } from "#kernel/time.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { paymentNoun, type PaymentRecord } from "./payment.noun.ts";
import { staleFrom, staleTerms } from "./stale.model.ts";

type Asked = {
  vendor: string;
  number: string;
  checkNumber: string;
  amount: number;
  paidOn: Day;
  answerBy: Day;
  invoices: string;
};

const staleLetter = defineLetter({
  kind: "stale_check",
  keep: "notice",
  why: "You get this letter because {agency} drew a check for your company that was not deposited.",
  write: ({ c }: { c: Asked }) => ({
    subject: `Our check ${c.checkNumber} of ${formatCents(c.amount)} was not deposited`,
    paragraphs: [
      `${c.vendor},`,
      `Our check ${c.checkNumber} of ${formatDate(c.paidOn)} over ${formatCents(c.amount)} (${c.number}) has not come to our bank. It paid: ${c.invoices}. A bank need not pay a check so old.`,
      `Tell us by ${formatDate(c.answerBy)} whether you have it and where a new one goes. Do not deposit the old one. Without an answer we void it; what we owe you stays owed.`,
    ],
    link: { label: "Your payments", href: "/vendor-portal/payments" },
  }),
  sample: {
    c: {
      vendor: "Northline Paving",
      number: "PAY-2027-00041",
      checkNumber: "20411",
      amount: 12_480_50,
      paidOn: day("2026-03-02"),
      answerBy: day("2026-10-03"),
      invoices: "NP-1183, NP-1184",
    },
  },
});

/** The day from which a check of this day is stale, by the rule of its day. */
export const staleDayOf = async (tx: Tx, dated: Day): Promise<Day> =>
  staleFrom(dated, staleTerms(await rulesOfKey(tx, "staleCheck"), dated));

/**
 * Asks the payee of a stale check in a letter whether it has it, and waits for an answer as long as the
 * rule says. 409 for a check that is not stale, while the answer is waited for, and for a payee without
 * an e-mail address.
 */
export const askPayee = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "ask",
    version,
    effect: async (row) => {
      const today = businessDate(tx.scope);
      const { answerDays } = staleTerms(await rulesOfKey(tx, "staleCheck"), today);
      const answerBy = addDays(today, answerDays);
      const payee = await tx.one<{ vendor: string; email: string | null; invoices: string }>(sql`
        select
          v.name as vendor, v.email, coalesce(string_agg(i.vendor_number, ', '), '') as invoices
        from vendor v
        left join payment_invoice x on x.org_id = v.org_id and x.payment_id = ${id}
        left join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
        where v.org_id = ${row.orgId} and v.id = ${row.vendorId}
        group by v.name, v.email
      `);
      if (!payee.email)
        throw conflict(
          "no_address",
          `${payee.vendor} has no e-mail address. Enter one at the vendor, or call them and void the check once they answered.`,
        );
      await queueMail(tx, {
        ...staleLetter({
          c: {
            ...payee,
            number: row.number,
            checkNumber: row.checkNumber ?? "",
            amount: row.amount,
            paidOn: row.paidOn!,
            answerBy,
          },
        }),
        orgId: tx.scope.orgId,
        to: payee.email,
      });
      return {
        patch: { askedOn: today, answerBy },
        note: `Asked for an answer by ${formatDate(answerBy)}`,
      };
    },
  });
