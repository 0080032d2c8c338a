import type { ReactNode } from "react";
import { EmptyState } from "../states.tsx";

/** Words and buttons of a list where there is nothing at all yet. */
export type FirstUse = { title: string; text: string; action?: ReactNode };

/**
 * What to say about an empty list: it ends before this page, nothing exists yet, or nothing fits
 * the filters.
 */
export function EmptyList({
  beyond,
  filtered,
  title,
  empty,
  onClear,
  onFirst,
}: {
  /** The page that was asked for, when the list ends before it. */
  beyond: number | null;
  filtered: boolean;
  title: string;
  empty: FirstUse | undefined;
  onClear: () => void;
  onFirst: () => void;
}) {
  if (beyond !== null)
    return (
      <EmptyState
        kind="no-results"
        title={`There is no page ${beyond.toLocaleString("en-US")}`}
        action={
          <button type="button" className="btn" onClick={onFirst}>
            First page
          </button>
        }
      >
        The list ends before it.
      </EmptyState>
    );
  if (filtered)
    return (
      <EmptyState
        kind="no-results"
        title="Nothing fits these filters"
        action={
          <button type="button" className="btn" onClick={onClear}>
            Clear search and filters
          </button>
        }
      >
        Change the search or take a filter away.
      </EmptyState>
    );
  return (
    <EmptyState
      kind="first-use"
      title={empty?.title ?? `No ${title.toLowerCase()} yet`}
      action={empty?.action}
    >
      {empty?.text}
    </EmptyState>
  );
}
