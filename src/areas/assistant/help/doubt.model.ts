/** What speaks for the section that stands first, and what against it. */
export type Evidence = {
  /** How much of the question its best sentence says with what stands around it, and alone, 0 to 1. */
  share: number;
  alone: number;
  /** How much of it the nearest question beside it says, and how nearly it is the same. */
  says: number;
  near: number;
  /** The logarithm of its points; those of the next section, and of the next page, as parts of them. */
  points: number;
  next: number;
  beyond: number;
  /** How much more it says than the next ones. */
  ahead: number;
  /** How many of the things asked it holds, and the part that it lacks. */
  words: number;
  lacks: number;
  /** The part of what is asked that stands nowhere in the guide. */
  unknown: number;
  /** 1 where it is the beginning of a page; 1 where a heading names something asked. */
  begins: number;
  headed: number;
};

/**
 * How much each piece counts: a logistic regression over the questions of `asked.json`, each asked of
 * an index that does not know it (`node bench/help-doubt.ts`).
 */
const counts: Readonly<Record<keyof Evidence, number>> = {
  share: -0.2,
  alone: 1.01,
  says: -3.76,
  near: 1.57,
  points: 0.24,
  next: -1.63,
  beyond: -0.46,
  ahead: -0.04,
  words: -0.06,
  lacks: -0.79,
  unknown: -0.31,
  begins: -0.14,
  headed: 0.03,
};
const base = 0.09;
/** From which likelihood on it is said to be the answer: of wrong ones one in seven is. */
const sureFrom = 0.4;

/** How likely the first section answers, 0 to 1. */
const likelihood = (evidence: Evidence): number => {
  const sum = Object.entries(counts).reduce(
    (total, [name, weight]) => total + weight * evidence[name as keyof Evidence],
    base,
  );
  return 1 / (1 + Math.exp(-sum));
};

/** Whether the first section is said to be the answer; never where it holds one of several things asked. */
export const isSure = (evidence: Evidence): boolean =>
  likelihood(evidence) >= sureFrom && (evidence.words >= 2 || evidence.lacks === 0);
