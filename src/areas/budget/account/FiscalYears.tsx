import { useState } from "react";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { FiscalYear } from "../budget.model.ts";
import { fiscalYearDays } from "./fiscal-year.model.ts";

const YearDialog = dialogOnDemand(async () => (await import("./YearDialog.tsx")).YearDialog);
const CloseYearDialog = dialogOnDemand(
  async () => (await import("./CloseYearDialog.tsx")).CloseYearDialog,
);
const ReopenYearDialog = dialogOnDemand(
  async () => (await import("./CloseYearDialog.tsx")).ReopenYearDialog,
);

const tones = { planned: "neutral", open: "success", closed: "neutral" } as const;
const words = { planned: "Planned", open: "Open", closed: "Closed" } as const;

/** A year whose last day is over waits for its closing. */
function YearStatus({ year, today }: { year: FiscalYear; today: string }) {
  return year.status === "open" && year.endsOn < today ? (
    <Badge tone="warning" label="Ended, to close" />
  ) : (
    <Badge tone={tones[year.status]} label={words[year.status]} />
  );
}

/** The year to offer: the one after the newest, or the one that today lies in. */
const nextYear = (items: readonly FiscalYear[], firstMonth: number, day: string): number => {
  if (items[0]) return items[0].year + 1;
  const year = Number(day.slice(0, 4));
  return fiscalYearDays(year, firstMonth).endsOn < day ? year + 1 : year;
};

type Ending = { row: FiscalYear; to: "close" | "reopen" };

/**
 * What can be done with a year: one that has ended is closed, the one closed last is opened again.
 */
function YearActions({
  year,
  items,
  onCorrect,
  onEnd,
}: {
  year: FiscalYear;
  items: readonly FiscalYear[];
  onCorrect: () => void;
  onEnd: (ending: Ending) => void;
}) {
  const latestClosed = items.find((y) => y.status === "closed")?.id === year.id;
  if (year.status === "closed")
    return latestClosed ? (
      <button
        type="button"
        className="btn btn-small"
        aria-label={`Open ${year.year} again`}
        onClick={() => onEnd({ row: year, to: "reopen" })}
      >
        Open again
      </button>
    ) : null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <button
        type="button"
        className="btn btn-small"
        aria-label={`Correct the days of ${year.year}`}
        onClick={onCorrect}
      >
        Correct
      </button>
      <button
        type="button"
        className="btn btn-small"
        aria-label={`Close ${year.year}`}
        onClick={() => onEnd({ row: year, to: "close" })}
      >
        Close
      </button>
    </span>
  );
}

/**
 * The agency's fiscal years, and the dialog that opens one: nothing can be asked for on a day that
 * no open year covers.
 */
export function FiscalYears() {
  const { can, me } = useAuth();
  const { timeZone } = useAgency();
  const today = dateIn(new Date().toISOString(), timeZone);
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years");
  const [opened, setOpened] = useState<{ row: FiscalYear | null } | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const items = years.data?.items ?? [];
  const open = can("budget.edit") ? (
    <button type="button" className="btn btn-small" onClick={() => setOpened({ row: null })}>
      Open a year
    </button>
  ) : undefined;
  return (
    <Panel title="Fiscal years" flush aside={items.length > 0 && open}>
      {years.isPending && <TableSkeleton columns={4} />}
      {years.isError && (
        <ErrorPanel
          error={years.error}
          what="The fiscal years"
          onRetry={() => void years.refetch()}
        />
      )}
      {years.data && items.length === 0 && (
        <EmptyState kind="first-use" title="No fiscal year yet" action={open}>
          Requisitions and orders are charged to the year of their day: open the current year first,
          then add funds and accounts.
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((y) => (
            <li
              key={y.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2 first:border-t-0"
            >
              <b className="mono font-medium">{y.year}</b>
              <span>
                {formatDate(y.startsOn)} to {formatDate(y.endsOn)}
              </span>
              <YearStatus year={y} today={today} />
              {can("budget.edit") && (
                <span className="ml-auto">
                  <YearActions
                    year={y}
                    items={items}
                    onCorrect={() => setOpened({ row: y })}
                    onEnd={setEnding}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <YearDialog
          row={opened.row}
          next={nextYear(items, me?.org?.fiscalYearStartMonth ?? 7, today)}
          onClose={() => setOpened(null)}
        />
      )}
      {ending?.to === "close" && (
        <CloseYearDialog row={ending.row} onClose={() => setEnding(null)} />
      )}
      {ending?.to === "reopen" && (
        <ReopenYearDialog row={ending.row} onClose={() => setEnding(null)} />
      )}
    </Panel>
  );
}
