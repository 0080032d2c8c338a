import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { timeOf } from "../route/plan/clock.model.ts";
import { stopStatuses } from "../route/stop/stop.labels.ts";
import type { VisitShown } from "../route/stop/visit.model.ts";

/** Which route drives it, and about when it comes there. */
export function OnRoute({ route }: { route: VisitShown }) {
  const { planId, number, onDay, vehicle, driver, place, arrival, status } = route;
  return (
    <Panel
      title="On a route"
      aside={<Badge tone={stopStatuses[status].tone} label={stopStatuses[status].label} />}
    >
      <p>
        {vehicle}, driven by {driver},{" "}
        {status === "done"
          ? `brought it as stop ${place} on ${formatDate(onDay)}`
          : `comes there as stop ${place} on ${formatDate(onDay)} about ${timeOf(arrival * 60)}`}{" "}
        (
        <Link className="underline" to={pathTo("routePlan", { id: planId })}>
          {number}
        </Link>
        ).
      </p>
    </Panel>
  );
}
