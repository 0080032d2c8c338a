import { formatDate } from "#kernel/dates.ts";
import { daysBetween, type Day } from "#kernel/time.ts";
import { useDays } from "#web/kit/days.ts";
import type { AgentFindingRow } from "../../finding/finding.model.ts";

const mostShown = 12;
const rowShape = [
  "grid w-full items-center gap-x-4 gap-y-1 rounded px-2 py-1 text-left hover:bg-s2",
  "md:grid-cols-[110px_minmax(0,2fr)_minmax(0,3fr)]",
].join(" ");
type Dated = { row: AgentFindingRow; on: Day };

/** Findings that have a day, the soonest first: until when, else since when. */
export const datedOf = (rows: readonly AgentFindingRow[]): Dated[] =>
  rows
    .flatMap((row) => {
      const on = row.dueOn ?? row.since;
      return on ? [{ row, on: on as Day }] : [];
    })
    .toSorted((a, b) => a.on.localeCompare(b.on));

/** What waits on a line of days, with today on it; each opens its finding. */
export function Days({
  dated,
  chosen,
  want,
}: {
  dated: readonly Dated[];
  chosen: string | null;
  want: (id: string) => void;
}) {
  const today = useDays().today();
  const shown = dated.slice(0, mostShown);
  const days = [today, ...shown.map(({ on }) => on)].toSorted();
  const [first, last] = [days[0]!, days.at(-1)!];
  const whole = Math.max(1, daysBetween(first, last));
  const at = (day: Day) => `${(94 * daysBetween(first, day)) / whole}%`;
  return (
    <div className="grid gap-2">
      <ol className="grid gap-1">
        {shown.map(({ row, on }) => (
          <li key={row.id}>
            <button
              type="button"
              aria-pressed={row.id === chosen}
              className={`${rowShape} ${row.id === chosen ? "bg-s2" : ""}`}
              onClick={() => want(row.id)}
            >
              <span className={on < today ? "text-danger" : ""}>{formatDate(on)}</span>
              <span className="truncate text-13 text-t2">{row.subjectNumber}</span>
              <span aria-hidden="true" className="relative block h-4 border-b border-hair">
                <span
                  className="absolute top-0 h-4 w-px bg-[var(--t3)]"
                  style={{ left: at(today) }}
                />
                <span
                  className={`absolute top-1 size-3 rounded-full ${on < today ? "bg-[var(--danger)]" : "bg-[var(--fill)]"}`}
                  style={{ left: at(on) }}
                />
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="text-13 text-t2">
        The upright line is today, {formatDate(today)}.
        {dated.length > shown.length &&
          ` The ${mostShown} soonest of ${dated.length} stand here; the others are in the list below.`}
      </p>
    </div>
  );
}
