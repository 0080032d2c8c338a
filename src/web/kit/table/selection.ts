import { useCallback, useState } from "react";

/**
 * What a batch action works on: named records, or everything that the filters find (then the server
 * reads `search` itself).
 */
export type Selection =
  | { kind: "ids"; ids: readonly string[] }
  | { kind: "all"; search: string; total: number };

type Ids = Extract<Selection, { kind: "ids" }>;

/**
 * A button of the batch bar. `clear` forgets the selection. One that works on named records only
 * (`idsOnly`) is never given everything.
 */
export type BatchAction = { label: string; tone?: "primary" | "danger" } & (
  | { idsOnly: true; run: (selection: Ids, clear: () => void) => void }
  | { idsOnly?: false; run: (selection: Selection, clear: () => void) => void }
);

/** What an action does with a selection; null where it cannot take it. */
export const pressOf = (
  action: BatchAction,
  selection: Selection,
  clear: () => void,
): (() => void) | null => {
  if (!action.idsOnly) return () => action.run(selection, clear);
  return selection.kind === "ids" ? () => action.run(selection, clear) : null;
};

export type RowSelection = {
  count: number;
  all: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  togglePage: (ids: readonly string[]) => void;
  selectAll: () => void;
  clear: () => void;
  value: Selection;
};

type Chosen = { search: string; ids: ReadonlySet<string>; all: boolean };
const none = (search: string): Chosen => ({ search, ids: new Set(), all: false });

/**
 * Selected rows of one list, on whichever page they are; changing the filters (`search`, as
 * `filterSearch` gives it) forgets them.
 */
export const useRowSelection = (search: string, total: number): RowSelection => {
  const [state, setState] = useState<Chosen>(none(search));
  const now = state.search === search ? state : none(search);
  const set = (ids: ReadonlySet<string>, all = false) => setState({ search, ids, all });
  // The same function while the list is: rows that did not change are not drawn anew.
  const toggle = useCallback(
    (id: string) =>
      setState((old) => {
        const ids = new Set(old.search === search ? old.ids : []);
        if (!ids.delete(id)) ids.add(id);
        return { search, ids, all: false };
      }),
    [search],
  );
  return {
    count: now.all ? total : now.ids.size,
    all: now.all,
    has: (id) => now.all || now.ids.has(id),
    toggle,
    togglePage: (ids) =>
      set(
        !now.all && ids.every((id) => now.ids.has(id))
          ? new Set([...now.ids].filter((id) => !ids.includes(id)))
          : new Set([...now.ids, ...ids]),
      ),
    selectAll: () => set(now.ids, true),
    clear: () => set(new Set()),
    value: now.all ? { kind: "all", search, total } : { kind: "ids", ids: [...now.ids] },
  };
};
