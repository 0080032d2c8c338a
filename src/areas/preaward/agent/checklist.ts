import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Picture, PictureStanding } from "#kernel/picture.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Section } from "../application/application.model.ts";
import type { Beside } from "./application-findings.ts";
import { eligibleInWords } from "../opportunity/opportunity.labels.ts";
import { askedPapers, missingParts } from "./asked.model.ts";

type Item = Extract<Picture, { kind: "checks" }>["items"][number];
const item = (group: string, label: string, standing: PictureStanding, says: string): Item => ({
  ...{ group, label, standing, says },
});

const headItems = ({ application: a, opportunity: o, applicant, today }: Beside): Item[] => {
  const group = "May it be sent?";
  const most = o?.ceilingCents ?? null;
  return [
    a.dueOn
      ? item(
          group,
          "Deadline",
          a.dueOn < today ? "lacks" : "met",
          `${a.dueOn < today ? "Was" : "Is"} due on ${formatDate(a.dueOn)}`,
        )
      : item(group, "Deadline", "lacks", "No day is entered"),
    o
      ? item(
          group,
          "Who may apply",
          o.eligible === false ? "lacks" : o.eligible === null ? "open" : "met",
          eligibleInWords(o.eligibility) || "The announcement names nobody",
        )
      : item(group, "Who may apply", "open", "No announcement stands beside it"),
    item(
      group,
      "Amount",
      a.federalCents === 0 ? "lacks" : most !== null && a.federalCents > most ? "lacks" : "met",
      `${formatCents(a.federalCents)}${most === null ? "" : ` of at most ${formatCents(most)}`}`,
    ),
    item(
      group,
      "Match",
      o?.costSharing && a.matchCents === 0 ? "lacks" : "met",
      `${formatCents(a.matchCents)}${o?.costSharing ? ", which is asked for" : ""}`,
    ),
    ...(applicant
      ? [
          item(
            group,
            "SAM.gov registration",
            a.dueOn && applicant.samUntil < a.dueOn ? "lacks" : "met",
            `Until ${formatDate(applicant.samUntil as Day)}`,
          ),
        ]
      : [item(group, "SAM.gov registration", "open", "No applicant's record is here")]),
  ];
};

const outlineOf = ({ asks, words, mostWords, required }: Section): [PictureStanding, string] => {
  const much = `${counted(words, "word")}${mostWords ? ` of at most ${mostWords}` : ""}`;
  if (words === 0) return [required ? "lacks" : "open", asks || "Not written"];
  return [mostWords && words > mostWords ? "lacks" : "met", much];
};

/** What an application has to hold: whether it may be sent, papers that are asked for, and its sections in order. */
export const checklistOf = (beside: Beside): Picture => {
  const { application: a, opportunity: o, files } = beside;
  const papers = askedPapers(
    [o?.summary ?? "", ...a.sections.map(({ asks }) => asks)],
    files.map(({ name, label }) => `${name} ${label}`),
  );
  const parts = missingParts(
    o?.summary ?? "",
    a.sections.map(({ title, asks }) => `${title} ${asks}`),
  );
  return {
    kind: "checks",
    title: `What ${a.number} has to hold`,
    items: [
      ...headItems(beside),
      ...papers.map(({ name, sentence, filed }) =>
        item("Papers", name, filed ? "met" : "lacks", filed ? "Attached" : sentence),
      ),
      ...a.sections.map((section) => item("Outline", section.title, ...outlineOf(section))),
      ...parts.map(({ title, asks }) => item("Outline", title, "lacks", `No section yet: ${asks}`)),
    ],
  };
};
