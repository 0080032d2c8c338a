import { useSearchParams } from "react-router";

/**
 * Opens a row beside its list: an address that keeps the tab and the filters. `query` is what the
 * list was asked, for its export.
 */
export const usePeekLink = (): { hrefOf: (row: { id: string }) => string; query: string } => {
  const [search] = useSearchParams();
  const query = new URLSearchParams(search);
  for (const own of ["tab", "peek"]) query.delete(own);
  return {
    hrefOf: ({ id }) => {
      const next = new URLSearchParams(search);
      next.set("peek", id);
      return `?${next.toString()}`;
    },
    query: query.toString(),
  };
};
