/** What the book of an asset rests on: cents, whole months, days as YYYY-MM-DD. */

import { utcDay } from "#kernel/time.ts";
export type BookBasis = {
  costCents: number;
  salvageCents: number;
  lifeMonths: number;
  /** The day it was put in service; its month counts from the first full one on. */
  inServiceOn: string;
};

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/**
 * Full months of use until the end of `through` (YYYY-MM-DD): the month in which it is put in
 * service counts when that is its first day.
 */
export const fullMonths = (inServiceOn: string, through: string): number => {
  const first = monthOf(inServiceOn) + (inServiceOn.endsWith("-01") ? 0 : 1);
  const next = new Date(`${through}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const ended = monthOf(utcDay(next));
  return Math.max(0, ended - first);
};

/** What was put into an asset later: from a day on it costs more, and may last longer. */
export type BookChange = {
  onDay: string;
  cents: number;
  /** The useful life from the first day in service on; null: as before. */
  lifeMonths: number | null;
};
/** A book with what changed it, oldest first. */
export type BookHistory = BookBasis & { changes?: readonly BookChange[] };

const dayBefore = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return utcDay(at);
};

const straight = (base: number, used: number, months: number): number =>
  months <= 0
    ? base
    : Number((BigInt(base) * BigInt(Math.max(0, Math.min(used, months)))) / BigInt(months));

/**
 * Depreciation in cents after so many full months: straight line (GASB 34, paragraph 22), to the
 * cent, ending exactly on the salvage value. What an improvement adds, and a life that it changes,
 * count from its day on: what is left is spread over the months that are left.
 */
export const depreciated = (book: BookHistory, months: number): number => {
  let from = 0;
  let before = 0;
  let { costCents, lifeMonths } = book;
  const now = (until: number) =>
    before + straight(costCents - book.salvageCents - before, until - from, lifeMonths - from);
  for (const change of book.changes ?? []) {
    const at = fullMonths(book.inServiceOn, dayBefore(change.onDay));
    if (at >= months) break;
    before = now(at);
    from = at;
    costCents += change.cents;
    lifeMonths = change.lifeMonths ?? lifeMonths;
  }
  return now(months);
};

/** What an asset cost until the end of a day, with what was put into it. */
export const costAt = ({ costCents, changes = [] }: BookHistory, day: string): number =>
  changes.reduce((all, change) => all + (change.onDay <= day ? change.cents : 0), costCents);

/** Depreciation of one full month, counted from 1; the months of a life sum to cost less salvage. */
export const ofMonth = (basis: BookHistory, month: number): number =>
  depreciated(basis, month) - depreciated(basis, month - 1);

export type BookValue = { depreciatedCents: number; bookCents: number; months: number };

/** Depreciation so far and book value at the end of a day. */
export const bookAt = (book: BookHistory, day: string): BookValue => {
  const months = fullMonths(book.inServiceOn, day);
  const depreciatedCents = depreciated(book, months);
  const life = (book.changes ?? []).reduce(
    (all, change) => (change.onDay <= day ? (change.lifeMonths ?? all) : all),
    book.lifeMonths,
  );
  return {
    months: Math.min(months, life),
    depreciatedCents,
    bookCents: costAt(book, day) - depreciatedCents,
  };
};
