import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { listSearch, viewSearch, type Filter } from "./filters.ts";

type Defaults = { sort: string; limit: number; fixed: string };

/**
 * A list's state in the address: search, filters, sort, page, view, peek. `change` starts again at
 * page 1 unless it sets the page.
 */
export const useListState = (filters: readonly Filter[], defaults: Defaults) => {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (edit: (next: URLSearchParams) => void, keepPage = false) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (!keepPage) next.delete("page");
          edit(next);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  const set = (key: string, value: string | null, keepPage = false) =>
    change((next) => {
      if (value) next.set(key, value);
      else next.delete(key);
    }, keepPage);
  const openView = (view: { id: string; query: string } | null) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(view?.query ?? "");
        if (view?.id) next.set("view", view.id);
        const tab = old.get("tab");
        if (tab) next.set("tab", tab);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    search,
    change,
    set,
    openView,
    server: listSearch(search, filters, defaults),
    view: viewSearch(search, filters),
    sort: search.get("sort") ?? defaults.sort,
    peek: search.get("peek"),
  };
};
