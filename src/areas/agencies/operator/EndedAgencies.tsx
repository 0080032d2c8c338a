import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { saveText } from "#web/kit/csv.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { DeletionRow } from "../deletion/ending.model.ts";

function Ended({ of }: { of: DeletionRow }) {
  const { timeZone } = useAgency();
  const { agency, report, rows, files, keeper, again } = of;
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-hair py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <p>
          <b className="font-medium">{agency}</b>
        </p>
        <p className="text-13">
          {of.endedAt
            ? `Deleted on ${formatInstant(of.endedAt, timeZone)}${again ? ", once more after a restore" : ""}`
            : `Being deleted since ${formatInstant(of.beganAt, timeZone)}`}
        </p>
        <p className="text-13 text-t2">
          {[
            counted(rows, "row"),
            counted(files, "file"),
            keeper && `its records are kept by ${keeper}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {report && (
        <button
          type="button"
          className="btn btn-small justify-self-start"
          onClick={() => saveText(`deleted-${of.id}.txt`, report, "text/plain")}
        >
          Save the report<span className="visually-hidden"> of {agency}</span>
        </button>
      )}
    </li>
  );
}

/** Agencies that are gone, each with the signed report that remains; nothing where none is. */
export function EndedAgencies() {
  const list = useGet<{ items: DeletionRow[] }>("platform-agencies", "/api/v1/agency-deletions");
  if (list.isError)
    return (
      <ErrorPanel
        error={list.error}
        what="Agencies that ended"
        onRetry={() => void list.refetch()}
      />
    );
  if (!list.data?.items.length) return null;
  return (
    <section className="grid gap-3">
      <h2>Agencies that ended</h2>
      <ul className="grid border-t border-hair" aria-label="Agencies that ended">
        {list.data.items.map((of) => (
          <Ended key={of.id} of={of} />
        ))}
      </ul>
    </section>
  );
}
