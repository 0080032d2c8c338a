import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useDays } from "#web/kit/days.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { measures, planBelow, type Measure } from "./performance.labels.ts";
import type { PerformanceEvent, Scorecard as Card } from "./performance.model.ts";

const row =
  "grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 " +
  "px-4 py-3 text-left hover:bg-s2";

const shown = (mark: number | null) => (mark === null ? "—" : mark.toFixed(1));

function Mark({
  measure,
  mark,
  n,
  bad,
  open,
  onOpen,
}: Card["marks"][number] & { open: boolean; onOpen: () => void }) {
  const { label, weight } = measures[measure];
  return (
    <li className="border-b border-hair last:border-0">
      <button type="button" className={row} aria-expanded={open} onClick={onOpen}>
        <span className="font-medium">
          {label}
          <small className="block text-12 font-normal text-t3">
            {n === 0
              ? "no events"
              : measure === "evaluation"
                ? counted(n, "evaluation")
                : `${n - bad} of ${n} good`}{" "}
            · weight {weight}
          </small>
        </span>
        <span className="text-22 font-semibold tabular-nums">{shown(mark)}</span>
        <progress className="progress col-span-2" max={100} value={mark ?? 0} aria-hidden="true" />
      </button>
    </li>
  );
}

type EventProps = {
  path: (kind: Measure, page: number) => string;
  noun: string;
  measure: Measure;
  order: (event: PerformanceEvent) => ReactNode;
  reply?: (event: PerformanceEvent, done: () => void) => ReactNode;
};

/** The events behind one measure, bad ones first, with what the vendor said to each. */
export function Events({ path, noun, measure, order, reply }: EventProps) {
  const { dayIn } = useDays();
  const [page, setPage] = useState(1);
  const events = useGet<{ items: PerformanceEvent[]; more: boolean }>(noun, path(measure, page));
  return (
    <Panel title={measures[measure].label} aside="The last year" flush>
      <p className="border-b border-hair px-4 py-3 text-13 text-t2">{measures[measure].rule}</p>
      {events.isPending ? (
        <TableSkeleton columns={3} rows={4} />
      ) : !events.data ? (
        <ErrorPanel error={events.error} what="The events" />
      ) : events.data.items.length === 0 ? (
        <EmptyState kind="no-results" title="No events">
          Nothing of this kind happened in the last year.
        </EmptyState>
      ) : (
        <ul>
          {events.data.items.map((e) => (
            <li key={e.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
              <span className="flex flex-wrap items-center gap-3">
                <Badge tone={e.good ? "success" : "danger"} label={e.good ? "Good" : "Bad"} />
                <span className="min-w-0 [overflow-wrap:anywhere]">{e.title}</span>
                <span className="ml-auto text-13 text-t3">{formatDate(e.on)}</span>
              </span>
              <span className="text-13 text-t2">
                {e.detail} {order(e)}
              </span>
              {e.replies.map((r) => (
                <blockquote key={r.at} className="border-l-2 border-hair pl-3 text-13 text-t2">
                  {r.body}
                  <small className="block text-12 text-t3">
                    {r.person}, {formatDate(dayIn(r.at))}
                  </small>
                </blockquote>
              ))}
              {reply?.(e, () => void events.refetch())}
            </li>
          ))}
        </ul>
      )}
      {events.data && (page > 1 || events.data.more) && (
        <div className="flex justify-between gap-3 border-t border-hair px-4 py-3">
          <button
            type="button"
            className="btn btn-small"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            Before
          </button>
          <button
            type="button"
            className="btn btn-small"
            disabled={!events.data.more}
            onClick={() => setPage(page + 1)}
          >
            More
          </button>
        </div>
      )}
    </Panel>
  );
}

/** The marks, the total and how it came about; pressing a mark opens its events. */
export function ScorecardPanel({
  card,
  open,
  onOpen,
  aside,
}: {
  card: Card;
  open: Measure | null;
  onOpen: (measure: Measure) => void;
  aside?: ReactNode;
}) {
  return (
    <Panel title="Scorecard" aside={`${formatDate(card.fromOn)} to ${formatDate(card.toOn)}`} flush>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-hair px-4 py-4">
        <div>
          <span className="block text-13 text-t3">Total</span>
          <span className="text-28 font-semibold tabular-nums">{shown(card.score)}</span>
          <span className="text-t3"> of 100</span>
        </div>
        {card.score !== null && card.score < planBelow && (
          <Badge tone="warning" label="Below 70: agree on a plan" />
        )}
        {aside}
      </div>
      <ul>
        {card.marks.map((m) => (
          <Mark key={m.measure} {...m} open={open === m.measure} onOpen={() => onOpen(m.measure)} />
        ))}
      </ul>
      <p className="mono border-t border-hair px-4 py-3 text-12 text-t3 [overflow-wrap:anywhere]">
        {card.formula}
      </p>
    </Panel>
  );
}

/** A link to the order or invoice of an event, for a member. */
export const memberLink = (event: PerformanceEvent): ReactNode =>
  event.invoiceId ? (
    <Link className="underline" to={`/invoices/${event.invoiceId}`}>
      Invoice
    </Link>
  ) : event.orderId ? (
    <Link className="underline" to={`/purchase-orders/${event.orderId}`}>
      Order
    </Link>
  ) : null;
