import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const why = "You get this letter because {agency} runs Levee for your agency.";
const open = { label: "Open your bills", href: "/billing/invoices" };

type Billed = {
  customer: string;
  number: string;
  total: number;
  dueOn: Day | null;
  credit: boolean;
};

/** A bill or a credit note with its papers. */
export const billLetter = defineLetter({
  kind: "agencyBill",
  keep: "letter",
  why,
  write: ({ customer, number, total, dueOn, credit }: Billed) => ({
    subject: `${credit ? "Credit note" : "Bill"} ${number}: ${formatCents(total)}`,
    paragraphs: [
      `${customer},`,
      credit
        ? `We credit ${formatCents(total)} by ${number}.`
        : `We bill ${formatCents(total)} by ${number}. Please pay it until ${dueOn ? formatDate(dueOn) : "its day"} and name the number of the bill.`,
      "The bill is enclosed as a PDF and as UBL data. In Levee you take it into your accounts payable without typing it.",
    ],
    link: open,
  }),
  sample: {
    ...{ customer: "City of Northfork", number: "HB-2027-00003", total: 499_00 },
    ...{ dueOn: day("2027-01-15"), credit: false },
  },
});

type Late = {
  customer: string;
  number: string;
  owed: number;
  dueOn: Day;
  daysLate: number;
  readOnlyAfter: number;
};

/** Reminds the administrators of an agency of a bill that is late. */
export const reminderLetter = defineLetter({
  kind: "agencyBillReminder",
  why,
  write: ({ customer, number, owed, dueOn, daysLate, readOnlyAfter }: Late) => ({
    subject: `Reminder: ${formatCents(owed)} of ${number}`,
    paragraphs: [
      `${customer},`,
      `${formatCents(owed)} of ${number} were due on ${formatDate(dueOn)}; ${daysLate} days count since then, and the money did not come yet. If it is on its way, nothing is to be done.`,
      `After ${readOnlyAfter} days your agency is read-only until the bill is paid. Nothing is taken away while your agency declares an emergency.`,
      "If the bill is not right, say so on its page: from then on its days do not count until we answered.",
    ],
    link: open,
  }),
  sample: {
    ...{ customer: "City of Northfork", number: "HB-2027-00003", owed: 499_00 },
    ...{ dueOn: day("2027-01-15"), daysLate: 15, readOnlyAfter: 90 },
  },
});
