import { useState } from "react";
import type { Column } from "./columns.tsx";

export type Density = 28 | 36 | 44;
/** How one person likes one list; kept in this browser. */
export type TableSettings = {
  order: string[];
  visibility: Record<string, boolean>;
  density: Density;
};

const read = (name: string): Partial<TableSettings> => {
  try {
    return JSON.parse(
      localStorage.getItem(`levee.table.${name}`) ?? "{}",
    ) as Partial<TableSettings>;
  } catch {
    return {};
  }
};

/**
 * Settings of a list with the columns as they are now: unknown names are dropped, new columns
 * appear at their own place.
 */
export const useTableSettings = <T>(
  name: string,
  columns: readonly Column<T>[],
): [TableSettings, (change: Partial<TableSettings>) => void] => {
  const [kept, setKept] = useState(() => read(name));
  const ids = columns.map((column) => column.id);
  const known = (kept.order ?? []).filter((id) => ids.includes(id));
  const settings: TableSettings = {
    order:
      known.length === ids.length ? known : [...known, ...ids.filter((id) => !known.includes(id))],
    visibility: Object.fromEntries(
      columns.map((column) => [column.id, kept.visibility?.[column.id] ?? !column.hidden]),
    ),
    density: kept.density ?? 36,
  };
  const change = (part: Partial<TableSettings>) => {
    const next = { ...settings, ...part };
    setKept(next);
    try {
      localStorage.setItem(`levee.table.${name}`, JSON.stringify(next));
    } catch {
      /* storage refused: kept for this page */
    }
  };
  return [settings, change];
};
