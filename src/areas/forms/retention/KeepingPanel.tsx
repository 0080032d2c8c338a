import { formatDate } from "#kernel/dates.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Keeping } from "./retention.model.ts";

/** How long a submission is kept; a legal hold stands above the page. */
export function KeepingPanel({ keeping: { held, dueOn, disposedOn } }: { keeping: Keeping }) {
  return (
    <Panel title="Retention">
      <div className="grid gap-3">
        {disposedOn && <p>Answers and files were deleted on {formatDate(disposedOn)}.</p>}
        {dueOn && (
          <p>
            {held ? "Without the legal hold it is deleted" : "It is deleted"} on {formatDate(dueOn)}
            .
          </p>
        )}
        {!disposedOn && !dueOn && (
          <p className="text-t2">
            {held ? "A legal hold keeps it." : "Kept as long as its form says after it ended."}
          </p>
        )}
      </div>
    </Panel>
  );
}
