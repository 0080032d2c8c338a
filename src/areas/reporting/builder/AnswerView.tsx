import { formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Answered } from "../figure/figure.model.ts";
import { shownFigure } from "../figure/finding.labels.ts";
import type { ChartKind } from "../report/report.labels.ts";
import { RowExplanations } from "../variance/RowExplanations.tsx";
import { chartOf } from "./address.ts";
import { Figure } from "./Figure.tsx";
import { FigureRows } from "./FigureRows.tsx";
import { Pivot } from "./Pivot.tsx";

const mostDrawn = 60;

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
  const several = by.find((each) => each.overlaps);
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
      {several && first && (
        <p className="text-13 text-t2">
          {`What has several of ${several.label.toLowerCase()} counts in each of them, and once in the whole: the rows come to more than it.`}
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
            <FigureRows
              {...answer}
              draw={(cell, { unit: shown }) => <Figure cell={cell} unit={shown} opens={opens} />}
            />
          )}
        </Panel>
      )}
      <RowExplanations answer={answer} now={opens} />
    </div>
  );
}
