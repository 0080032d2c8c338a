import { defineLetter } from "#server/mail/letter-kinds.ts";

/** What became of a registration; `{agency}` in paragraphs stands for the agency's name. */
export const registrationLetter = defineLetter({
  kind: "vendor_registration",
  keep: "decision",
  why: "You get this letter because your company registers as a vendor of {agency}.",
  write: (r: { agency: string; name: string; subject: string; paragraphs: readonly string[] }) => ({
    subject: `${r.agency}: ${r.subject}`,
    paragraphs: [`${r.name},`, ...r.paragraphs.map((p) => p.replaceAll("{agency}", r.agency))],
    link: { label: "Open your registration", href: "/vendor-portal/company" },
  }),
  sample: {
    agency: "Gulfside",
    name: "Paula North",
    subject: "your registration needs something",
    paragraphs: ["{agency} sent your registration back to you:", "The W-9 lacks its second page."],
  },
});

type Invited = {
  agency: string;
  company: string;
  message: string;
  days: number;
  orgId: string;
  token: string;
};

/** An agency asks a company to register. */
export const vendorInvitationLetter = defineLetter({
  kind: "vendor_invitation",
  why: "You get this letter because {agency} asks your company to register as a vendor.",
  write: ({ agency, company, message, days, orgId, token }: Invited) => ({
    subject: `${agency} asks ${company} to register as a vendor`,
    paragraphs: [
      `${agency} would like to have ${company} among its vendors.`,
      ...(message ? [message] : []),
      `Open the link, sign up, and enter your company once: you can send the same data to other agencies as well. The link is good for ${days} days.`,
    ],
    link: {
      label: "Register your company",
      href: `/vendor-registration?invitation=${orgId}.${token}`,
    },
  }),
  sample: {
    agency: "Gulfside",
    company: "Northline Paving",
    message: "We buy asphalt again in spring.",
    days: 30,
    orgId: "sample",
    token: "sample",
  },
});

type Plan = {
  agency: string;
  number: string;
  title: string;
  wanted: string;
  dueOn: string;
  /** What the agency asks about the vendor's answer; null for the plan itself. */
  question: string | null;
};

/** An agency asks for a corrective plan, or about the answer to it. */
export const planLetter = defineLetter({
  kind: "corrective_plan",
  why: "You get this letter because your company is a vendor of {agency}.",
  write: ({ agency, number, title, wanted, dueOn, question }: Plan) => ({
    subject: `${agency}: corrective plan ${number}`,
    paragraphs: [
      question === null
        ? `${agency} asks you for a corrective plan: ${title}.`
        : `${agency} asks about your answer to ${number}: ${question}`,
      `What must become better: ${wanted}`,
      `By ${dueOn}. You may answer, and you may say that the finding is wrong.`,
    ],
    link: { label: "Read and answer", href: "/vendor-portal/performance" },
  }),
  sample: {
    agency: "Gulfside",
    number: "CAP-2027-00003",
    title: "Late deliveries",
    wanted: "Nine of ten deliveries on the promised day.",
    dueOn: "2026-12-15",
    question: null,
  },
});
