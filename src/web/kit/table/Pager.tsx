import { ChevronLeft, ChevronRight } from "lucide-react";
import { pageNumbers, pageSizes } from "./filters.ts";

type PagerProps = {
  page: number;
  limit: number;
  total: number;
  capped: boolean;
  shown: number;
  /** Sizes to choose from; those of lists where none are named. */
  sizes?: readonly number[];
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
};

/** Numbered pages with the total, and the page size. */
export function Pager({ page, limit, total, capped, shown, sizes = pageSizes, ...on }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const count = `${total.toLocaleString("en-US")}${capped ? "+" : ""}`;
  return (
    <div className="list-foot">
      <span>
        {first.toLocaleString("en-US")}–{(first + Math.max(0, shown - 1)).toLocaleString("en-US")}{" "}
        of {count}
      </span>
      <label className="flex items-center gap-2">
        Rows
        <select
          className="field-control quiet-control !min-h-7 !w-20 !py-0"
          value={limit}
          onChange={(event) => on.onLimit(Number(event.target.value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {pages > 1 && (
        <nav aria-label="Pages">
          <button
            type="button"
            className="page-link"
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => on.onPage(page - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          {pageNumbers(page, pages).map((number, at) =>
            number === 0 ? (
              <span key={`gap-${at}`} className="page-link" aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={number}
                type="button"
                className="page-link"
                aria-label={`Page ${number}`}
                aria-current={number === page ? "page" : undefined}
                onClick={() => on.onPage(number)}
              >
                {number}
              </button>
            ),
          )}
          <button
            type="button"
            className="page-link"
            aria-label="Next page"
            disabled={page >= pages}
            onClick={() => on.onPage(page + 1)}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </nav>
      )}
    </div>
  );
}
