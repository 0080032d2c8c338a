import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

type Asked = {
  name: string;
  inviter: string;
  project: string;
  section: string;
  asks: string;
  mostWords: number | null;
  dueOn: Day | null;
  untilOn: Day;
  path: string;
};

/** Asks somebody outside of the agency to write one section of an application. */
export const contributorLetter = defineLetter({
  kind: "grantContributor",
  why: "You get this letter because {agency} asks you to write a part of a grant application.",
  write: ({ name, inviter, project, section, asks, mostWords, dueOn, untilOn, path }: Asked) => ({
    subject: `Please write “${section}” for ${project}`.slice(0, 200),
    paragraphs: [
      `${name},`,
      `${inviter} asks you to write the section “${section}” of an application for ${project}.`,
      ...(asks ? [asks] : []),
      [
        mostWords === null ? "" : `At most ${mostWords} words are allowed.`,
        dueOn ? `It is due on ${formatDate(dueOn)}.` : "",
        `Your link works until ${formatDate(untilOn)}; it opens this section and nothing else. Whoever has it can write in your place, so keep it to yourself.`,
      ]
        .filter(Boolean)
        .join(" "),
    ],
    link: { label: "Write the section", href: path },
  }),
  sample: {
    name: "Hanna Voss",
    inviter: "Ruth Adeyemi",
    project: "Warm rooms for winter storms",
    section: "Statement of need",
    asks: "The problem, whom it touches, and what the figures say.",
    mostWords: 1500,
    dueOn: day("2027-02-01"),
    untilOn: day("2027-02-15"),
    path: "/grant-writing/sample",
  },
});
