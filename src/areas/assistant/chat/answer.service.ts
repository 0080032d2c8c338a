import { readdirSync, readFileSync } from "node:fs";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { searchRecords } from "#areas/platform/platform.server.ts";
import {
  indexOf,
  type Passage,
  passagesOf,
  type PassageIndex,
  seek,
  sentencesFor,
  wordsOf,
} from "./passages.model.ts";

const guide = new URL("../../../../docs/guide/", import.meta.url);
let index: PassageIndex | undefined;

/** The user guide, cut at its headings and indexed once. */
const guideIndex = (): PassageIndex =>
  (index ??= indexOf(
    readdirSync(guide)
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .flatMap((name) => passagesOf(name.slice(0, -3), readFileSync(new URL(name, guide), "utf8"))),
  ));

type Record = { number: string; title: string; status: string; href: string };
export type Found = { passages: Passage[]; records: Record[] };

const asksForRecord = (question: string) =>
  [...question.matchAll(/\b[A-Z]{2,4}-(?:\d{4}-)?\d{2,}\b/gi)].map((match) =>
    match[0].toUpperCase(),
  );

/**
 * What the asker may read about a question: passages of the guide (public) and their own agency's
 * records, by the same conditions as its lists.
 */
export const retrieve = async (db: Db, actor: Actor, question: string): Promise<Found> => {
  const numbers = asksForRecord(question);
  const words = wordsOf(question).filter((word) => word.length > 3);
  const sought = numbers.length
    ? numbers.slice(0, 3)
    : words.length && words.length <= 3
      ? [words.join(" ")]
      : [];
  const records = actor.orgId
    ? (await Promise.all(sought.map((q) => searchRecords(db, actor, q))))
        .flatMap((found) => found.items)
        .slice(0, 6)
    : [];
  return { passages: seek(guideIndex(), question), records };
};

/** The strings that a message cites, in the order of their numbers in the text. */
export const citationsOf = (found: Found): string[] => [
  ...found.passages.map((passage) => `${passage.source} (${passage.href})`),
  ...found.records.map((record) => `${record.number} ${record.title} (${record.href})`),
];

const withoutModel =
  "No language model is connected: I answer from the user guide and from records that you may read.";

/**
 * The embedded assistant: sentences of the guide and records, each with the number of its source.
 * Says so when it finds nothing.
 */
export const composed = (found: Found, question: string, signedIn: boolean): string => {
  const { passages, records } = found;
  if (passages.length + records.length === 0)
    return `I found nothing about that in the user guide${signedIn ? " or in the records that you may read" : ""}. Try other words, or look into the [documentation](/documentation).\n\n_${withoutModel}_`;
  const said = passages.map(
    (passage, at) => `**${passage.source}** [${at + 1}]\n\n${sentencesFor(passage, question)}`,
  );
  const listed = records.map(
    (record, at) =>
      `- [${record.number}](${record.href}) ${record.title}: ${record.status.replace(/_/g, " ")} [${passages.length + at + 1}]`,
  );
  return [
    ...(listed.length ? [`Records that fit:\n\n${listed.join("\n")}`] : []),
    ...said,
    `_${withoutModel}_`,
  ].join("\n\n");
};
