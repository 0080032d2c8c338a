/** A part of the guide under one heading, as the assistant cites it. */
export type Passage = {
  source: string;
  href: string;
  title: string;
  heading: string;
  text: string;
};

const plain = (markdown: string) =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]{1,3}/g, "")
    .replace(/^\|[-:| ]+\|$/gm, "")
    .replace(/^\|(.*)\|$/gm, (_, row: string) =>
      row
        .split("|")
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(": "),
    )
    .replace(/^#+ /gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A Markdown page cut at its headings. */
export const passagesOf = (slug: string, markdown: string): Passage[] => {
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.trim() ?? slug;
  return markdown
    .replace(/^# .+$/m, "")
    .split(/^(?=## )/m)
    .flatMap((part) => {
      const heading = /^## (.+)$/m.exec(part)?.[1]?.trim() ?? "";
      const text = plain(part.replace(/^## .+$/m, ""));
      return text
        ? [
            {
              source: heading ? `${title}: ${heading}` : title,
              href: `/documentation/${slug}${heading ? `#${anchor(heading)}` : ""}`,
              title,
              heading,
              text,
            },
          ]
        : [];
    });
};

const stop = new Set(
  "a an and are as at be been but by can could do does for from had has have how i if in into is it its may me might must my no not of on or our shall should so some that the their them then there they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);
const stem = (word: string) => word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s|e)$/, "");

/** The words that count, in their stems. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !stop.has(word))
    .map(stem);

type Entry = { passage: Passage; counts: Map<string, number>; length: number };
export type PassageIndex = {
  entries: readonly Entry[];
  documents: ReadonlyMap<string, number>;
  average: number;
};

/**
 * An index for BM25 (Robertson and Zaragoza 2009, k1 1.2, b 0.75); words of the headings count
 * three times.
 */
export const indexOf = (passages: readonly Passage[]): PassageIndex => {
  const entries = passages.map((passage) => {
    const counts = new Map<string, number>();
    for (const word of [
      ...wordsOf(passage.text),
      ...Array.from({ length: 3 }, () => wordsOf(`${passage.title} ${passage.heading}`)).flat(),
    ])
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return { passage, counts, length: [...counts.values()].reduce((n, c) => n + c, 0) };
  });
  const documents = new Map<string, number>();
  for (const { counts } of entries)
    for (const word of counts.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
  return {
    entries,
    documents,
    average: entries.reduce((n, e) => n + e.length, 0) / Math.max(1, entries.length),
  };
};

const idf = (index: PassageIndex, word: string) => {
  const n = index.documents.get(word) ?? 0;
  // A word that stands nowhere in the guide says little about what is asked: it weighs half.
  if (n === 0) return Math.log(1 + index.entries.length) / 2;
  return Math.log(1 + (index.entries.length - n + 0.5) / (n + 0.5));
};

/**
 * The passages that answer best, best first: none when less than half of the question's weight is
 * found in one.
 */
export const seek = (index: PassageIndex, question: string, most = 3): Passage[] => {
  const asked = [...new Set(wordsOf(question))];
  const whole = asked.reduce((n, word) => n + idf(index, word), 0);
  const scored = index.entries.map(({ passage, counts, length }) => {
    const parts = asked
      .map((word) => {
        const f = counts.get(word) ?? 0;
        return f
          ? {
              weight: idf(index, word),
              score:
                (idf(index, word) * f * 2.2) / (f + 1.2 * (0.25 + (0.75 * length) / index.average)),
            }
          : null;
      })
      .filter((part) => part !== null);
    return {
      passage,
      found: parts.reduce((n, p) => n + p.weight, 0),
      score: parts.reduce((n, p) => n + p.score, 0),
    };
  });
  return scored
    .filter((each) => whole > 0 && each.found >= whole * 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((each) => each.passage);
};

/** The sentences of a passage that say most about the question, in their order. */
export const sentencesFor = (passage: Passage, question: string, most = 3): string => {
  const asked = new Set(wordsOf(question));
  const sentences = passage.text
    .split(/\n|(?<=[.!?])\s+(?=[A-Z])/)
    .map((text) => text.replace(/^[-\d.]+\s+/, "").trim())
    .filter((text) => text.length > 2);
  const best = sentences
    .map((text, at) => ({ text, at, hits: wordsOf(text).filter((word) => asked.has(word)).length }))
    .sort((a, b) => b.hits - a.hits || a.at - b.at)
    .slice(0, most);
  return best
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => (/[.!?:]$/.test(text) ? text : `${text}.`))
    .join(" ");
};
