import { defineLetter } from "#server/mail/letter-kinds.ts";

const opportunity = (id: string) => ({
  label: "Read it in the vendor portal",
  href: `/opportunities/${id}`,
});

type Invited = {
  id: string;
  number: string;
  title: string;
  summary: string;
  /** What is asked for, such as "invitation to bid". */
  what: string;
  /** Who is invited. */
  name: string;
  due: string;
  /** When and where the pre-bid meeting is; null where there is none ahead. */
  meeting: string | null;
  prebidMandatory: boolean;
};

/** Invites a vendor to answer a solicitation. */
export const solicitationInvitationLetter = defineLetter({
  kind: "invitation",
  why: "You get this letter because {agency} invites your company to answer a solicitation.",
  write: (s: Invited) => ({
    subject: `You are invited: ${s.title}`,
    paragraphs: [
      `${s.name}, you are invited to answer ${s.number}: ${s.what} for ${s.title}.`,
      ...(s.summary ? [s.summary] : []),
      `Answers are due ${s.due}.`,
      ...(s.meeting === null
        ? []
        : [
            `There is a pre-bid meeting on ${s.meeting}.${s.prebidMandatory ? " Attendance is required." : ""} This letter brings it for your calendar.`,
          ]),
      "If you cannot answer, please decline with a word why: it helps the agency to show that it asked.",
    ],
    link: opportunity(s.id),
  }),
  sample: {
    id: "sample",
    number: "ITB-2027-00012",
    title: "Winter road salt",
    summary: "Salt for the roads of the county, delivered to two yards.",
    what: "invitation to bid",
    name: "Northline Paving",
    due: "Dec 18, 2026, 2:00 PM CT",
    meeting: "Dec 2, 2026, 9:00 AM CT: Hall 2, Main Street",
    prebidMandatory: true,
  },
});

/** What becomes of a solicitation, for everybody who was told of it. */
export const solicitationLetter = defineLetter({
  kind: "solicitation",
  why: "You get this letter because your company was invited to a solicitation of {agency}, took its documents, or follows it.",
  write: (about: { id: string; subject: string; text: readonly string[] }) => ({
    subject: about.subject,
    paragraphs: about.text,
    link: opportunity(about.id),
  }),
  sample: {
    id: "sample",
    subject: "Addendum 1 to ITB-2027-00012",
    text: [
      "Winter road salt: addendum 1 is published. Answers are due Dec 18, 2026, 2:00 PM CT.",
      "If it is material, a bid that you have submitted must acknowledge it before the deadline.",
    ],
  },
});

type Sealed = {
  agency: string;
  number: string;
  title: string;
  bidId: string;
  revision: number;
  at: string;
  due: string;
  entry: string;
  envelopes: readonly { name: string; sha256: string }[];
};

const bidder = "You get this letter because you handed in a sealed bid for your company.";

/**
 * The receipt of a sealed bid, for whoever handed it in. It is a letter of no agency: in the list of an
 * agency's letters it would tell before the opening who has bid.
 */
export const bidReceiptLetter = defineLetter({
  kind: "bid_receipt",
  why: bidder,
  write: (b: Sealed) => ({
    subject: `Receipt: your bid for ${b.number}`,
    paragraphs: [
      `${b.agency} took in your sealed bid for ${b.number}, ${b.title}, on ${b.at}. Bids are due ${b.due}. It is your revision ${b.revision}.`,
      `What was sealed, by its SHA-256:\n${b.envelopes.map((one) => `${one.name}: ${one.sha256}`).join("\n")}`,
      `The entry of the audit ledger is ${b.entry}.`,
      "Keep this receipt. The link opens the signed one, as long as the agency keeps the record.",
    ],
    link: { label: "Open the signed receipt", href: `/vendor-portal/bids/${b.bidId}` },
  }),
  sample: {
    agency: "Gulfside",
    number: "ITB-2027-00012",
    title: "Winter road salt",
    bidId: "sample",
    revision: 1,
    at: "Dec 11, 2026, 9:12 AM CT",
    due: "Dec 18, 2026, 2:00 PM CT",
    entry: "01935d3c-0000-7000-8000-000000000000",
    envelopes: [{ name: "technical", sha256: "0".repeat(64) }],
  },
});

/** The receipt of a bid that was taken back before its deadline. */
export const bidWithdrawnLetter = defineLetter({
  kind: "bid_receipt",
  why: bidder,
  write: (b: Pick<Sealed, "agency" | "number" | "title" | "bidId" | "at">) => ({
    subject: `Receipt: your bid for ${b.number} is taken back`,
    paragraphs: [
      `You took your sealed bid for ${b.number}, ${b.title}, back on ${b.at}. ${b.agency} never opens it.`,
      "Keep this receipt. The link opens the signed one, as long as the agency keeps the record.",
    ],
    link: { label: "Open the signed receipt", href: `/vendor-portal/bids/${b.bidId}` },
  }),
  sample: {
    agency: "Gulfside",
    number: "ITB-2027-00012",
    title: "Winter road salt",
    bidId: "sample",
    at: "Dec 11, 2026, 9:12 AM CT",
  },
});
