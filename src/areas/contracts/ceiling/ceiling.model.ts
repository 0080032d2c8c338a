import { ceilingKinds, type EntryKind } from "./ceiling.labels.ts";

export type Entry = { kind: EntryKind; amount: number };

const movesCeiling: ReadonlySet<string> = new Set(ceilingKinds);

/** Ceiling and what is drawn on it, in cents, recounted from all entries. */
export const recount = (entries: readonly Entry[]): { ceiling: number; drawn: number } =>
  entries.reduce(
    (sum, { kind, amount }) =>
      movesCeiling.has(kind)
        ? { ...sum, ceiling: sum.ceiling + amount }
        : { ...sum, drawn: sum.drawn + amount },
    { ceiling: 0, drawn: 0 },
  );

/** Shares of a ceiling, in percent, of which the owner is told once each. */
const noticePercents = [100, 90, 75] as const;

/** The highest of these shares that is reached; 0 below all of them. */
export const bandOf = (drawn: number, ceiling: number): number =>
  ceiling > 0 ? (noticePercents.find((percent) => drawn * 100 >= ceiling * percent) ?? 0) : 0;
