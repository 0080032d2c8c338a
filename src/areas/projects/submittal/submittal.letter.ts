import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import type { decisions } from "./submittal.labels.ts";

export type SubmittalEvent = "received" | (typeof decisions)[keyof typeof decisions];
type Told = {
  vendor: string;
  number: string;
  revision: number;
  title: string;
  project: string;
  event: SubmittalEvent;
  says: string;
  dueOn: Day | null;
  path: string;
};

const what = {
  received: "Your submittal is with the agency",
  approved: "Your submittal is approved",
  approved_as_noted: "Your submittal is approved as noted",
  revise_resubmit: "Your submittal is to be revised and resubmitted",
  rejected: "Your submittal is rejected",
} as const satisfies Record<SubmittalEvent, string>;

/** What became of what a contractor submitted; it keeps the letter. */
export const submittalLetter = defineLetter({
  kind: "submittal",
  keep: "copy",
  why: "You get this letter because your company builds for {agency}.",
  write: ({ vendor, number, revision, title, project, event, says, dueOn, path }: Told) => ({
    subject: `${number}: ${what[event].toLowerCase()}`.slice(0, 200),
    paragraphs: [
      `${vendor},`,
      `${what[event]}: ${number}, revision ${revision}, of ${project}, ${title}.${dueOn ? ` The review is due on ${formatDate(dueOn)}.` : ""}`,
      ...(says ? [says.slice(0, 4000)] : []),
    ],
    link: { label: "Open the project", href: path },
  }),
  sample: {
    vendor: "Northline Aggregates",
    number: "SUB-P131-004",
    revision: 1,
    title: "Reinforcement of abutment 2",
    project: "County Road 14 bridge",
    event: "approved_as_noted",
    says: "Add the hooks marked on sheet 3.",
    dueOn: day("2026-12-08"),
    path: "/vendor-portal/projects",
  },
});
