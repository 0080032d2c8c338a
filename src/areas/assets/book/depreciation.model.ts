/** What the book of an asset rests on: cents, whole months, days as YYYY-MM-DD. */
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
  const ended = monthOf(next.toISOString().slice(0, 10));
  return Math.max(0, ended - first);
};

/**
 * Depreciation in cents after so many full months: straight line (GASB 34, paragraph 22), to the
 * cent, ending exactly on the salvage value.
 */
export const depreciated = (basis: BookBasis, months: number): number => {
  const base = basis.costCents - basis.salvageCents;
  const used = Math.min(months, basis.lifeMonths);
  return Number((BigInt(base) * BigInt(used)) / BigInt(basis.lifeMonths));
};

/** Depreciation of one full month, counted from 1; the months of a life sum to cost less salvage. */
export const ofMonth = (basis: BookBasis, month: number): number =>
  depreciated(basis, month) - depreciated(basis, month - 1);

export type BookValue = { depreciatedCents: number; bookCents: number; months: number };

/** Depreciation so far and book value at the end of a day. */
export const bookAt = (basis: BookBasis, day: string): BookValue => {
  const months = Math.min(fullMonths(basis.inServiceOn, day), basis.lifeMonths);
  const depreciatedCents = depreciated(basis, months);
  return { months, depreciatedCents, bookCents: basis.costCents - depreciatedCents };
};
