import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { rfiCourts } from "./rfi.labels.ts";
import type { RfiRow } from "./rfi.model.ts";

const least = 7;

const saidOf = (q: RfiRow): string =>
  [
    `${counted(q.daysAgency, "day")} with us`,
    `${counted(q.daysContractor, "day")} with the contractor`,
    ...(q.daysDesigner > 0 ? [`${counted(q.daysDesigner, "day")} with a designer`] : []),
  ].join(", ");

function Bar({ q, most }: { q: RfiRow; most: number }) {
  const width = (days: number) => Math.round((days / most) * 1000) / 10;
  const [ours, theirs] = [width(q.daysAgency), width(q.daysContractor)];
  const outside = width(q.daysDesigner);
  return (
    <svg
      className="held-bar"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect data-side="agency" x={0} y={0} width={ours} height={10} />
      <rect data-side="contractor" x={ours} y={0} width={theirs} height={10} />
      <rect data-side="designer" x={ours + theirs} y={0} width={outside} height={10} />
    </svg>
  );
}

/** How many days each side has held each open question, drawn to one scale. */
export function HeldDays({ open }: { open: readonly RfiRow[] }) {
  if (open.length === 0) return null;
  const most = Math.max(
    least,
    ...open.map((q) => q.daysAgency + q.daysContractor + q.daysDesigner),
  );
  return (
    <section className="grid gap-3">
      <h2>Days held</h2>
      <ul className="held-days">
        {open.map((q) => (
          <li key={q.id}>
            <span className="min-w-0">
              <Link className="mono" to={pathTo("projectRfi", { id: q.id })}>
                {q.number}
              </Link>{" "}
              {q.title}
            </span>
            <Bar q={q} most={most} />
            <span className="text-12 text-t2">
              {saidOf(q)}
              {q.court && `; now ${rfiCourts[q.court].toLowerCase()}`}
              {q.overdue && <span className="text-danger">, overdue</span>}
            </span>
          </li>
        ))}
      </ul>
      <ul className="held-key" aria-label="Whose days the bars show">
        <li>
          <span data-side="agency" aria-hidden="true" />
          Ours
        </li>
        <li>
          <span data-side="contractor" aria-hidden="true" />
          The contractor's
        </li>
        {open.some((q) => q.daysDesigner > 0) && (
          <li>
            <span data-side="designer" aria-hidden="true" />
            The designer's
          </li>
        )}
      </ul>
    </section>
  );
}
