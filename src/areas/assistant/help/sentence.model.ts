import type { GuideSection } from "#kernel/guide.ts";
import type { AskedLine } from "./asked-line.model.ts";

/** What a word counts that the section holds far from the others: in it, and not beside them. */
const ofFar = 0.75;
/** What a hint counts against the word itself. */
export const ofHint = 0.5;

type Sentence = { text: string; block: number; terms: ReadonlySet<string> };
/** A section with its sentences, the terms of the headings above it, and what people ask of it. */
export type Unit = GuideSection & {
  sentences: readonly Sentence[];
  above: ReadonlySet<string>;
  lines: readonly AskedLine[];
  /** The terms of its own heading with what they weigh. */
  called: ReadonlyMap<string, number>;
  /** So many terms stand in its sentences. */
  size: number;
};
/** Something that is asked, and how much it weighs: what is rare in the guide weighs more. */
export type Asked = { term: string; weight: number; hints: string[] };

export const weightOfAll = (asked: readonly Asked[]): number =>
  asked.reduce((sum, { weight }) => sum + weight, 0);

/** The share of the question's weight that these terms hold, 0 to 1. */
export const share = (asked: readonly Asked[], held: (term: string) => boolean): number => {
  const whole = weightOfAll(asked);
  const found = asked.reduce((sum, each) => {
    if (held(each.term)) return sum + each.weight;
    return each.hints.some(held) ? sum + each.weight * ofHint : sum;
  }, 0);
  return whole > 0 ? found / whole : 0;
};

/**
 * The sentence that says most about the question, and the share of it that the sentence holds with
 * its neighbour and the headings above, or the whole section, which counts less. `headed`: a heading
 * names something that is asked.
 */
export const bestSentence = (unit: Unit, asked: readonly Asked[]) => {
  const above = unit.above;
  const whole = new Set(unit.sentences.flatMap(({ terms }) => [...terms]));
  const far = share(asked, (each) => above.has(each) || whole.has(each)) * ofFar;
  const headed = asked.some((each) => above.has(each.term));
  let best = { at: 0, alone: -1, share: far };
  unit.sentences.forEach(({ terms }, at) => {
    const next = unit.sentences[at + 1]?.terms;
    const alone = share(asked, (each) => terms.has(each));
    const near = share(
      asked,
      (each) => terms.has(each) || above.has(each) || next?.has(each) === true,
    );
    if (alone + near > best.alone + best.share) best = { at, alone, share: Math.max(near, far) };
  });
  return { ...best, headed };
};

const enoughSaid = 60;
/** A sentence of a section as an answer: a question or a few words go on with what follows them. */
export const answerAt = ({ sentences }: Unit, at: number): string => {
  const first = sentences[at];
  if (!first) return "";
  let text = first.text;
  for (const { text: next, block } of sentences.slice(at + 1)) {
    if (block !== first.block || (text.length >= enoughSaid && !text.endsWith("?"))) break;
    text += ` ${next}`;
  }
  return /[.!?:]$/.test(text) ? text : `${text}.`;
};
