import { counted } from "#kernel/words.ts";
import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AnswerRoute } from "../plan/answer.model.ts";
import { lateSays, timeOf, windowSays } from "../plan/clock.model.ts";
import type { PlanDetail } from "../plan/plan.model.ts";
import { mile, secondsOf } from "../plan/problem-of.model.ts";

type Vehicle = PlanDetail["vehicles"][number];
const wide = 1000;

function Bar({ route, vehicle }: { route: AnswerRoute; vehicle: Vehicle }) {
  const [from, to] = [secondsOf(vehicle.from), Math.max(secondsOf(vehicle.to), route.returns)];
  const x = (seconds: number) => ((seconds - from) / (to - from)) * wide;
  return (
    <svg
      className="shift"
      viewBox={`0 0 ${wide} 28`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Shift of ${vehicle.key}: leaves at ${timeOf(route.leaves)}, is back at ${timeOf(route.returns)}`}
    >
      <rect className="shift-off" x={0} y={2} width={wide} height={24} />
      <line className="shift-drive" x1={x(route.leaves)} x2={x(route.returns)} y1={14} y2={14} />
      {route.visits.map(({ stopId, arrival, begin, leave }) => (
        <g key={stopId}>
          {begin > arrival && (
            <line className="shift-wait" x1={x(arrival)} x2={x(begin)} y1={14} y2={14} />
          )}
          <rect
            className="shift-stop"
            x={x(begin)}
            y={5}
            width={Math.max(3, x(leave) - x(begin))}
            height={18}
          />
        </g>
      ))}
    </svg>
  );
}

const saidOf = (plan: PlanDetail, { stopId, arrival, begin }: AnswerRoute["visits"][number]) => {
  const stop = plan.stops.find(({ id }) => id === stopId);
  if (!stop) return null;
  const { told, status, minutesLate } = stop;
  const wait = Math.round((begin - arrival) / 60);
  const ended =
    status === "done"
      ? "done"
      : status === "failed"
        ? "not delivered"
        : status === "arrived"
          ? "there"
          : "";
  return [
    windowSays(told),
    wait > 0 ? `waits ${wait} min` : "",
    ended && [ended, minutesLate === null ? "" : lateSays(minutesLate)].filter(Boolean).join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
};

function Shift({ plan, route }: { plan: PlanDetail; route: AnswerRoute }) {
  const at = plan.vehicles.findIndex(({ key }) => key === route.vehicle);
  const vehicle = plan.vehicles[at];
  if (!vehicle) return null;
  return (
    <section className={`grid gap-2 min-w-0 route-${at % 6}`} aria-label={route.vehicle}>
      <h3 className="shift-name font-semibold">
        {route.vehicle}
        <span className="block text-13 font-normal text-t2">
          {[
            vehicle.driver || "nobody drives it yet",
            counted(route.visits.length, "stop"),
            `${(route.meters / mile).toFixed(1)} miles`,
            `${timeOf(route.leaves)} to ${timeOf(route.returns)}`,
          ].join(" · ")}
          {" · "}
          <button
            type="button"
            className="link"
            onClick={() =>
              void download(
                `/api/v1/route-plans/${plan.id}/gpx?vehicle=${encodeURIComponent(route.vehicle)}`,
              ).catch((error: unknown) => notify.failed("The file could not be saved", error))
            }
          >
            GPX
          </button>
        </span>
      </h3>
      <Bar route={route} vehicle={vehicle} />
      <p className="flex justify-between text-12 text-t2">
        <span>{timeOf(secondsOf(vehicle.from))}</span>
        <span>{timeOf(secondsOf(vehicle.to))}</span>
      </p>
      <ol className="grid gap-1 text-13">
        {route.visits.map((visit, n) => {
          const said = saidOf(plan, visit);
          if (said === null) return null;
          return (
            <li key={visit.stopId}>
              {n + 1}. <span className="mono">{timeOf(visit.arrival)}</span>{" "}
              {plan.stops.find(({ id }) => id === visit.stopId)!.told.name}
              {said && <span className="text-t2"> · {said}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** A bar a vehicle through its shift, and its stops in their order. */
export function Shifts({ plan }: { plan: PlanDetail }) {
  const routes = plan.answer?.routes.filter(({ visits }) => visits.length > 0) ?? [];
  const idle = plan.vehicles.filter(({ key }) => !routes.some(({ vehicle }) => vehicle === key));
  return (
    <div className="grid gap-5 min-w-0 content-start">
      {routes.map((route) => (
        <Shift key={route.vehicle} plan={plan} route={route} />
      ))}
      {plan.answer && idle.length > 0 && (
        <p className="text-13 text-t2">
          {idle.map(({ key }) => key).join(", ")} {idle.length > 1 ? "stay" : "stays"} at the depot.
        </p>
      )}
    </div>
  );
}
