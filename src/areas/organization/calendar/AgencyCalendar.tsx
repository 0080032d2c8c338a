import { ChevronLeft, ChevronRight, Download, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { CalendarAnswer, ClosureRow } from "./calendar.model.ts";
import { MonthGrid } from "./MonthGrid.tsx";
import { WeekForm } from "./WeekForm.tsx";

const AddClosure = dialogOnDemand(async () => (await import("./ClosureDialogs.tsx")).AddClosure);
const ImportClosures = dialogOnDemand(
  async () => (await import("./ClosureDialogs.tsx")).ImportClosures,
);

const span = ({ firstDay, lastDay }: ClosureRow) =>
  firstDay === lastDay ? formatDate(firstDay) : `${formatDate(firstDay)} to ${formatDate(lastDay)}`;

function Closures({ calendar }: { calendar: CalendarAnswer }) {
  const act = useMutationAction("agency-calendar");
  const remove = async (closure: ClosureRow) => {
    try {
      await act.mutateAsync({ method: "DELETE", path: `/api/v1/agency-closures/${closure.id}` });
      notify.done(`${closure.name} is taken out`);
    } catch (error) {
      notify.failed("Nothing was taken out", error);
    }
  };
  if (calendar.closures.length === 0)
    return (
      <EmptyState kind="first-use" title={`No closures in ${calendar.year}`}>
        Add days on which the agency is closed, or open although it would not be.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-hair">
      {calendar.closures.map((closure) => (
        <li key={closure.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 flex-1">
            <span className="font-medium">{closure.name}</span>
            <p className="text-13 text-t2">
              {span(closure)}
              {closure.open && " · open"}
              {closure.imported && " · from a calendar file"}
            </p>
          </div>
          {calendar.canEdit && (
            <button
              type="button"
              className="btn btn-quiet btn-small"
              aria-label={`Take out ${closure.name}`}
              onClick={() => void remove(closure)}
            >
              Take out
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function DaysOff({ calendar }: { calendar: CalendarAnswer }) {
  return (
    <Facts>
      {calendar.off.map((each) => (
        <Fact key={each.day} label={formatDate(each.day)}>
          {each.name}
          {each.of && <span className="text-t3"> (for {formatDate(each.of)})</span>}
        </Fact>
      ))}
    </Facts>
  );
}

function Year({ year, onYear }: { year: number; onYear: (year: number) => void }) {
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        className="btn btn-quiet"
        aria-label={`Year ${year - 1}`}
        onClick={() => onYear(year - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <strong className="tabular-nums" aria-live="polite">
        {year}
      </strong>
      <button
        type="button"
        className="btn btn-quiet"
        aria-label={`Year ${year + 1}`}
        onClick={() => onYear(year + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}

/** When the agency works: the year at a glance, its week and hours, days off and closures. */
export default function AgencyCalendar() {
  const [asked, setAsked] = useState<number | null>(null);
  const [dialog, setDialog] = useState<"add" | "import" | null>(null);
  const read = useGet<CalendarAnswer>(
    "agency-calendar",
    `/api/v1/agency-calendar${asked ? `?year=${asked}` : ""}`,
  );
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return (
      <ErrorPanel error={read.error} what="The calendar" onRetry={() => void read.refetch()} />
    );
  const calendar = read.data;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <h1>Agency calendar</h1>
          <p className="text-t2">
            {counted(calendar.workdays, "working day")} in {calendar.year}
          </p>
        </div>
        <Year year={calendar.year} onYear={setAsked} />
        <button
          type="button"
          className="btn"
          onClick={() => void download("/api/v1/agency-calendar.ics")}
        >
          <Download aria-hidden="true" />
          Days off (.ics)
        </button>
        {calendar.canEdit && (
          <>
            <button type="button" className="btn" onClick={() => setDialog("import")}>
              <Upload aria-hidden="true" />
              Import
            </button>
            <button type="button" className="btn btn-primary" onClick={() => setDialog("add")}>
              <Plus aria-hidden="true" />
              Add days
            </button>
          </>
        )}
      </div>
      <MonthGrid calendar={calendar} />
      <div className="grid min-w-0 gap-4 lg:grid-cols-3">
        <Panel title="Week and hours">
          <WeekForm calendar={calendar} />
        </Panel>
        <Panel title={`Days off in ${calendar.year}`}>
          <DaysOff calendar={calendar} />
        </Panel>
        <Panel title="Closures and open days">
          <Closures calendar={calendar} />
        </Panel>
      </div>
      {dialog === "add" && <AddClosure onClose={() => setDialog(null)} />}
      {dialog === "import" && <ImportClosures onClose={() => setDialog(null)} />}
    </div>
  );
}
