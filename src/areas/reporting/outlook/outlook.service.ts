import type { Actor } from "#kernel/access.ts";
import { monthAfter } from "#kernel/forecast/months.ts";
import { leastSeasons } from "#kernel/forecast/outlook.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { day, type Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { allCash, allSeries, allUnwanted } from "#server/outlook/sources.ts";
import type { OutlookAnswer, OutlookRow, UnwantedRow } from "./outlook.model.ts";
import { savedForecasts } from "./question.service.ts";
import { cashUntil, cashWeeks, lowestOf, ranked } from "./ranking.model.ts";
import { lookedAt, readable, season, type Looked } from "./series.service.ts";

const rowOf = ({ id, source, label, first, values, outlook }: Looked): OutlookRow => ({
  id,
  label,
  group: source.label,
  unit: source.unit,
  has: values.length,
  needs: leastSeasons * season,
  said:
    outlook.kind === "too_short"
      ? null
      : {
          method: outlook.method,
          chosen: outlook.chosen,
          month: monthAfter(first, values.length),
          next: outlook.points[0]!,
          relativeError:
            outlook.scores.find((s) => s.method === outlook.method)?.relativeError ?? null,
        },
});

// Half a year ahead: nearer than a season, and far enough to do something about it.
const growthStep = 6;

/** A backlog that grows by a method that beats naive; the naive one cannot say so. */
export const growing = ({ id, source, label, first, values, outlook }: Looked): UnwantedRow[] => {
  if (!source.backlog || outlook.kind !== "forecast" || outlook.chosen !== "beats") return [];
  const then = outlook.points[growthStep - 1]!;
  const more = Math.round(then.value) - values.at(-1)!;
  if (more < 1) return [];
  const month = monthAfter(first, values.length + growthStep - 1);
  const score = outlook.scores.find((s) => s.method === outlook.method)!;
  const band = then.band80;
  return [
    {
      id,
      text: `${label} grow by ${more} to ${Math.round(then.value)}`,
      on: day(`${month}-01`),
      cents: null,
      band: band && `80 of 100: between ${Math.round(band.low)} and ${Math.round(band.high)}`,
      error: `off by ${score.relativeError?.toFixed(2) ?? "—"} of what naive forecasts are off`,
      opens: `?series=${encodeURIComponent(id)}`,
    },
  ];
};

const cashOf = async (db: Db, actor: Actor, today: Day, onHand: number) => {
  const sources = allCash();
  if (!sources.length || sources.some((s) => !actor.permissions.has(s.permission))) return null;
  const until = cashUntil(today);
  const moves = (await Promise.all(sources.map((source) => source.read(db, until)))).flat();
  const weeks = cashWeeks(moves, today, onHand);
  const without = moves.filter((move) => move.on === null);
  const lowest = lowestOf(weeks);
  return {
    weeks,
    undated: {
      cents: without.reduce((all, move) => all + move.cents, 0),
      n: without.length,
    },
    lowest: { on: lowest.until, cents: lowest.balance },
  };
};

// Without what is on hand nobody knows whether it is too little.
const shortCash = (cash: OutlookAnswer["cash"], onHand: number | undefined): UnwantedRow[] => {
  const short = onHand === undefined ? undefined : cash?.weeks.find((week) => week.balance < 0);
  if (!cash || !short) return [];
  return [
    {
      id: "cash",
      text: `Cash falls short by ${formatCents(-cash.lowest.cents)} until ${formatDate(cash.lowest.on)}`,
      on: short.until,
      cents: -cash.lowest.cents,
      band: null,
      error: `reckoned from ${counted(cash.weeks.length, "week")} of dated records, not by a method: no band`,
      opens: "#cash",
    },
  ];
};

const withheldFrom = (actor: Actor): string[] => [
  ...new Set(
    [...allSeries(), ...allCash()]
      .filter((source) => !actor.permissions.has(source.permission))
      .map((source) => source.label),
  ),
];

/**
 * What will come, for whoever asks and with their rights: what nobody wants first, thirteen weeks of
 * cash from dated records, and every series with its next month or why nothing is said of it.
 */
export const readOutlook = async (
  db: Db,
  actor: Actor,
  onHand: number | undefined,
): Promise<OutlookAnswer> => {
  const today = businessDate(db.scope);
  const all = await lookedAt(db, readable(actor));
  const cash = await cashOf(db, actor, today, onHand ?? 0);
  const warned = await Promise.all(
    allUnwanted()
      .filter((source) => actor.permissions.has(source.permission))
      .map((source) => source.read(db)),
  );
  const unwanted = [...warned.flat(), ...all.flatMap(growing), ...shortCash(cash, onHand)];
  return {
    today,
    unwanted: ranked(unwanted, today),
    cash,
    series: all.map(rowOf),
    saved: await savedForecasts(db, actor),
    withheld: withheldFrom(actor),
  };
};
