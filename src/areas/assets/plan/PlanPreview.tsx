import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { api } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";
import { bodyOfPlan, type PlanForm } from "./planForm.ts";
import type { PreviewAnswer } from "./plan.model.ts";

/** The next twelve dates of the plan as it stands in the form, read anew while one types. */
export function PlanPreview({ definitionId }: { definitionId: string | null }) {
  const values = useWatch() as PlanForm;
  const { name: _name, about: _about, tasks: _tasks, ...said } = bodyOfPlan(values);
  const text = JSON.stringify({ ...said, definitionId });
  const [found, setFound] = useState<PreviewAnswer | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      void api<PreviewAnswer>("/api/v1/maintenance-plans/actions/preview", {
        method: "POST",
        body: JSON.parse(text) as object,
      })
        .then(setFound)
        .catch(() => setFound(null));
    }, 400);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Panel
      title="Next dates"
      aside={found ? `${found.targets} ${found.targets === 1 ? "asset" : "assets"}` : undefined}
    >
      <div role="status">
        {!found && <p className="text-t2">They stand here as soon as the form says when.</p>}
        <ol className="grid gap-1 sm:grid-cols-2">
          {(found?.dates ?? []).map((date) => (
            <li key={date.on} className="tabular-nums">
              {formatDate(date.on)}
              {date.coveredBy && (
                <span className="text-13 text-t2"> · covered by {date.coveredBy}</span>
              )}
            </li>
          ))}
        </ol>
        {found?.why && <p className="mt-2 text-13 text-t2">{found.why}</p>}
      </div>
    </Panel>
  );
}
