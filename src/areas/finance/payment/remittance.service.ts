import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { type Day, day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { returnCodes } from "./return-code.data.ts";

/**
 * An invoice as a letter to its vendor names it, in cents: money for the bill, the discount beside it, interest
 * for paying late on top; `part` > 0 for retainage.
 */
export type PaidInvoice = {
  number: string;
  vendorNumber: string;
  amount: number;
  discount: number;
  interest: number;
  part: number;
};
type Paid = { number: string; method: "ach" | "check"; amount: number };

const sampleInvoices: readonly PaidInvoice[] = [
  {
    number: "INV-2027-00077",
    vendorNumber: "NP-1183",
    amount: 11_880_50,
    discount: 242_46,
    interest: 100_00,
    part: 0,
  },
  {
    number: "INV-2027-00078",
    vendorNumber: "NP-1184",
    amount: 500_00,
    discount: 0,
    interest: 0,
    part: 500_00,
  },
];

const coveredBy = (i: PaidInvoice): string =>
  [
    `${i.vendorNumber} (our ${i.number}): ${formatCents(i.amount)}`,
    ...(i.part > 0 ? ["retainage released"] : []),
    ...(i.discount > 0 ? [`after ${formatCents(i.discount)} discount for prompt payment`] : []),
    ...(i.interest > 0 ? [`and ${formatCents(i.interest)} interest for late payment`] : []),
  ].join(", ");
const covered = (invoices: readonly PaidInvoice[]) => invoices.map(coveredBy).join("\n");

type Remitted = Paid & {
  vendor: string;
  bankLast4: string | null;
  reference: string;
  invoices: readonly PaidInvoice[];
};
const paidBy = "You get this letter because your company is paid by {agency}.";

const remittanceLetter = defineLetter({
  kind: "remittance",
  keep: "remittance",
  why: paidBy,
  write: ({ p, payOn }: { p: Remitted; payOn: Day }) => {
    const how =
      p.method === "ach"
        ? `by ACH to your account ending in ${p.bankLast4}, trace number ${p.reference}`
        : `by check ${p.reference}`;
    return {
      subject: `Payment ${p.number}: ${formatCents(p.amount)}`,
      paragraphs: [
        `${p.vendor},`,
        `We pay you ${formatCents(p.amount)} on ${formatDate(payOn)} ${how}. The payment covers:`,
        covered(p.invoices),
      ],
    };
  },
  sample: {
    p: {
      number: "PAY-2027-00041",
      method: "ach",
      amount: 12_480_50,
      vendor: "Northline Paving",
      bankLast4: "4417",
      reference: "091000010000041",
      invoices: sampleInvoices,
    },
    payOn: day("2026-11-30"),
  },
});

/**
 * Queues the letter that says what a payment covers, when it comes and how; nothing for a vendor
 * without an address. `reference` is the trace or check number.
 */
export const tellPaid = async (
  tx: Tx,
  p: Remitted & { email: string | null },
  payOn: Day,
): Promise<void> => {
  if (!p.email) return;
  await queueMail(tx, {
    ...remittanceLetter({ p, payOn }),
    orgId: tx.scope.orgId,
    to: p.email,
  });
};

type Stopped = Paid & {
  vendor: string;
  email: string | null;
  checkNumber: string | null;
  bankLast4: string | null;
};
const again = "These invoices are unpaid again. You hear from us when another payment goes out.";

const stopped = (
  p: Omit<Stopped, "email">,
  returnCode: string | null,
): { subject: string; lead: string; end: string } => {
  const amount = formatCents(p.amount);
  if (returnCode === null)
    return {
      subject: `Payment ${p.number} is void: ${amount}`,
      lead: `Our payment of ${amount} ${p.method === "ach" ? `by ACH to your account ending in ${p.bankLast4}` : `by check ${p.checkNumber}`} is void. ${p.method === "ach" ? "It does not reach your account." : "If the check comes, do not deposit it; destroy it."} It covered:`,
      end: again,
    };
  const known = returnCodes[returnCode];
  return {
    subject: `Payment ${p.number} came back: ${amount}`,
    lead: `Your bank sent back our payment of ${amount} by ACH to your account ending in ${p.bankLast4} (${returnCode}${known ? `: ${known.meaning}` : ""}). It covered:`,
    end: known?.account
      ? `${again} Before that we must have the right account: look at it in the vendor portal, and tell us of a change there. We confirm it by phone, with a number that we have.`
      : again,
  };
};

const stoppedLetter = defineLetter({
  kind: "payment_stopped",
  keep: "notice",
  why: paidBy,
  write: (about: {
    p: Omit<Stopped, "email">;
    invoices: readonly PaidInvoice[];
    returnCode: string | null;
  }) => {
    const { subject, lead, end } = stopped(about.p, about.returnCode);
    return {
      subject,
      paragraphs: [`${about.p.vendor},`, lead, covered(about.invoices), end],
      link: { label: "Your payments", href: "/vendor-portal/payments" },
    };
  },
  sample: {
    p: {
      number: "PAY-2027-00041",
      method: "ach",
      amount: 12_480_50,
      vendor: "Northline Paving",
      checkNumber: null,
      bankLast4: "4417",
    },
    invoices: sampleInvoices,
    returnCode: "R03",
  },
});

/**
 * Queues the letter that says that a payment does not reach its vendor: void, or returned with the
 * bank's code. The agency's reason stays inside.
 * Nothing for a vendor without an address.
 */
export const tellStopped = async (
  tx: Tx,
  p: Stopped,
  invoices: readonly PaidInvoice[],
  returnCode: string | null,
): Promise<void> => {
  if (!p.email) return;
  await queueMail(tx, {
    ...stoppedLetter({ p, invoices, returnCode }),
    orgId: tx.scope.orgId,
    to: p.email,
  });
};
