import { ruleLabels, type Rule } from "./award.model.ts";
import type { ScenarioRecord, StoredAnswer } from "./scenario.service.ts";
import type { ScenarioView } from "./scenario.fields.model.ts";

/**
 * A stored scenario as the screen compares it. What a rule costs is the difference of the judged
 * optima; `atMostCents` where the one without it is not proven.
 */
export const viewOf = (
  row: ScenarioRecord & { answer: StoredAnswer | null; stale?: boolean },
): ScenarioView => {
  const { answer, problem } = row;
  const judged = answer?.judgedCents ?? null;
  return {
    id: row.id,
    stale: row.stale ?? false,
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
    rulePrices: row.rulePrices.map(({ rule, judgedCents, boundCents }) => ({
      rule,
      label: ruleLabels[rule],
      costCents: judgedCents === null || judged === null ? null : judged - judgedCents,
      atMostCents:
        boundCents === null || judged === null || boundCents === judgedCents
          ? null
          : judged - boundCents,
    })),
  };
};
