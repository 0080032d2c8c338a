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
