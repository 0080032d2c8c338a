import { useState, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents, parseMoney } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { OutlookAnswer, OutlookRow, UnwantedRow } from "./outlook.model.ts";
import {
  cashFinding,
  chosenShort,
  figureShort,
  monthWords,
  outlookFinding,
  tooShort,
} from "./outlook.labels.ts";
import { askedOf, queryOf } from "../builder/address.ts";
import { SeriesView } from "./SeriesView.tsx";

const shownFirst = 10;

function Small({ children }: { children: ReactNode }) {
  return <span className="mt-1 block text-13 font-normal text-t2">{children}</span>;
}

function Unwanted({ rows }: { rows: readonly UnwantedRow[] }) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Panel title="What nobody wants, by money and nearness" flush>
      <LineTable
        label="What nobody wants"
        lines={all ? rows : rows.slice(0, shownFirst)}
        keyOf={(row) => row.id}
        across={2}
        parts={[
          {
            label: "What",
            as: "title",
            cell: (row) => (
              <>
                <Link className="link" to={row.opens}>
                  {row.text}
                </Link>
                <Small>
                  {row.band ?? "No band"}; {row.error}.
                </Small>
              </>
            ),
          },
          {
            label: "When",
            as: "amount",
            cell: (row) => (row.on ? formatDate(row.on) : "In a year"),
          },
        ]}
      />
      {rows.length > shownFirst && (
        <p className="px-4 py-3">
          <button type="button" className="btn btn-small" onClick={() => setAll(!all)}>
            {all ? "Show the first ten" : `Show all ${rows.length}`}
          </button>
        </p>
      )}
    </Panel>
  );
}

function OnHand({ cents, set }: { cents: number | null; set: (cents: number | null) => void }) {
  const [text, setText] = useState(cents === null ? "" : formatCents(cents, { symbol: false }));
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        set(text.trim() ? parseMoney(text) : null);
      }}
    >
      <label className="field">
        <span>On hand today, $</span>
        <input
          className="field-control w-40"
          inputMode="decimal"
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      </label>
      <button type="submit" className="btn">
        Reckon with it
      </button>
    </form>
  );
}

function Cash({
  cash,
  onHand,
  set,
}: {
  cash: NonNullable<OutlookAnswer["cash"]>;
  onHand: number | null;
  set: (cents: number | null) => void;
}) {
  return (
    <section id="cash" className="stack">
      <Chart
        finding={cashFinding(cash.weeks, cash.lowest.cents, onHand !== null)}
        kind="line"
        axis="Week from"
        format={(value) => figureShort("cents", value)}
        series={[
          { id: "goes", label: "Goes out" },
          { id: "comes", label: "Comes in" },
          { id: "balance", label: onHand === null ? "Comes less goes, so far" : "On hand then" },
        ]}
        points={cash.weeks.map((week) => ({
          label: formatDate(week.from).replace(/, \d{4}$/, ""),
          values: { goes: week.goes, comes: week.comes, balance: week.balance },
        }))}
        note={
          <>
            Reckoned from invoices by their due day and drawdowns by how long they usually took, not
            by a method: pay and taxes are not in it. What was due before today is due now.
            {cash.undated.n > 0 &&
              ` ${formatCents(cash.undated.cents)} is expected on no known day and counts nowhere.`}
          </>
        }
      />
      <OnHand cents={onHand} set={set} />
    </section>
  );
}

const nextOf = ({ said, unit }: OutlookRow): string => {
  if (!said) return "—";
  const { value, band80 } = said.next;
  const about = figureShort(unit, value);
  return band80
    ? `${about} (${figureShort(unit, band80.low)} to ${figureShort(unit, band80.high)})`
    : about;
};

function SeriesTable({ rows }: { rows: readonly OutlookRow[] }) {
  return (
    <Panel title="Every series" flush>
      <LineTable
        label="Series"
        lines={rows}
        keyOf={(row) => row.id}
        across={2}
        parts={[
          {
            label: "Series",
            as: "title",
            cell: (row) => (
              <>
                <Link className="link" to={`?series=${encodeURIComponent(row.id)}`}>
                  {row.group}: {row.label}
                </Link>
                {!row.said && <Small>{tooShort(row)}</Small>}
              </>
            ),
          },
          { label: "Months known", cell: (row) => row.has },
          {
            label: "Next, 80 of 100",
            as: "amount",
            cell: nextOf,
          },
          {
            label: "Error by naive error",
            cell: (row) => row.said?.relativeError?.toFixed(2) ?? "—",
          },
          {
            label: "Why",
            words: true,
            cell: (row) =>
              row.said
                ? `${monthWords(row.said.month)}. ${chosenShort[row.said.chosen]}`
                : "Nothing is said",
          },
        ]}
      />
    </Panel>
  );
}

function Answer() {
  const [search, setSearch] = useSearchParams();
  const given = search.get("onHand");
  const onHand = given !== null && /^-?\d{1,15}$/.test(given) ? Number(given) : null;
  const found = useGet<OutlookAnswer>(
    "outlook",
    `/api/v1/outlook${onHand === null ? "" : `?onHand=${onHand}`}`,
    { first: true, keep: true },
  );
  if (found.isPending) return <TableSkeleton columns={4} />;
  if (!found.data)
    return (
      <ErrorPanel error={found.error} what="The outlook" onRetry={() => void found.refetch()} />
    );
  const { unwanted, cash, series, saved, withheld } = found.data;
  return (
    <div className="stack">
      <Finding
        parts={outlookFinding(unwanted)}
        none="No forecast says that something happens which nobody wants."
      />
      <Unwanted rows={unwanted} />
      {cash && (
        <Cash
          cash={cash}
          onHand={onHand}
          set={(cents) =>
            setSearch(cents === null ? {} : { onHand: String(cents) }, { replace: true })
          }
        />
      )}
      {series.length > 0 ? (
        <SeriesTable rows={series} />
      ) : (
        <EmptyState kind="first-use" title="No series yet">
          A series begins with the first whole month of records that you may read.
        </EmptyState>
      )}
      {saved.length > 0 && (
        <Panel title="Of your reports by month or week" flush>
          <ul className="divide-y divide-hair">
            {saved.map((each) => (
              <li key={each.id} className="px-4 py-2">
                <Link className="link" to={`?series=${encodeURIComponent(each.id)}`}>
                  {each.name}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {withheld.length > 0 && (
        <p className="text-t2">
          Not shown, for want of a permission: {withheld.join(", ")}. An administrator gives duties
          under Team.
        </p>
      )}
    </div>
  );
}

/** /predictive-ai: what forecasts say will come, what nobody wants first, each with how wrong they were. */
export default function Outlook() {
  const [search] = useSearchParams();
  const series = search.get("series");
  if (series) return <SeriesView key={series} of={`series?id=${encodeURIComponent(series)}`} />;
  // A question of the report builder, of whose figure is looked ahead.
  const question = askedOf(search);
  if (question.measures.length > 0) {
    const asked = queryOf(question);
    return <SeriesView key={asked} of={`question?${asked}`} />;
  }
  return (
    <>
      <h1 className="mb-4 text-22 font-semibold">Outlook</h1>
      <Answer />
    </>
  );
}
