import { defineLetter } from "#server/mail/letter-kinds.ts";

export type ProposalEvent = "received" | "accepted" | "returned";
type Told = {
  vendor: string;
  number: string;
  project: string;
  event: ProposalEvent;
  finding: string;
  says: string;
  path: string;
};

const what = {
  received: "Your schedule is with the agency",
  accepted: "Your schedule is accepted",
  returned: "Your schedule is returned",
} as const satisfies Record<ProposalEvent, string>;

/** What became of a schedule that a contractor handed in; it keeps the letter. */
export const proposalLetter = defineLetter({
  kind: "schedule_proposal",
  keep: "copy",
  why: "You get this letter because your company builds for {agency}.",
  write: ({ vendor, number, project, event, finding, says, path }: Told) => ({
    subject: `${number}: ${what[event].toLowerCase()}`.slice(0, 200),
    paragraphs: [
      `${vendor},`,
      `${what[event]}: ${number} of ${project}. ${finding}`,
      ...(says ? [says.slice(0, 4000)] : []),
    ],
    link: { label: "Open the project", href: path },
  }),
  sample: {
    vendor: "Northline Aggregates",
    number: "SUP-P131-003",
    project: "County Road 14 bridge",
    event: "returned",
    finding: "4 of 62 tasks have other dates here than in the file.",
    says: "Count the curing time of the deck in calendar days.",
    path: "/vendor-portal/projects",
  },
});
