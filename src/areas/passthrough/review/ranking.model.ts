import { canonicalJson } from "#kernel/canonical-json.ts";
import { hundredthsOf, pointsText, scorePoints } from "#kernel/scoring.ts";

export type SheetCriterion = { id: string; name: string; weight: number; maxScore: number };
/** Everything that a ranking of applications is computed from. */
export type ProgramSheet = {
  format: "levee-program-sheet-1";
  program: string;
  criteria: readonly SheetCriterion[];
  applications: readonly {
    id: string;
    number: string;
    applicant: string;
    requested: number;
    /** Agreed score by criterion. */
    scores: Readonly<Record<string, string>>;
  }[];
  individual: readonly {
    reviewer: string;
    applicationId: string;
    criterionId: string;
    score: string;
  }[];
};
export type Ranked = {
  id: string;
  number: string;
  applicant: string;
  requested: number;
  rank: number;
  total: string;
  lines: { criterionId: string; points: string; step: string }[];
};

/**
 * The ranking of a sheet by weighted points; the same points share a rank and people decide. Pure:
 * the same sheet gives the same ranking, byte for byte.
 */
export const rankApplications = (sheet: ProgramSheet): Ranked[] => {
  const worked = sheet.applications.map((a) => {
    const lines = sheet.criteria.map((c) => ({
      criterionId: c.id,
      ...scorePoints(c.weight * 100, hundredthsOf(a.scores[c.id] ?? "0"), c.maxScore),
    }));
    return { ...a, lines, sum: lines.reduce((n, l) => n + l.hundredths, 0) };
  });
  return worked
    .map(({ scores: _s, sum, lines, ...a }) => ({
      ...a,
      rank: 1 + worked.filter((other) => other.sum > sum).length,
      total: pointsText(sum),
      lines: lines.map(({ hundredths, ...l }) => ({ ...l, points: pointsText(hundredths) })),
    }))
    .sort((a, b) => a.rank - b.rank || (a.number < b.number ? -1 : 1));
};

/** The sheet as it is frozen and digested. */
export const programSheetText = (sheet: ProgramSheet): string => canonicalJson(sheet);

/** The mean of scores of at most two decimals, rounded half up to two decimals. */
export const meanOf = (scores: readonly string[]): string => {
  const sum = scores.reduce((n, score) => n + hundredthsOf(score), 0);
  const n = scores.length;
  return n ? pointsText(Math.floor((2 * sum + n) / (2 * n))) : "0.00";
};
