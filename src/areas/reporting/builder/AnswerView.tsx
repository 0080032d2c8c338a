import { useState } from "react";
import { formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Answered } from "../figure/figure.model.ts";
import { shownFigure } from "../figure/finding.labels.ts";
import type { ChartKind } from "../report/report.labels.ts";
import { chartOf } from "./address.ts";
import { Figure } from "./Figure.tsx";
import { Pivot } from "./Pivot.tsx";

const shownFirst = 100;
const mostDrawn = 60;

/** A row of figures on a phone. */
function Card({
  title,
  cells,
  measures,
  opens,
}: Pick<Answered, "measures"> & {
  title: string;
  cells: Answered["totals"];
  opens: boolean;
}) {
  return (
    <li className="px-4 py-3">
      <p className="font-semibold">{title}</p>
      {cells.map((cell, at) => (
        <p key={measures[at]!.id} className="flex justify-between gap-3 text-13">
          <span className="text-t2">{measures[at]!.label}</span>
          <Figure cell={cell} unit={measures[at]!.unit} opens={opens} />
        </p>
      ))}
    </li>
  );
}

function Rows({ answer, opens }: { answer: Answered; opens: boolean }) {
  const [all, setAll] = useState(false);
  const { by, measures, rows, totals } = answer;
  const shown = all ? rows : rows.slice(0, shownFirst);
  const told = { measures, opens };
  return (
    <>
      <div className="table-scroll max-md:hidden" tabIndex={0} role="region" aria-label="Figures">
        <table className="ledger">
          <thead>
            <tr>
              {by.map((each) => (
                <th key={each.id} scope="col">
                  {each.label}
                </th>
              ))}
              {measures.map((each) => (
                <th key={each.id} scope="col" className="num">
                  {each.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.keys.join("\u0000")}>
                {row.names.map((name, at) => (
                  <td key={by[at]!.id}>{name}</td>
                ))}
                {row.cells.map((cell, at) => (
                  <td key={measures[at]!.id} className="num">
                    <Figure cell={cell} unit={measures[at]!.unit} opens={opens} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {by.map((each, at) => (
                <th key={each.id} scope={at ? undefined : "row"}>
                  {at ? "" : "All"}
                </th>
              ))}
              {totals.map((cell, at) => (
                <td key={measures[at]!.id} className="num font-semibold">
                  <Figure cell={cell} unit={measures[at]!.unit} opens={opens} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <ul className="md:hidden divide-y divide-hair">
        {shown.map((row) => (
          <Card
            key={row.keys.join("\u0000")}
            title={row.names.join(", ")}
            cells={row.cells}
            {...told}
          />
        ))}
        <Card title="All" cells={totals} {...told} />
      </ul>
      {shown.length < rows.length && (
        <p className="p-4">
          <button type="button" className="btn" onClick={() => setAll(true)}>
            Show all {rows.length.toLocaleString("en-US")} rows
          </button>
        </p>
      )}
    </>
  );
}

/** What a question answered: its finding, the picture, and the figures; each cell opens its rows. */
export function AnswerView({
  answer,
  chart,
  opens = true,
}: {
  answer: Answered;
  chart: ChartKind;
  opens?: boolean;
}) {
  const { by, measures, rows, totals, withheld } = answer;
  const [first] = measures;
  const unit = first?.unit ?? "count";
  const drawn = chart === "bar" || chart === "stacked" || chart === "line";
  return (
    <div className="stack">
      {withheld.length > 0 && (
        <p className="text-13 text-t2" role="status">
          Not shown, for you may not read it: {withheld.join(", ")}. An administrator gives the duty
          that does.
        </p>
      )}
      {drawn && first && by.length > 0 && rows.length > 1 && rows.length <= mostDrawn && (
        <Chart
          finding={answer.finding.replace(/\.$/, "")}
          kind={chart}
          axis={by[0]!.label}
          format={(value) =>
            unit === "cents" ? formatCentsShort(value) : shownFigure(value, unit)
          }
          {...chartOf(answer)}
        />
      )}
      {drawn && rows.length > mostDrawn && (
        <p className="text-13 text-t2">
          More than {mostDrawn} rows are not drawn: they stand in the table below.
        </p>
      )}
      {first && by.length === 0 && (
        <Panel title="Figures">
          <Facts
            rows={measures.map((each, at) => [
              each.label,
              <Figure key={each.id} cell={totals[at]!} unit={each.unit} opens={opens} />,
            ])}
          />
        </Panel>
      )}
      {first && by.length > 0 && (
        <Panel
          title={`${rows.length === 1 ? "1 row" : `${rows.length.toLocaleString("en-US")} rows`}`}
          flush
        >
          {rows.length === 0 ? (
            <p className="p-4 text-t2">Nothing fits. Choose another time or other filters.</p>
          ) : chart === "pivot" && by.length > 1 ? (
            <Pivot answer={answer} opens={opens} />
          ) : (
            <Rows answer={answer} opens={opens} />
          )}
        </Panel>
      )}
    </div>
  );
}
