import { useSearchParams } from "react-router";
import { useGet } from "#web/kit/queries.ts";
import type { CycleRow } from "./cycle.model.ts";

/** The cycle that the address names, else the newest; null before the first. */
export const useCycle = () => {
  const [search, setSearch] = useSearchParams();
  const found = useGet<{ items: CycleRow[] }>("budget-cycles", "/api/v1/budget-cycles", {
    first: true,
  });
  const items = found.data?.items ?? [];
  const cycle = items.find((c) => c.id === search.get("cycle")) ?? items[0] ?? null;
  const choose = (id: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.set("cycle", id);
        return next;
      },
      { replace: true },
    );
  return { found, items, cycle, choose };
};
