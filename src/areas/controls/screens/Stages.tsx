import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Panel } from "#web/kit/states.tsx";
import type { ComplianceStage } from "../failure/failure.model.ts";

/** The stages of a purchase in their order, each with what is open in it. */
export function Stages({ stages }: { stages: readonly ComplianceStage[] }) {
  return (
    <Panel title="From requisition to payment" flush>
      <ol className="grid grid-cols-1 sm:grid-flow-col sm:auto-cols-fr">
        {stages.map((stage) => (
          <li
            key={stage.stage}
            className="grid gap-1 border-b border-hair p-4 last:border-0 sm:border-r sm:border-b-0"
          >
            <span className="text-13 text-t2">{stage.label}</span>
            <Link
              className="text-22 font-semibold text-link underline"
              to={`${pathTo("controlFailures")}?${stage.query}`}
              aria-label={`${stage.label}: ${counted(stage.open, "open failure")}`}
            >
              {stage.open.toLocaleString("en-US")}
            </Link>
            <span className="text-12 text-t3">
              {stage.late > 0 ? `${stage.late} past their day, ` : ""}
              {counted(stage.judged, "record")} judged
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
