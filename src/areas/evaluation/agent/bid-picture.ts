import type { Picture } from "#kernel/picture.ts";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import { lackedBy, type Bid } from "./bids.model.ts";

const results = {
  met: "The panel recorded that it is met",
  not_met: "The panel recorded that it is not met",
  minor: "The panel recorded a minor departure",
  not_applicable: "The panel recorded that it does not apply",
} as const;

type Check = Bid["checks"][number];
const cellOf = (bid: Bid, { item, label, result, answer }: Check) => {
  if (result !== null)
    return { standing: result === "not_met" ? "lacks" : "met", says: results[result] } as const;
  const lacks = lackedBy({ ...bid, checks: bid.checks.filter((each) => each.item === item) });
  if (lacks.some((each) => each.label === label))
    return { standing: "lacks", says: "No answer, and nobody has judged it" } as const;
  return {
    standing: "open",
    says: answer.trim() === "" ? "People look at it" : "Answered, and nobody has judged it",
  } as const;
};

/** Requirements of a solicitation by bid: what is judged, what is not answered. No price and no score. */
export const requirementsOf = (e: EvaluationDetail, bids: readonly Bid[]): Picture | undefined => {
  const asked = bids[0]?.checks ?? [];
  if (asked.length === 0) return undefined;
  return {
    kind: "grid",
    title: `Requirements of ${e.number} by bid`,
    columns: bids.map(({ vendorName }) => vendorName),
    rows: asked.map(({ item, label, mandatory }) => ({
      label: mandatory ? `${label} (mandatory)` : label,
      cells: bids.map((bid) => {
        const check = bid.checks.find((each) => each.item === item);
        return check
          ? cellOf(bid, check)
          : ({ standing: "open", says: "Not asked of this bid" } as const);
      }),
    })),
  };
};
