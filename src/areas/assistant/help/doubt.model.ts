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
  share: 0.071,
  alone: 0.198,
  says: -0.639,
  near: -0.121,
  points: 0.113,
  likely: 0.789,
  next: -0.357,
  beyond: -0.098,
  ahead: -0.026,
  words: 0.211,
  lacks: 0.277,
  unknown: -0.698,
  begins: -0.247,
  headed: 0.015,
  titled: 0.368,
};
const base = -0.674;
/** From which likelihood on it is said to be the answer: of held-out wrong ones one in ten is. */
const sureFrom = 0.5;

/** How likely the first section answers, 0 to 1. */
const likelihood = (evidence: Evidence): number => {
  const sum = Object.entries(counts).reduce(
    (total, [name, weight]) => total + weight * evidence[name as keyof Evidence],
    base,
  );
  return 1 / (1 + Math.exp(-sum));
};

/**
 * Whether the first section is said to be the answer: it is likely, or its headings alone name the several
 * things asked. Never where it holds one of several.
 */
export const isSure = (evidence: Evidence): boolean => {
  const named = evidence.titled === 1 && evidence.words >= 2;
  const several = evidence.words >= 2 || evidence.lacks === 0;
  return (named || likelihood(evidence) >= sureFrom) && several;
};
