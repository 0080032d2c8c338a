type MoreRowsProps = {
  shown: number;
  total: number;
  /** How many can be shown at most. */ most: number;
  /** Said when that many are shown. */ end?: string;
  /** In which order they come: `soonest first`. */ order: string;
  busy: boolean;
  onMore: () => void;
};

/**
 * The foot of a list that begins with its first rows: how many of all are shown, and the way to
 * more of them.
 */
export function MoreRows({ shown, total, most, end, order, busy, onMore }: MoreRowsProps) {
  if (shown >= total) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-hair px-4 py-2 text-13 text-t3">
      <span aria-live="polite">
        {shown.toLocaleString("en-US")} of {total.toLocaleString("en-US")}, {order}.
        {shown >= most && end && ` ${end}`}
      </span>
      {shown < most && (
        <button
          type="button"
          className="btn btn-small"
          aria-disabled={busy}
          onClick={() => {
            if (!busy) onMore();
          }}
        >
          Show more
        </button>
      )}
    </div>
  );
}
