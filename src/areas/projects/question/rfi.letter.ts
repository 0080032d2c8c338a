import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

export type RfiEvent = "asked" | "askedBack" | "answered" | "reopened" | "received";
type Told = {
  vendor: string;
  number: string;
  title: string;
  project: string;
  event: RfiEvent;
  says: string;
  dueOn: Day | null;
  path: string;
};

const what = {
  asked: "The agency asks you",
  askedBack: "The agency asks back before it answers",
  answered: "Your question is answered",
  reopened: "The question is open again",
  received: "Your question is with the agency",
} as const satisfies Record<RfiEvent, string>;

/** What became of a question about a contractor's work; it keeps the letter. */
export const rfiLetter = defineLetter({
  kind: "rfi",
  keep: "copy",
  why: "You get this letter because your company builds for {agency}.",
  write: ({ vendor, number, title, project, event, says, dueOn, path }: Told) => ({
    subject: `${number}: ${what[event].toLowerCase()}`.slice(0, 200),
    paragraphs: [
      `${vendor},`,
      `${what[event]}: ${number} of ${project}, ${title}.${dueOn ? ` Due on ${formatDate(dueOn)}.` : ""}`,
      ...(says ? [says.slice(0, 4000)] : []),
    ],
    link: { label: "Open the project", href: path },
  }),
  sample: {
    vendor: "Northline Aggregates",
    number: "RFI-P131-004",
    title: "Footing at abutment 2",
    project: "County Road 14 bridge",
    event: "answered",
    says: "Lower the footing by two feet; sheet S-201 follows.",
    dueOn: day("2026-12-08"),
    path: "/vendor-portal/projects",
  },
});
