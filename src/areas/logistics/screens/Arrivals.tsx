import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { isToCome, shipNoticeStatuses } from "#areas/procurement/procurement.public.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { DayOfArrivals } from "../shipment/arrivals.model.ts";
import type { Arriving } from "../shipment/desk.model.ts";
import { witnesses, type Witness } from "../shipment/shipment.labels.ts";

/** When we expect it ourselves, and by how late the middle one of its vendor's past deliveries came. */
export const pastWords = ({
  oursOn,
  pastDeliveries,
  medianDaysLate: late,
}: Pick<Arriving, "oursOn" | "pastDeliveries" | "medianDaysLate">): string => {
  if (oursOn === null || late === null) return "no past deliveries";
  const error =
    late === 0 ? "on time" : `${counted(Math.abs(late), "day")} ${late > 0 ? "late" : "early"}`;
  const which =
    pastDeliveries === 1 ? "the past delivery" : `the middle of ${pastDeliveries} past deliveries`;
  return `${formatDate(oursOn)}, for ${which} came ${error}`;
};

const plainWitness = (kept: string): Witness => kept.replace("!", "") as Witness;

/** What the proof of a delivery lacks: witnesses that are missing, and those that contradict. */
export function Lacking({ lacking }: { lacking: readonly string[] }) {
  return lacking.map((kept) => (
    <Badge
      key={kept}
      tone={kept.endsWith("!") ? "danger" : "warning"}
      label={
        kept.endsWith("!")
          ? `${witnesses[plainWitness(kept)]} differs`
          : `${witnesses[plainWitness(kept)]} is missing`
      }
    />
  ));
}

function Row({ one, onRecord }: { one: Arriving; onRecord: ((one: Arriving) => void) | null }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <Link className="mono" to={pathTo("shipment", { id: one.id })}>
          {one.number}
        </Link>
        <StatusBadge statuses={shipNoticeStatuses} status={one.status} />
        <Lacking lacking={one.lacking} />
        {onRecord && isToCome(one.status) && (
          <button type="button" className="btn btn-small ml-auto" onClick={() => onRecord(one)}>
            Record delivery<span className="visually-hidden"> of {one.number}</span>
          </button>
        )}
      </span>
      <span>
        {one.title}, {one.vendor}
      </span>
      <span className="text-13 text-t2">
        {one.promisedOn ? `Promised ${formatDate(one.promisedOn)}` : "No day was promised"} · the
        carrier says {formatDate(one.expectedOn)}
        {isToCome(one.status) && ` · our own day: ${pastWords(one)}`}
      </span>
      <span className="text-12 text-t3">
        {one.carrier}
        {one.tracking && (
          <>
            {" "}
            <span className="mono">{one.tracking}</span>
          </>
        )}{" "}
        · to {one.place || "no place was named"} ·{" "}
        <Link to={pathTo("order", { id: one.orderId })}>{one.orderNumber}</Link>
      </span>
    </li>
  );
}

const titleOf = ({ kind, day, items }: DayOfArrivals): string =>
  kind === "late"
    ? `Late: ${items.length}`
    : kind === "today"
      ? `Today: ${items.length}`
      : kind === "unproved"
        ? `Delivered, proof is missing: ${items.length}`
        : `${formatDate(day!)}: ${items.length}`;

/** What arrives on one day, or waits for its proof. */
export function Arrivals({
  of,
  onRecord,
}: {
  of: DayOfArrivals;
  onRecord: ((one: Arriving) => void) | null;
}) {
  return (
    <Panel title={titleOf(of)} flush>
      {of.items.length === 0 ? (
        <p className="px-4 py-3 text-t2">Nothing is expected today.</p>
      ) : (
        <ul>
          {of.items.map((one) => (
            <Row key={one.id} one={one} onRecord={onRecord} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
