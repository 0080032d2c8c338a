/** What speaks for a section of all that hold something of a question; most are logarithms. */
export type Marks = {
  /** Its points of BM25+ as a part of the best ones. */
  score: number;
  /** How much its best sentence and the nearest question beside it say together. */
  told: number;
  /** How much of what is asked stands anywhere in it, and how much its page speaks of it. */
  holds: number;
  topic: number;
  /** Its length in terms, and how many questions stand beside it. */
  length: number;
  lines: number;
  /** How much of the question the nearest one says, how near it is, how much the best sentence says alone. */
  says: number;
  near: number;
  alone: number;
  /** How much its page speaks of what is asked, 0 to 1, and the part of what is asked that it holds by its word. */
  speaks: number;
  words: number;
  /** How much of its own heading is asked. */
  called: number;
  /** How much likelier its words are where this section is spoken of. */
  spoken: number;
};

/**
 * How much each counts: a conditional logistic regression over the questions of `asked.json`, each asked
 * of an index that does not know it (`node bench/help-doubt.ts`).
 */
const counts: Readonly<Record<keyof Marks, number>> = {
  score: 0.419,
  told: 0.931,
  holds: 0.588,
  topic: 0.669,
  length: -0.3,
  lines: 0.495,
  says: -2.625,
  near: 1.763,
  alone: 1.261,
  speaks: 0.108,
  called: 0.167,
  words: 0.387,
  spoken: 0.293,
};

/** How high a section stands: the logarithm of its chance, but for what all share. */
export const standingOf = (marks: Marks): number =>
  Object.entries(counts).reduce(
    (sum, [name, weight]) => sum + weight * marks[name as keyof Marks],
    0,
  );

type Standing = { standing: number; likely: number };
/** The highest first, each with how likely it is the one that answers: all together are 1. */
export const byStanding = <S extends Standing>(ranked: readonly S[]): S[] => {
  const most = Math.max(...ranked.map(({ standing }) => standing));
  const whole = ranked.reduce((sum, { standing }) => sum + Math.exp(standing - most), 0);
  return ranked
    .map((each) => ({ ...each, likely: Math.exp(each.standing - most) / whole }))
    .toSorted((a, b) => b.standing - a.standing);
};
