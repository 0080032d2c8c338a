import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { stepAfter } from "#kernel/forecast/steps.ts";
import { outlookMethods } from "#kernel/forecast/method.labels.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import type { ChartPoint } from "#web/kit/chart/chartProps.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { LookedBack, SeriesAnswer } from "./outlook.model.ts";
import { chosenWords, figure, figureShort, stepWords, tooShort } from "./outlook.labels.ts";

type Said = NonNullable<SeriesAnswer["outlook"]>;
const shownOf = { month: 36, week: 78 } as const;

const pointsOf = ({ every, first, values, outlook }: SeriesAnswer): ChartPoint[] => {
  const from = Math.max(0, values.length - shownOf[every]);
  const past = values.slice(from).map((value, n) => ({
    label: stepWords(every, stepAfter(every, first, from + n)),
    // The line of what is said begins where the line of what came ends.
    values: { came: value, said: from + n === values.length - 1 ? value : null },
  }));
  const next = (outlook?.points ?? []).map((point) => ({
    label: stepWords(every, stepAfter(every, first, values.length + point.step - 1)),
    values: {
      came: null,
      said: point.value,
      low80: point.band80?.low ?? null,
      high80: point.band80?.high ?? null,
      low95: point.band95?.low ?? null,
      high95: point.band95?.high ?? null,
    },
  }));
  return [...past, ...next];
};

const findingOf = ({ label, unit, every, first, values, outlook, needs }: SeriesAnswer): string => {
  // The chart ends its title itself.
  if (!outlook)
    return `${label}: ${tooShort({ has: values.length, needs, every }).replace(/\.$/, "")}`;
  const [next] = outlook.points;
  const band = next!.band80;
  return `${label}: ${figure(unit, next!.value)} in ${stepWords(every, stepAfter(every, first, values.length))}${
    band ? `, 80 of 100 between ${figure(unit, band.low)} and ${figure(unit, band.high)}` : ""
  }`;
};

const inside = (coverage: { inside: number; of: number } | null): string =>
  coverage
    ? `${Math.round((100 * coverage.inside) / coverage.of)} % of ${coverage.of}`
    : "Too few to say";

type OfSeries = Pick<SeriesAnswer, "unit" | "every">;
const stepLabel = { month: "Month", week: "Week" } as const;

function Steps({ outlook, unit, every }: OfSeries & { outlook: Said }) {
  return (
    <Panel title="How wrong it would have been, by distance" flush>
      <LineTable
        label="Errors by distance"
        lines={outlook.steps}
        keyOf={(step) => String(step.step)}
        across={2}
        parts={[
          {
            label: `${stepLabel[every]}s ahead`,
            as: "title",
            cell: (s) => `${s.step} ahead`,
          },
          { label: "Forecasts of the past", cell: (s) => s.tested },
          {
            label: "Off by",
            as: "amount",
            cell: (s) => (s.off === null ? "—" : figureShort(unit, s.off)),
          },
          {
            label: "Naive off by",
            cell: (s) => (s.naiveOff === null ? "—" : figureShort(unit, s.naiveOff)),
          },
          { label: "Inside a band of 80", cell: (s) => inside(s.inside80) },
          { label: "Inside a band of 95", cell: (s) => inside(s.inside95) },
        ]}
      />
    </Panel>
  );
}

function Methods({ outlook }: { outlook: Said }) {
  return (
    <Panel title={`${outlookMethods[outlook.method]}. ${chosenWords[outlook.chosen]}`} flush>
      <LineTable
        label="Methods"
        lines={outlook.scores}
        keyOf={(score) => score.method}
        across={2}
        parts={[
          { label: "Method", as: "title", cell: (s) => outlookMethods[s.method] },
          { label: "Forecasts", cell: (s) => s.tested },
          { label: "MASE", as: "amount", cell: (s) => s.mase?.toFixed(2) ?? "—" },
          { label: "By naive error", cell: (s) => s.relativeError?.toFixed(2) ?? "—" },
          {
            label: "Chance of such a lead",
            cell: (s) =>
              s.method === "naive" || s.chance === null ? "—" : `${(s.chance * 100).toFixed(1)} %`,
          },
          {
            label: "Proven",
            words: true,
            cell: (s) => (s.method === "naive" ? "" : s.beats ? "Beats naive" : "No"),
          },
        ]}
      />
    </Panel>
  );
}

function LookedBackTable({ rows, unit, every }: OfSeries & { rows: readonly LookedBack[] }) {
  return (
    <LineTable
      label="What we said and what came"
      lines={rows}
      keyOf={(row) => `${row.madeOn} ${row.month}`}
      across={2}
      parts={[
        {
          label: stepLabel[every],
          as: "title",
          cell: (row) => `${stepWords(every, row.month)}, said on ${formatDate(row.madeOn)}`,
        },
        { label: "Said", cell: (row) => figureShort(unit, row.said) },
        { label: "Came", as: "amount", cell: (row) => figureShort(unit, row.came) },
        { label: "Off by", cell: (row) => figureShort(unit, Math.abs(row.said - row.came)) },
        {
          label: "Naive off by",
          cell: (row) =>
            row.naive === null ? "—" : figureShort(unit, Math.abs(row.naive - row.came)),
        },
        {
          label: "Inside its band",
          words: true,
          cell: (row) =>
            row.low === null || row.high === null
              ? "It had none"
              : row.low <= row.came && row.came <= row.high
                ? "Inside"
                : "Outside",
        },
      ]}
    />
  );
}

function Answer({ answer }: { answer: SeriesAnswer }) {
  const { outlook, unit, every, lookedBack, frozen, page } = answer;
  return (
    <div className="stack">
      <Chart
        finding={findingOf(answer)}
        kind="line"
        axis={stepLabel[every]}
        format={(value) => figureShort(unit, value)}
        series={[
          { id: "came", label: "What came" },
          { id: "said", label: "Forecast" },
        ]}
        bands={
          outlook
            ? [
                { label: "95 of 100", low: "low95", high: "high95" },
                { label: "80 of 100", low: "low80", high: "high80" },
              ]
            : []
        }
        points={pointsOf(answer)}
        height={300}
        note={
          <>
            Whole {every}s only; the running one is left out.
            {outlook && " The narrow band is for 80 of 100, the wide one for 95."}{" "}
            {answer.note && `${answer.note} `}
            <Link className="link underline" to={page}>
              The records behind it
            </Link>
          </>
        }
      />
      {outlook && <Methods outlook={outlook} />}
      {outlook && <Steps outlook={outlook} unit={unit} every={every} />}
      <Panel title="What we said, what came" flush={lookedBack.length > 0}>
        {lookedBack.length > 0 ? (
          <LookedBackTable rows={lookedBack} unit={unit} every={every} />
        ) : (
          <p className="text-t2">
            {frozen > 0
              ? `What was said is kept; no ${every} of it is over yet.`
              : "Nothing is kept yet. Once a month, in the morning, what is said then is kept."}
          </p>
        )}
      </Panel>
    </div>
  );
}

/** One series: what is said of it, how wrong such forecasts were, what was said before and what came. */
export function SeriesView({ of }: { of: string }) {
  const found = useGet<SeriesAnswer>("outlook", `/api/v1/outlook/${of}`);
  return (
    <>
      <p className="mb-1">
        <Link className="link" to="/predictive-ai">
          Outlook
        </Link>
      </p>
      <h1 className="mb-4 text-22 font-semibold">
        {found.data ? `${found.data.group}: ${found.data.label}` : "Series"}
      </h1>
      {found.isPending && <TableSkeleton columns={4} />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The series" onRetry={() => void found.refetch()} />
      )}
      {found.data && found.data.values.length === 0 && (
        <EmptyState kind="first-use" title={`No whole ${found.data.every} of it yet`} />
      )}
      {found.data && found.data.values.length > 0 && <Answer answer={found.data} />}
    </>
  );
}
