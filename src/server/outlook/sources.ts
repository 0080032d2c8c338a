import type { Permission } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A figure by month: the months that are over, in order, without a gap. Cents, or a count. */
export type MonthSeries = {
  /** What tells it from others of its source: the id of a department. */
  id: string;
  label: string;
  /** Where values come from that are not of the records, in words: a former system. */
  note?: string;
  /** The month of the first value, `YYYY-MM`. */
  first: string;
  values: readonly number[];
  /** By month to come, from the running one on: the least that it will be. */
  floor?: readonly (number | null)[];
};

/** What an area can say of its records month by month, the same for all who may read them. */
export type SeriesSource = {
  id: string;
  label: string;
  permission: Permission;
  unit: "cents" | "count";
  /** The screen of its records. */
  page: string;
  /** True for a backlog: that it grows is what nobody wants. */
  backlog?: true;
  read: (db: Db) => Promise<MonthSeries[]>;
};
const series: SeriesSource[] = [];
/** An area names series that are looked ahead from. */
export const outlookSeries = extensionPoint<SeriesSource>(
  "series that are looked ahead from",
  (source) => void series.push(source),
);

/** Something that will happen by a forecast or by records, and that nobody wants. */
export type Unwanted = {
  id: string;
  text: string;
  /** When, where a day is known. */
  on: Day | null;
  /** What lacks, in cents; null of what is no money. */
  cents: number | null;
  /** Between what the forecast lies, in the words of the reader. */
  band: string | null;
  /** How wrong such forecasts were, and the naive ones, in words; or why nothing can be said. */
  error: string;
  /** The screen that shows it. */
  opens: string;
};
export type UnwantedSource = {
  id: string;
  permission: Permission;
  read: (db: Db) => Promise<Unwanted[]>;
};
const unwanted: UnwantedSource[] = [];
/** An area says what its own forecasts warn of. */
export const outlookWarnings = extensionPoint<UnwantedSource>(
  "warnings of forecasts",
  (source) => void unwanted.push(source),
);

/** Money that records say will come (above zero) or go, in cents; `on` is null where no day is known. */
type CashMove = { on: Day | null; what: string; cents: number; opens: string };
export type CashSource = {
  id: string;
  label: string;
  permission: Permission;
  /** What is dated up to a day; what was due before today is due today. */
  read: (db: Db, until: Day) => Promise<CashMove[]>;
};
const cash: CashSource[] = [];
/** An area says which money its records expect to come or go. */
export const cashExpected = extensionPoint<CashSource>(
  "money that is expected",
  (source) => void cash.push(source),
);

/** What loaded areas declare. */
export const allSeries = (): readonly SeriesSource[] => series;
export const allUnwanted = (): readonly UnwantedSource[] => unwanted;
export const allCash = (): readonly CashSource[] => cash;
