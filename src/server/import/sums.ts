import type { ReadRow } from "./batches.ts";
import type { Counts, ImportRun, Sums } from "./import.tables.ts";
import { readAs } from "./data-rows.ts";
import type { Importer } from "./importer.ts";
import { centsReader } from "./row-reader.ts";

/** What becomes of a row that is not refused. */
export type Fate = "create" | "update" | "skip";
const none: Sums = { create: 0, update: 0, skip: 0, reject: 0, unread: 0 };

/**
 * Cents of these rows by what becomes of them, read from their cells, so that refused rows count
 * too: together with `unread` they account for every row of the file. Null for a kind that is not
 * reconciled by an amount, or whose column is left out.
 */
export const sumsOf = (
  importer: Importer,
  run: ImportRun,
  rows: readonly ReadRow<unknown>[],
  fates: ReadonlyMap<ReadRow<unknown>, Fate>,
): Sums | null => {
  const cents = importer.sum ? centsReader(importer, readAs(importer, run), importer.sum) : null;
  if (!cents) return null;
  const sums = { ...none };
  for (const row of rows) {
    const amount = cents(row.cells);
    if (amount === null) sums.unread++;
    else sums[row.before || row.added ? "skip" : (fates.get(row) ?? "reject")] += amount;
  }
  return sums;
};

/** The sums of two batches together; nothing where neither has any. */
export const addSums = (a: Sums | undefined, b: Sums | undefined): Pick<Counts, "sums"> =>
  a || b
    ? {
        sums: {
          create: (a?.create ?? 0) + (b?.create ?? 0),
          update: (a?.update ?? 0) + (b?.update ?? 0),
          skip: (a?.skip ?? 0) + (b?.skip ?? 0),
          reject: (a?.reject ?? 0) + (b?.reject ?? 0),
          unread: (a?.unread ?? 0) + (b?.unread ?? 0),
        },
      }
    : {};

/** Counts the amount of a row that comes in to what it is part of, where the kind tells it. */
export const addToGroup = (
  counts: Counts,
  importer: Importer,
  row: unknown,
  plan: unknown,
): void => {
  if (!importer.groupOf || !importer.sum) return;
  const group = importer.groupOf(row, plan);
  const cents =
    importer.centsOf?.(row) ?? Number((row as Record<string, unknown>)[importer.sum] ?? 0);
  counts.groups = { ...counts.groups, [group]: (counts.groups?.[group] ?? 0) + cents };
};

/** The groups of two batches together; nothing where neither has any. */
export const addGroups = (a: Counts["groups"], b: Counts["groups"]): Pick<Counts, "groups"> => {
  if (!a && !b) return {};
  const groups = { ...a };
  for (const [group, cents] of Object.entries(b ?? {}))
    groups[group] = (groups[group] ?? 0) + cents;
  return { groups };
};
