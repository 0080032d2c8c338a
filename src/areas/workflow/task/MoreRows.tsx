/** The foot of a list that begins with what is soonest: how many of all are shown, and the way to more of them, at most `most`. */
export function MoreRows({ shown, total, most, busy, onMore }: { shown: number; total: number; most: number; busy: boolean; onMore: () => void }) {
  if (shown >= total) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-hair px-4 py-2 text-13 text-t3">
      <span aria-live="polite">{shown} of {total.toLocaleString("en-US")}, soonest first.{shown >= most && " The others move up as these are done."}</span>
      {shown < most && <button type="button" className="btn btn-small" aria-disabled={busy} onClick={() => { if (!busy) onMore(); }}>Show more</button>}
    </div>
  );
}
