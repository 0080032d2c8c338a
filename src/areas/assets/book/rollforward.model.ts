import { addDays } from "#kernel/time.ts";
import { costAt, depreciated, fullMonths, type BookHistory } from "./depreciation.model.ts";

/** An asset as the roll-forward of a period sees it. */
export type Rolled = BookHistory & {
  classId: string;
  className: string;
  disposedOn: string | null;
};

/** What a class of assets began with, what came, went and was depreciated; in cents. */
export type RollRow = {
  classId: string;
  className: string;
  costBefore: number;
  added: number;
  improved: number;
  gone: number;
  costAfter: number;
  depreciationBefore: number;
  charged: number;
  depreciationGone: number;
  depreciationAfter: number;
  bookAfter: number;
};
type Sums = Omit<RollRow, "classId" | "className">;
const nothing: Sums = {
  costBefore: 0,
  added: 0,
  improved: 0,
  gone: 0,
  costAfter: 0,
  depreciationBefore: 0,
  charged: 0,
  depreciationGone: 0,
  depreciationAfter: 0,
  bookAfter: 0,
};

const before = (day: string): string => addDays(day, -1);

/** The part of one asset in a period, both days inclusive. Disposed of, it leaves with all it had. */
const partOf = (one: Rolled, from: string, to: string): Sums => {
  const eve = before(from);
  const gone = one.disposedOn !== null && one.disposedOn <= to;
  if (one.inServiceOn > to || (one.disposedOn !== null && one.disposedOn < from)) return nothing;
  const end = gone ? one.disposedOn! : to;
  const there = one.inServiceOn < from;
  const costBefore = there ? costAt(one, eve) : 0;
  const depreciationBefore = there ? depreciated(one, fullMonths(one.inServiceOn, eve)) : 0;
  const cost = costAt(one, end);
  const depreciation = depreciated(one, fullMonths(one.inServiceOn, end));
  const added = there ? 0 : one.costCents;
  return {
    costBefore,
    added,
    improved: cost - costBefore - added,
    gone: gone ? cost : 0,
    costAfter: gone ? 0 : cost,
    depreciationBefore,
    charged: depreciation - depreciationBefore,
    depreciationGone: gone ? depreciation : 0,
    depreciationAfter: gone ? 0 : depreciation,
    bookAfter: gone ? 0 : cost - depreciation,
  };
};

const sums = Object.keys(nothing) as (keyof Sums)[];
const plus = <T extends Sums>(all: T, part: Sums): T => {
  for (const key of sums) (all as Sums)[key] += part[key];
  return all;
};

/**
 * The roll-forward of capital assets by class (GASB 34, paragraphs 116 and 117): what stood before
 * the first day, what came and went until the last one. Classes without any are left out.
 */
export const rollForward = (assets: readonly Rolled[], from: string, to: string): RollRow[] => {
  const byClass = new Map<string, RollRow>();
  for (const one of assets) {
    const part = partOf(one, from, to);
    if (part === nothing) continue;
    const { classId, className } = one;
    const row = byClass.get(classId) ?? { classId, className, ...nothing };
    byClass.set(classId, plus(row, part));
  }
  return [...byClass.values()].toSorted((a, b) => a.className.localeCompare(b.className));
};

/** The sums over all classes. */
export const rolledTotal = (rows: readonly RollRow[]): Sums =>
  rows.reduce<Sums>((all, row) => plus(all, row), { ...nothing });
