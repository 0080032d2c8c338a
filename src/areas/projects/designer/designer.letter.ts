import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

type Asked = {
  name: string;
  sender: string;
  kind: "rfi" | "submittal";
  number: string;
  title: string;
  project: string;
  says: string;
  dueOn: Day | null;
  untilOn: Day;
  path: string;
};

/** Asks a designer outside to answer a question, or to recommend on a submittal. */
export const designerLetter = defineLetter({
  kind: "designerLink",
  why: "You get this letter because {agency} asks you about a project that it builds.",
  write: ({ name, sender, kind, number, title, project, says, dueOn, untilOn, path }: Asked) => ({
    subject: `Please ${kind === "rfi" ? "answer" : "review"} ${number}: ${title}`.slice(0, 200),
    paragraphs: [
      `${name},`,
      kind === "rfi"
        ? `${sender} asks you to answer ${number} of ${project}: ${title}.`
        : `${sender} asks you what you recommend on ${number} of ${project}: ${title}.`,
      ...(says ? [says.slice(0, 4000)] : []),
      `${dueOn ? `It is due on ${formatDate(dueOn)}. ` : ""}Your link works until ${formatDate(untilOn)}, or until it is decided; it opens this one matter and nothing else. Whoever has it can answer in your place, so keep it to yourself.`,
    ],
    link: { label: kind === "rfi" ? "Read and answer" : "Read and recommend", href: path },
  }),
  sample: {
    name: "Hanna Voss",
    sender: "Ellen Marsh",
    kind: "rfi",
    number: "RFI-P131-004",
    title: "Footing at abutment 2",
    project: "County Road 14 bridge",
    says: "Rock is two feet lower than sheet S-201 shows. How deep?",
    dueOn: day("2026-12-08"),
    untilOn: day("2026-12-15"),
    path: "/designer-answers/sample",
  },
});

type Given = {
  name: string;
  kind: "rfi" | "submittal";
  number: string;
  title: string;
  project: string;
  recommends: string | null;
  answer: string;
  corrected: boolean;
};

/** What a designer answered; the designer keeps the letter. */
export const designerCopyLetter = defineLetter({
  kind: "designerAnswer",
  keep: "copy",
  why: "You get this letter because you answered {agency} by a link.",
  write: ({ name, number, title, project, recommends, answer, corrected }: Given) => ({
    subject: `${number}: your ${corrected ? "corrected " : ""}answer`.slice(0, 200),
    paragraphs: [
      `${name},`,
      `This is what you ${corrected ? "answered instead" : "answered"} on ${number} of ${project}, ${title}.`,
      ...(recommends ? [`You recommend: ${recommends}.`] : []),
      answer.slice(0, 10_000),
      "You can correct it by the link of the first letter until it is taken over.",
    ],
    link: null,
  }),
  sample: {
    name: "Hanna Voss",
    kind: "rfi",
    number: "RFI-P131-004",
    title: "Footing at abutment 2",
    project: "County Road 14 bridge",
    recommends: null,
    answer: "Lower the footing by two feet; sheet S-201 follows.",
    corrected: false,
  },
});
