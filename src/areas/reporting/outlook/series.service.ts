import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { monthAfter } from "#kernel/forecast/months.ts";
import { outlookOf, type Outlook } from "#kernel/forecast/outlook.ts";
import type { Db } from "#server/db/db.ts";
import { lookOf } from "./question.model.ts";
import { allSeries, type MonthSeries, type SeriesSource } from "#server/outlook/sources.ts";

// Ten years are enough to know a season by; what is older was another agency.
const { ahead, most: mostMonths, ...months } = lookOf("month", 0);
export const season = months.season;

/** A series of a source, with what is said of it. */
export type Looked = {
  id: string;
  source: SeriesSource;
  label: string;
  note: string | null;
  first: string;
  values: readonly number[];
  outlook: Outlook;
};

/** Looks ahead from a series by month: none of counts or of what never was below zero ends below it. */
const looked = (source: SeriesSource, series: MonthSeries): Looked => {
  const values = series.values.slice(-mostMonths);
  const least = values.every((value) => value >= 0) ? 0 : null;
  const floor = Array.from({ length: ahead }, (_, n) => series.floor?.[n] ?? least);
  return {
    id: `${source.id}:${series.id}`,
    source,
    label: series.label,
    note: series.note ?? null,
    first: monthAfter(series.first, series.values.length - values.length),
    values,
    outlook: outlookOf({ values, season, ahead, floor }),
  };
};

/** The sources that somebody may read. */
export const readable = (actor: Actor): SeriesSource[] =>
  allSeries().filter((source) => actor.permissions.has(source.permission));

/** Every series of these sources, with what is said of it. */
export const lookedAt = async (db: Db, sources: readonly SeriesSource[]): Promise<Looked[]> => {
  const all = [];
  for (const source of sources)
    for (const series of await source.read(db)) all.push(looked(source, series));
  return all;
};

/** One series by its id. @throws 404 where it is none, or the reader may not know it. */
export const seriesById = async (db: Db, actor: Actor, id: string): Promise<Looked> => {
  const [sourceId] = id.split(":");
  const source = readable(actor).find((each) => each.id === sourceId);
  const found = source && (await source.read(db)).find((s) => `${source.id}:${s.id}` === id);
  if (!source || !found) throw notFound("series");
  return looked(source, found);
};
