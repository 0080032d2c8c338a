import { Link } from "react-router";
import { formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { chartOf, queryOf } from "../builder/address.ts";
import { Figure } from "../builder/Figure.tsx";
import { FigureRows } from "../builder/FigureRows.tsx";
import { Pivot } from "../builder/Pivot.tsx";
import type { Answered, ReportQuestion } from "../figure/figure.model.ts";
import { shownFigure } from "../figure/finding.labels.ts";
import type { ShownTile } from "./dashboard.model.ts";
import { filtered, type SharedFilters } from "./tile.model.ts";

const rowsShown = 6;
const mostDrawn = 30;

const Said = ({ children }: { children: string }) => (
  <p className="panel p-4 text-13 text-t2">{children}</p>
);

function Waits({ tile }: { tile: ShownTile }) {
  const { data, error } = useList(tile.counts!.api, `${tile.counts!.query}&limit=1`);
  if (error) return <Said>{error.message}</Said>;
  return (
    <Link to={tile.page!} className="panel block p-4 text-t1 hover:bg-s2">
      <span className="block text-28 font-semibold tnum">
        {data
          ? `${data.totalCapped ? "More than " : ""}${(data.total ?? 0).toLocaleString("en-US")}`
          : "…"}
      </span>
      <span className="text-12 text-t2">in the list</span>
    </Link>
  );
}

function MainFigure({ answer }: { answer: Answered }) {
  const [first] = answer.measures;
  const [whole] = answer.totals;
  return (
    <div className="panel p-4">
      <p className="text-28 font-semibold">
        <Figure cell={whole!} unit={first!.unit} opens />
      </p>
      <p className="text-13 text-t2">{answer.finding}</p>
    </div>
  );
}

function Rows({ answer, page, pivot }: { answer: Answered; page: string; pivot: boolean }) {
  const { rows } = answer;
  return (
    <div className="panel">
      {pivot && answer.by.length > 1 ? (
        <Pivot answer={answer} opens />
      ) : (
        <FigureRows
          {...answer}
          rows={rows.slice(0, rowsShown)}
          draw={(cell, { unit }) => <Figure cell={cell} unit={unit} opens />}
        />
      )}
      {!pivot && rows.length > rowsShown && (
        <p className="px-4 py-2 text-13">
          <Link to={page}>All {rows.length.toLocaleString("en-US")} rows</Link>
        </p>
      )}
    </div>
  );
}

function Answer({ tile, answer }: { tile: ShownTile; answer: Answered }) {
  const { look } = tile;
  const [first] = answer.measures;
  const { rows, by, withheld } = answer;
  if (!first) return <Said>{`Not shown, for you may not read it: ${withheld.join(", ")}.`}</Said>;
  if (look === "figure" || by.length === 0) return <MainFigure answer={answer} />;
  if (rows.length === 0) return <Said>Nothing fits this time and these filters.</Said>;
  if (look === "table" || look === "pivot" || rows.length < 2 || rows.length > mostDrawn)
    return <Rows answer={answer} page={tile.page!} pivot={look === "pivot"} />;
  return (
    <Chart
      finding={answer.finding.replace(/\.$/, "")}
      kind={look}
      axis={by[0]!.label}
      format={(value) =>
        first.unit === "cents" ? formatCentsShort(value) : shownFigure(value, first.unit)
      }
      height={220}
      {...chartOf(answer)}
    />
  );
}

function Asked({ tile, question }: { tile: ShownTile; question: ReportQuestion }) {
  const { data, error } = useGet<Answered>(
    "report-figures",
    `/api/v1/report-figures?${queryOf(question)}`,
    { keep: true, anew: true },
  );
  if (error) return <Said>{error.message}</Said>;
  if (!data) return <div className="panel skeleton h-40" role="status" aria-label={tile.name} />;
  return <Answer tile={tile} answer={data} />;
}

/** What a tile shows under the filters of its dashboard, to whoever reads it. */
export function TileBody({
  tile,
  filters,
  names,
}: {
  tile: ShownTile;
  filters: SharedFilters;
  /** What the filters are called, by their ids. */
  names: Readonly<Record<string, string>>;
}) {
  if (tile.why) return <Said>{tile.why}</Said>;
  if (tile.counts) return <Waits tile={tile} />;
  const parts = tile.parts.map(({ id }) => id);
  const { question, apart } = filtered(
    { question: tile.question!, parts, times: tile.times },
    filters,
  );
  if (!question) return <Said>Nothing of this report is among what was chosen above.</Said>;
  return (
    <>
      <Asked tile={tile} question={question} />
      {apart.length > 0 && (
        <p className="text-12 text-t3">
          Shown whole: it is not told by {apart.map((id) => names[id] ?? id).join(", ")}.
        </p>
      )}
    </>
  );
}
