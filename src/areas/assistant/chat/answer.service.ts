import type { Found, FoundRecord } from "../help/ask.service.ts";
import { listInWords } from "../help/lists.service.ts";
import type { Passage } from "../help/guide-index.model.ts";

/** Something that a message rests on: what it is called and its page, and the text that a model reads. */
export type Source = { name: string; href: string; text: string };

const statusOf = ({ status, facts = [] }: FoundRecord) =>
  [status.replace(/_/g, " "), ...facts].filter(Boolean).join(", ");
/** What was found, in the order in which it is said. */
export const sourcesOf = (found: Found): Source[] => [
  ...found.records.map((record) => ({
    name: `${record.number} ${record.title}`,
    href: record.href,
    text: `${record.number} ${record.title}: ${statusOf(record)}`,
  })),
  ...(found.standing?.sources ?? []),
  ...(found.list
    ? [{ name: `List of ${found.list.name}`, href: found.list.href, text: listInWords(found.list) }]
    : []),
  ...(found.page
    ? [{ ...found.page, name: found.page.title, text: `The screen ${found.page.title}` }]
    : []),
  ...(found.toCome
    ? [{ ...found.toCome, name: found.toCome.title, text: `${found.toCome.title}: still to come` }]
    : []),
  ...found.passages.map(({ source, href, text }) => ({ name: source, href, text })),
];

/** The strings that a message cites, in the order of their numbers in the text. */
export const citationsOf = (found: Found): string[] =>
  sourcesOf(found).map(({ name, href }) => `${name} (${href})`);

const withoutModel =
  "No language model is connected: I answer from the user guide and from records that you may read.";

const passageLines = (passages: readonly Passage[], from: number, sure: boolean): string[] => {
  const [first, ...others] = passages;
  if (!first) return [];
  const link = ({ source, href }: Passage, at: number) => `[${source}](${href}) [${from + at}]`;
  const rest = (sure ? others : passages).map((each, at) =>
    sure ? `- ${link(each, at + 1)}` : `- ${link(each, at)}: ${each.sentence}`,
  );
  if (!sure)
    return [`I am not sure that the guide answers this. These may help:\n\n${rest.join("\n")}`];
  return [
    `${first.sentence}\n\n${link(first, 0)}`,
    ...(rest.length > 0 ? [`See also:\n\n${rest.join("\n")}`] : []),
  ];
};

// Sentences below each other; items of a list stay together.
const inParagraphs = (lines: readonly string[]): string =>
  lines
    .map((line, at) => (at > 0 && line.startsWith("- ") ? line : `\n${line}`))
    .join("\n")
    .trim();

/**
 * The embedded assistant: what answers first, then its page as a link, each with the number of its
 * source. Says so when it is not sure, and when it finds nothing; `says`: also that no model is asked.
 */
export const composed = (
  found: Found,
  signedIn: boolean,
  { says = true }: { says?: boolean } = {},
): string => {
  const { records, list, page, toCome, passages, missing } = found;
  const where = signedIn ? " or in the records that you may read" : "";
  const standing = found.standing?.lines ?? [];
  const before = records.length + (found.standing?.sources.length ?? 0);
  if (sourcesOf(found).length === 0 && missing.length + standing.length === 0)
    return `I found nothing about that in the user guide${where}. Try other words, or look into the [documentation](/documentation).${says ? `\n\n_${withoutModel}_` : ""}`;
  const listed = records.map(
    (each, at) => `- [${each.number}](${each.href}) ${each.title}: ${statusOf(each)} [${at + 1}]`,
  );
  return [
    ...(missing.length > 0 ? [`I find no record ${missing.join(" or ")} that you may read.`] : []),
    ...(listed.length > 0
      ? [standing.length > 0 ? listed.join("\n") : `Records that fit:\n\n${listed.join("\n")}`]
      : []),
    ...(standing.length > 0 ? [inParagraphs(standing)] : []),
    ...(list ? [`**${listInWords(list)}**. [Open the list](${list.href}) [1]`] : []),
    ...(page ? [`Open [${page.title}](${page.href}) [1]`] : []),
    ...(toCome
      ? [
          `This is still to come. [${toCome.title}](${toCome.href}) says what the screen will do [1]`,
        ]
      : []),
    ...passageLines(
      passages,
      before + (page ? 2 : 1),
      found.sure && records.length === 0 && standing.length === 0 && !page,
    ),
    ...(says ? [`_${withoutModel}_`] : []),
  ].join("\n\n");
};
