import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Alert } from "./alert.model.ts";

const path = "/api/v1/weather-alerts";
const held = "status=active&test=false";
const touching = `${held}&touch=inside,possibly,unjudged`;

const useAlerts = (query: string) =>
  useGet<ListAnswer<Alert>>("weather-alerts", `${path}?${query}`).data;

/** What holds now and touches the agency, in words; what asks to be ended, what contradicts itself. */
export function AlertFinding() {
  const { timeZone } = useAgency();
  const ours = useAlerts(`${touching}&limit=5`);
  const all = useAlerts(`${held}&limit=1`);
  const asks = useAlerts("asks=true&limit=1");
  const conflicts = useAlerts(`${held}&conflict=true&limit=1`);
  if (!ours || !all) return null;
  const total = ours.total ?? 0;
  return (
    <Panel
      title={
        total === 0
          ? "No warning in force touches the agency"
          : `${counted(total, "warning")} in force ${total === 1 ? "touches" : "touch"} the agency`
      }
    >
      <ul className="grid gap-1">
        {ours.items.map((alert) => (
          <li key={alert.id}>
            <Link to={pathTo("weatherAlert", { id: alert.id })}>
              {alert.headline || alert.event}
            </Link>{" "}
            {alert.endsAt
              ? `until ${formatInstant(alert.endsAt, timeZone)}`
              : "without a given end"}
            {alert.touch === "unjudged"
              ? ": its area cannot be judged"
              : `: ${alert.touchInside} inside, ${alert.touchPossibly} possibly inside`}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-13 leading-6 text-t2">
        <span>{counted(all.total ?? 0, "warning")} in force in all.</span>
        {total > 0 && <Link to={`?${touching}`}>Show those that touch the agency</Link>}
        {(asks?.total ?? 0) > 0 && (
          <Link to="?asks=true">
            {counted(asks!.total!, "warning")} without an end, older than its kind gets
          </Link>
        )}
        {(conflicts?.total ?? 0) > 0 && (
          <Link to="?conflict=true&status=active">
            {counted(conflicts!.total!, "message")} whose identifier came with two contents
          </Link>
        )}
      </p>
    </Panel>
  );
}
