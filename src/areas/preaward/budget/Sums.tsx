import { formatCents } from "#kernel/money.ts";
import type { BudgetRule } from "./budget-rules.model.ts";
import { objectClasses, type ObjectClass } from "./budget.labels.ts";
import type { Budget } from "./budget.model.ts";
import type { Cell, Workings } from "./workings.model.ts";

const sum = (cells: readonly Cell[], of: (cell: Cell) => number) =>
  cells.reduce((n, cell) => n + of(cell), 0);

/** What follows from a budget: object classes by year, base, indirect costs, match, federal share. */
export function Sums({
  of,
  budget,
  rule,
}: {
  of: Workings;
  budget: Pick<Budget, "years">;
  rule: BudgetRule;
}) {
  const years = Array.from({ length: budget.years }, (_, year) =>
    of.cells.flatMap((row) => row[year] ?? []),
  );
  const rows: [string, (cell: Cell) => number][] = [
    ...Object.entries(objectClasses).map(([key, label]): [string, (cell: Cell) => number] => [
      label,
      (cell) => cell.classes[key as ObjectClass],
    ]),
    ["i. Direct costs", (cell) => cell.direct],
    ["Base of indirect costs", (cell) => cell.base],
    ["j. Indirect costs", (cell) => cell.indirect],
    ["k. Total", (cell) => cell.total],
    ["Match", (cell) => cell.match],
    ["Federal", (cell) => cell.federal],
  ];
  return (
    <div className="stack">
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Sums of the budget">
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Cost</th>
              {years.map((_, at) => (
                <th key={at} scope="col" className="num">
                  Year {at + 1}, $
                </th>
              ))}
              <th scope="col" className="num">
                All, $
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {years.map((cells, at) => (
                  <td key={at} className="num">
                    {formatCents(sum(cells, value), { symbol: false })}
                  </td>
                ))}
                <td className="num">
                  {formatCents(sum(of.cells.flat(), value), { symbol: false })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-13 text-t3">
        Equipment from {formatCents(rule.equipmentCents)} a unit and more than a year's use; de
        minimis rate {rule.deMinimisBp / 100} %; of each subaward the first{" "}
        {formatCents(rule.subawardCapCents)} count. {rule.citation}.
      </p>
    </div>
  );
}
