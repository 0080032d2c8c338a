import { ruleLabels, type Rule } from "./award.model.ts";
import type { ScenarioRecord, StoredAnswer } from "./scenario.service.ts";
import type { ScenarioView } from "./scenario.fields.model.ts";

const shownPoints = (hundredths: number | null | undefined): string | null =>
  hundredths == null ? null : (hundredths / 100).toFixed(2);

/**
 * A stored scenario as the screen compares it. What a rule costs is the difference of the judged
 * optima; `atMostCents` where the one without it is not proven.
 */
export const viewOf = (
  row: ScenarioRecord & { answer: StoredAnswer | null; stale?: boolean },
  departures: readonly string[] = [],
): ScenarioView => {
  const { answer, problem } = row;
  const judged = answer?.judgedCents ?? null;
  return {
    id: row.id,
    stale: row.stale ?? false,
    points: shownPoints(answer?.points),
    pointsBound: shownPoints(answer?.pointsBound),
    departures: [...departures],
    name: row.name,
    kind: row.kind,
    status: row.status,
    jobId: row.jobId,
    createdAt: row.createdAt,
    rules: row.rules,
    judgedCents: judged,
    boundCents: answer?.boundCents ?? null,
    paidCents: answer?.paidCents ?? null,
    vendors: answer?.parts.length ?? 0,
    seconds: answer?.seconds ?? 0,
    bids: answer?.bids ?? 0,
    bidsKept: answer?.bidsKept ?? 0,
    broken: (answer?.broken ?? []).map((rule) => ruleLabels[rule as Rule]),
    notes: answer?.notes ?? [],
    parts: (answer?.parts ?? []).map((part) => ({ ...part, lines: [...part.lines] })),
    lots: problem.lots.map((lot, l) => ({
      name: lot.name,
      shares: (answer?.award ?? [])
        .filter((part) => part.lot === l)
        .map((part) => ({ vendorName: problem.vendors[part.vendor]!.name, percent: part.percent })),
    })),
    rulePrices: row.rulePrices.map(({ rule, judgedCents, boundCents, points }) => ({
      rule,
      label: ruleLabels[rule],
      costCents: judgedCents === null || judged === null ? null : judged - judgedCents,
      atMostCents:
        boundCents === null || judged === null || boundCents === judgedCents
          ? null
          : judged - boundCents,
      costPoints:
        answer?.points == null || points == null ? null : shownPoints(points - answer.points),
    })),
  };
};
