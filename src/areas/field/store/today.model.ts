import { dateIn, lastDayIn } from "#kernel/dates.ts";
import { instantAt, type Instant } from "#kernel/time.ts";
import type { PacketItem } from "./packet.ts";

/** Kinds whose things of the packet are work of the day; the others are what a form needs. */
const workKinds: ReadonlySet<string> = new Set([
  "receipt",
  "service_request_step",
  "inspection",
  "work_order_step",
]);

const givenKinds = new Set(["inspection", "work_order_step"]);

/** True for what is given to the person by name; the rest is for whoever is near. */
export const isGiven = ({ kind, data }: Pick<PacketItem, "kind" | "data">): boolean =>
  givenKinds.has(kind) || data["own"] === true;

type Spot = { latitude: number; longitude: number };

const earthMetres = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two places on the sphere (haversine). */
export const metresBetween = (a: Spot, b: Spot): number => {
  const [latitude, longitude] = [
    radians(b.latitude - a.latitude) / 2,
    radians(b.longitude - a.longitude) / 2,
  ];
  const h =
    Math.sin(latitude) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)));
};

/** A thing of the day: how late it is by hours of the agency's days, and how far away. */
export interface Work {
  item: PacketItem;
  due: "late" | "today" | "later" | "none";
  metres: number | null;
}

const order = { late: 0, today: 1, later: 2, none: 3 } as const;

/**
 * Today's work: what is late, due today, due later, without a day, in this order; within them by
 * distance where it is known, then by due time. Days are those of the agency's zone; what is due by the
 * midnight behind a day is due on that day.
 */
export const todaysWork = (
  items: readonly PacketItem[],
  here: Spot | null,
  now: number,
  timeZone: string,
): Work[] => {
  const today = dateIn(instantAt(now), timeZone);
  const due = ({ dueAt }: PacketItem): Work["due"] => {
    if (dueAt === null) return "none";
    if (Date.parse(dueAt) < now) return "late";
    return lastDayIn(dueAt as Instant, timeZone) <= today ? "today" : "later";
  };
  return items
    .filter(({ kind }) => workKinds.has(kind))
    .map((item) => ({
      item,
      due: due(item),
      metres:
        here && item.latitude !== null && item.longitude !== null
          ? metresBetween(here, { latitude: item.latitude, longitude: item.longitude })
          : null,
    }))
    .sort(
      (a, b) =>
        order[a.due] - order[b.due] ||
        (a.metres ?? Infinity) - (b.metres ?? Infinity) ||
        (a.item.dueAt ?? "9").localeCompare(b.item.dueAt ?? "9") ||
        a.item.title.localeCompare(b.item.title),
    );
};

/** "850 m", "2.4 km": how far something is. */
export const distanceSaid = (metres: number): string =>
  metres < 1000
    ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
    : `${(metres / 1000).toFixed(metres < 10_000 ? 1 : 0)} km`;
