import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Panel } from "#web/kit/states.tsx";
import type { ComplianceStage } from "../failure/failure.model.ts";

// On a phone a row with its number at the right, wide a column.
const look = {
  stage: [
    "grid grid-cols-[1fr_auto] gap-x-4 border-b border-hair px-4 py-2 last:border-0",
    "sm:grid-cols-1 sm:gap-y-1 sm:border-r sm:border-b-0 sm:py-4",
  ].join(" "),
  open: [
    "col-start-2 row-span-2 row-start-1 grid min-h-11 min-w-11 place-items-center",
    "text-22 font-semibold text-link underline",
    "sm:col-start-1 sm:row-span-1 sm:row-start-2 sm:min-h-0 sm:place-items-start",
  ].join(" "),
};

/** The stages of a purchase in their order, each with what is open in it. */
export function Stages({ stages }: { stages: readonly ComplianceStage[] }) {
  return (
    <Panel title="From requisition to payment" flush>
      <ol className="grid grid-cols-1 sm:grid-flow-col sm:auto-cols-fr">
        {stages.map((stage) => (
          <li key={stage.stage} className={look.stage}>
            <span className="text-13 text-t2">{stage.label}</span>
            <Link
              className={look.open}
              to={`${pathTo("controlFailures")}?${stage.query}`}
              aria-label={`${stage.label}: ${counted(stage.open, "open failure")}`}
            >
              {stage.open.toLocaleString("en-US")}
            </Link>
            <span className="text-12 text-t3 sm:row-start-3">
              {stage.late > 0 ? `${stage.late} past their day, ` : ""}
              {counted(stage.judged, "record")} judged
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
