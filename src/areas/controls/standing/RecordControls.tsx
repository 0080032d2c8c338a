import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { controlAnswers } from "#kernel/control.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { StandingRow } from "./standing.model.ts";

/** Which controls a record meets and breaks; nothing where none was judged of it yet. */
export function RecordControls({ type, id }: { type: string; id: string }) {
  const read = useGet<{ items: StandingRow[] }>(
    "control-failures",
    `/api/v1/control-standings?subjectType=${type}&subjectId=${id}`,
  );
  const items = read.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Controls" flush>
      <ul>
        {items.map((each) => (
          <li
            key={`${each.control} ${each.part}`}
            className="grid gap-1 border-b border-hair px-4 py-3 last:border-0"
          >
            <span className="flex flex-wrap items-center gap-2">
              {each.failureId ? (
                <Link
                  className="mr-auto text-link underline"
                  to={pathTo("controlFailure", { id: each.failureId })}
                >
                  {each.control}
                </Link>
              ) : (
                <span className="mr-auto">{each.control}</span>
              )}
              <StatusBadge statuses={controlAnswers} status={each.answer} />
            </span>
            <small className="text-12 text-t2">{each.said}</small>
            {each.answer !== "pass" && each.citations.length > 0 && (
              <small className="text-12 text-t3">{each.citations.join("; ")}</small>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
