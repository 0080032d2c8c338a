import { useNavigate } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Create } from "./ListHead.tsx";
import { useTableKeys } from "./useTableKeys.ts";

type Keyed<T> = {
  list: {
    name: string;
    rowHref?: (row: T) => string;
    peek?: (row: T) => unknown;
    create?: Create;
    embedded?: boolean;
  };
  rows: readonly T[];
  /** The row that the keys are at. */
  active: number | null;
  setActive: (row: number) => void;
  /** The record shown beside the list; `wanted` is the address's, whether it is on the page or not. */
  peeked: { wanted: string | null; isShown: boolean; set: (id: string | null) => void };
  /** Takes a row into the selection or out of it; null in a list without one. */
  select: ((id: string) => void) | null;
  help: () => void;
};

/**
 * What the keys do in a list: move through its rows, open, peek at and select them, make a new one.
 * Off inside another record and for whoever has switched single keys off.
 */
export const useListKeys = <T extends { id: string }>({
  list,
  rows,
  active,
  setActive,
  peeked,
  select,
  help,
}: Keyed<T>): void => {
  const { me, can } = useAuth();
  const navigate = useNavigate();
  const focused = active === null ? undefined : rows[active];
  const isOff = list.embedded || me?.person.preferences.singleKeyShortcuts === false;
  const keys = {
    search: () => document.getElementById(`${list.name}-search`)?.focus(),
    move: (by: 1 | -1) => {
      const next = Math.max(0, Math.min(rows.length - 1, active === null ? 0 : active + by));
      setActive(next);
      const row = rows[next];
      if (peeked.isShown && row) peeked.set(row.id);
    },
    select: () => {
      if (focused) select?.(focused.id);
    },
    open: () => {
      if (focused && list.rowHref) void navigate(list.rowHref(focused));
    },
    peek: () => {
      if (list.peek && focused) peeked.set(peeked.wanted === focused.id ? null : focused.id);
    },
    create: () => {
      const { create } = list;
      if (create && (!create.permission || can(create.permission))) void navigate(create.to);
    },
    help,
  };
  useTableKeys(isOff ? null : keys);
};
