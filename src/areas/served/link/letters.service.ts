import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const why = "You get this letter because {agency} works for your agency.";
const open = (path: string) => ({ label: "Open your page", href: path });

type Invited = { name: string; client: string; untilOn: Day; path: string };

/** The link of somebody at a client. */
export const linkLetter = defineLetter({
  kind: "servedLink",
  why,
  write: ({ name, client, untilOn, path }: Invited) => ({
    subject: `Your page of requests and bills of ${client}`.slice(0, 200),
    paragraphs: [
      `${name},`,
      `With this link you ask for work for ${client}, write to us about it, and read the bills. It works until ${formatDate(untilOn)}; once it ended, the same address gives you a new one by mail.`,
      "Whoever has the link can act for you, so keep it to yourself.",
    ],
    link: open(path),
  }),
  sample: {
    ...{ name: "June Albers", client: "Laketown Township", untilOn: day("2027-03-01") },
    path: "/served/sample",
  },
});

type Told = { client: string; number: string; title: string; what: string; text: string };

/** Tells a client how its request stands. */
export const requestLetter = defineLetter({
  kind: "servedRequest",
  keep: "letter",
  why,
  write: ({ client, number, title, what, text }: Told) => ({
    subject: `${number} ${what}`.slice(0, 200),
    paragraphs: [
      `${client},`,
      `Your request “${title}” (${number}) ${what}.`,
      ...(text ? [text] : []),
    ],
  }),
  sample: {
    ...{ client: "Laketown Township", number: "CRQ-2027-00004", title: "Grade 82nd Street" },
    ...{ what: "is accepted", text: "We tell you here when the work begins." },
  },
});

type Copied = Pick<Told, "client" | "number" | "title" | "text"> & { name: string };

/** What somebody at a client sent, for their own files. */
export const copyLetter = defineLetter({
  kind: "servedCopy",
  keep: "copy",
  why: "You get this letter because you wrote to {agency} by your link.",
  write: ({ name, client, number, title, text }: Copied) => ({
    subject: `Your copy: ${number}`,
    paragraphs: [
      `${name},`,
      `For ${client} you sent us “${title}”. It has the number ${number}.`,
      ...(text ? [text] : []),
    ],
  }),
  sample: {
    ...{ name: "June Albers", client: "Laketown Township", number: "CRQ-2027-00004" },
    ...{ title: "Grade 82nd Street", text: "From the church to the town line, before the frost." },
  },
});

type Billed = { client: string; number: string; total: number; dueOn: Day };

/** A bill with its paper. */
export const billLetter = defineLetter({
  kind: "servedBill",
  keep: "letter",
  why,
  write: ({ client, number, total, dueOn }: Billed) => ({
    subject: `Bill ${number}: ${formatCents(total)}`,
    paragraphs: [
      `${client},`,
      `We bill ${formatCents(total)} by ${number}. Please pay it until ${formatDate(dueOn)} and name the number of the bill.`,
    ],
  }),
  sample: {
    ...{ client: "Laketown Township", number: "BIL-2027-00003", total: 184_250 },
    dueOn: day("2027-01-15"),
  },
});

type Late = Billed & { owed: number; daysLate: number };

/** Reminds a client of a bill that is late. */
export const reminderLetter = defineLetter({
  kind: "servedReminder",
  why,
  write: ({ client, number, dueOn, owed, daysLate }: Late) => ({
    subject: `Reminder: ${formatCents(owed)} of ${number}`,
    paragraphs: [
      `${client},`,
      `${formatCents(owed)} of ${number} were due on ${formatDate(dueOn)}, ${daysLate} days ago, and did not come yet. If they are on their way, nothing is to be done.`,
      "If the bill is not right, say so by your link or answer this letter.",
    ],
  }),
  sample: {
    ...{ client: "Laketown Township", number: "BIL-2027-00003", total: 184_250 },
    ...{ dueOn: day("2027-01-15"), owed: 92_125, daysLate: 15 },
  },
});
