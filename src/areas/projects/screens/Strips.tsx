import { formatDate } from "#kernel/dates.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { MoneyStrip, StripBar } from "#web/kit/MoneyStrip.tsx";
import type { ProjectRow } from "../project/project.model.ts";

type Money = Pick<ProjectRow, "budgetCents" | "committedCents" | "spentCents" | "forecastCents">;
type Time = Pick<ProjectRow, "daysUsed" | "daysGranted" | "finishOn">;

const words = { expended: "spent", encumbered: "committed", available: "free" };

const freeOf = (p: Money): number => p.budgetCents - p.spentCents - p.committedCents;

function ForecastOf({ project: p, show }: { project: Money; show: (cents: number) => string }) {
  if (p.forecastCents === null) return null;
  return (
    <span className={p.forecastCents > p.budgetCents ? "text-danger" : ""}>
      {show(p.forecastCents)} forecast
    </span>
  );
}

/** The same in a row: the bar and its figures in two lines. */
export function MoneyOfRow({ project: p }: { project: Money }) {
  const { currency } = useAgency();
  const show = (cents: number) => formatCentsShort(cents, currency);
  if (p.budgetCents === 0 && p.forecastCents === null)
    return <p className="text-12 text-t2">No budget yet</p>;
  return (
    <div className="min-w-0 whitespace-normal sm:py-2">
      <StripBar
        expendedCents={p.spentCents}
        encumberedCents={p.committedCents}
        availableCents={freeOf(p)}
      />
      <p className="text-12 text-t2">
        {show(p.spentCents)} spent, {show(p.committedCents)} committed
        <span className="block">
          of {show(p.budgetCents)}
          {p.forecastCents !== null && ", "}
          <ForecastOf project={p} show={show} />
        </span>
      </p>
    </div>
  );
}

/** A project's money, exact: spent, committed, free of its budget, and what it is expected to cost. */
export function ProjectMoneyStrip({ project: p }: { project: Money }) {
  const { currency } = useAgency();
  const show = (cents: number) => formatCents(cents, { currency });
  return (
    <div className="min-w-0">
      <MoneyStrip
        expendedCents={p.spentCents}
        encumberedCents={p.committedCents}
        availableCents={freeOf(p)}
        labels={words}
        currency={currency}
        exact
      />
      <p className="text-12 text-t2">
        {show(p.budgetCents)} budget
        {p.forecastCents !== null && ", "}
        <ForecastOf project={p} show={show} />
      </p>
    </div>
  );
}

/** A project's contract days: used, granted, and the day on which they end. */
export function ProjectTimeStrip({ project: p }: { project: Time }) {
  if (p.daysGranted === null) return <p className="text-12 text-t2">No contract days yet</p>;
  const used = p.daysUsed ?? 0;
  const over = used - p.daysGranted;
  return (
    <div className="min-w-0">
      <StripBar
        expendedCents={Math.min(used, p.daysGranted)}
        encumberedCents={0}
        availableCents={over > 0 ? -over : p.daysGranted - used}
      />
      <p className="text-12 text-t2">
        {used.toLocaleString("en-US")} of {counted(p.daysGranted, "day")}
        {p.finishOn && `, until ${formatDate(p.finishOn)}`}
        {over > 0 && <span className="text-danger"> ({counted(over, "day")} over)</span>}
      </p>
    </div>
  );
}
