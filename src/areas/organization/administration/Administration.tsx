import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StepList } from "../quick-start/StepList.tsx";
import { FirstOrder } from "./FirstOrder.tsx";
import type { Administration as Answer } from "./administration.model.ts";

function Matters({ matters }: { matters: Answer["matters"] }) {
  if (matters.length === 0)
    return (
      <EmptyState kind="all-done" title="Nothing needs an administrator">
        What does shows here, with where it is mended.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-hair">
      {matters.map((matter) => (
        <li key={matter.id} className="flex items-baseline gap-4 py-3">
          <span className="min-w-[2ch] text-right text-18 font-semibold tabular-nums">
            {matter.count}
          </span>
          <span className="min-w-0 flex-1">
            <Link className="font-medium" to={matter.href}>
              {matter.label}
            </Link>
            <p className="text-13 text-t2">{matter.about}</p>
          </span>
        </li>
      ))}
    </ul>
  );
}

const places = [
  ["The agency", "/admin/tenant"],
  ["Team", "/team"],
  ["User management", "/user-management"],
  ["Roles", "/admin/roles"],
  ["Theme", "/utilities/theme"],
  ["Shortcuts", "/utilities/shortcuts"],
  ["Letters that went out", "/admin/letters"],
  ["Approval policies", "/approvals-inbox/policies"],
] as const;

/** /admin: what needs an administrator now, the way to the first order, and the first month of an agency. */
export default function Administration() {
  const read = useGet<Answer>("administration", "/api/v1/administration", { anew: true });
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return (
      <ErrorPanel error={read.error} what="Administration" onRetry={() => void read.refetch()} />
    );
  const { matters, course } = read.data;
  const left = course.filter((step) => !step.done).length;
  return (
    <div className="grid min-w-0 gap-4">
      <div>
        <h1>Administration</h1>
        <p className="text-t2">
          {left === 0 ? "The agency is set up." : `${counted(left, "first step")} to go.`}
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Panel title="Needs you now">
            <Matters matters={matters} />
          </Panel>
          <Panel title="Where things are set">
            <ul className="flex flex-wrap gap-2">
              {places.map(([label, to]) => (
                <li key={to}>
                  <Link className="btn" to={to}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <div className="grid gap-4">
          <FirstOrder course={course} />
          <Panel title="The first month">
            <StepList steps={course.filter((step) => step.part === "month")} />
          </Panel>
        </div>
      </div>
    </div>
  );
}
