import { formatCents } from "#kernel/money.ts";
import { formatDate } from "#kernel/dates.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { ScheduleDetail } from "../schedule.model.ts";

const ratio = (value: number | null, formula: string): string | null =>
  value === null ? null : `${value.toFixed(2)} (${formula})`;

/** Earned value of the schedule on its data date, each figure with how it comes about. */
export function Earned({ of: { money, dataDate } }: { of: ScheduleDetail }) {
  if (money.budgetCents === 0)
    return (
      <Panel title="Earned value">
        <p className="text-t2">No task carries cost yet: there is nothing to earn.</p>
      </Panel>
    );
  return (
    <Panel title="Earned value">
      <p className="text-12 text-t2">Until {formatDate(dataDate)}</p>
      <Facts
        rows={[
          ["Cost of all tasks", formatCents(money.budgetCents)],
          [
            "Planned value",
            money.plannedCents === null
              ? "Unknown: no baseline is approved"
              : `${formatCents(money.plannedCents)} (due by the baseline)`,
          ],
          ["Earned value", `${formatCents(money.earnedCents)} (cost × percent)`],
          ["Actual cost", `${formatCents(money.actualCents)} (the ledger)`],
          ["Schedule performance", ratio(money.spi, "earned ÷ planned")],
          ["Cost performance", ratio(money.cpi, "earned ÷ actual")],
          [
            "Estimate at completion",
            money.estimateAtCompletionCents === null
              ? null
              : `${formatCents(money.estimateAtCompletionCents)} (cost ÷ cost performance)`,
          ],
        ]}
      />
    </Panel>
  );
}
