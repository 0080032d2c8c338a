/** What speaks for the section that stands first, and what against it. */
export type Evidence = {
  /** How much of the question its best sentence says with what stands around it, and alone, 0 to 1. */
  share: number;
  alone: number;
  /** How much of it the nearest question beside it says, and how nearly it is the same. */
  says: number;
  near: number;
  /** The logarithm of its points, and of its chance against all others together. */
  points: number;
  likely: number;
  /** The chance of the next section, and of the next page, as parts of its own. */
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
  /** 1 where title and headings name all that is asked, and those of no other section do. */
  titled: number;
};

/**
 * How much each piece counts: a logistic regression over the questions of `asked.json`, each asked of
 * an index that does not know it (`node bench/help-doubt.ts`).
 */
const counts: Readonly<Record<keyof Evidence, number>> = {
  share: -0.183,
  alone: 0.199,
  says: 0.472,
  near: -1,
  points: 0.148,
  likely: 0.696,
  next: -0.208,
  beyond: -0.432,
  ahead: 0.035,
  words: 0.091,
  lacks: -0.387,
  unknown: -0.112,
  begins: -0.21,
  headed: 0.062,
  titled: -0.028,
};
const base = -0.491;
/** From which likelihood on it is said to be the answer: of held-out wrong ones one in ten is. */
const sureFrom = 0.68;

/** How likely the first section answers, 0 to 1. */
const likelihood = (evidence: Evidence): number => {
  const sum = Object.entries(counts).reduce(
    (total, [name, weight]) => total + weight * evidence[name as keyof Evidence],
    base,
  );
  return 1 / (1 + Math.exp(-sum));
};

/**
 * Whether the first section is said to be the answer: it is likely, or its headings alone name all that is
 * asked. Never where it holds one of several.
 */
export const isSure = (evidence: Evidence): boolean => {
  const several = evidence.words >= 2 || evidence.lacks === 0;
  const named = evidence.titled === 1;
  return (named || likelihood(evidence) >= sureFrom) && several;
};
