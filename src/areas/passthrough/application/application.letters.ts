import { defineLetter } from "#server/mail/letter-kinds.ts";

export type ApplicationEvent = "received" | "refused" | "selected" | "passed" | "withdrawn";
type Told = {
  applicant: string;
  number: string;
  title: string;
  program: string;
  event: ApplicationEvent;
  reason: string | null;
};

const what = {
  received: ["was received", "It is enclosed as it was sent. You hear from us when it is decided."],
  refused: ["is not eligible", "It is not scored."],
  selected: ["is selected", "The agency prepares the subaward."],
  passed: ["is not selected", "No money of this program goes to it."],
  withdrawn: ["is withdrawn", "It is not scored."],
} as const satisfies Record<ApplicationEvent, readonly [string, string]>;

/** What became of an application for grant money, for whoever applied. */
export const applicationLetter = defineLetter({
  kind: "programApplication",
  keep: "letter",
  why: "You get this letter because your organization applied to a grant program of {agency}.",
  write: ({ applicant, number, title, program, event, reason }: Told) => {
    const [is, then] = what[event];
    return {
      subject: `${number} ${is}: ${title}`.slice(0, 200),
      paragraphs: [
        `${applicant},`,
        `Your application ${number}, ${title}, to the program ${program} ${is}. ${then}`,
        ...(reason ? [`Why: ${reason}`] : []),
      ],
      link: { label: "Your grants", href: "/vendor-portal/grants" },
    };
  },
  sample: {
    applicant: "Minnesota Valley Community Health",
    number: "PAP-2027-00004",
    title: "Block captains",
    program: "Neighborhood resilience 2027",
    event: "received",
    reason: null,
  },
});
