import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { lateSays, timeOf, windowSays } from "../plan/clock.model.ts";
import { planCourse, planCycle, planStatuses } from "../plan/plan.labels.ts";
import type { PlanDetail } from "../plan/plan.model.ts";
import { mile } from "../plan/problem-of.model.ts";
import { standingSays } from "../plan/standing.model.ts";
import { stopStatuses } from "../stop/stop.labels.ts";
import { RouteMap } from "./RouteMap.tsx";
import { Shifts } from "./Shifts.tsx";

const PlanDialog = dialogOnDemand(async () => (await import("./PlanDialog.tsx")).PlanDialog);
const StopDialog = dialogOnDemand(async () => (await import("./StopDialog.tsx")).StopDialog);
const ErrandsDialog = dialogOnDemand(
  async () => (await import("./ErrandsDialog.tsx")).ErrandsDialog,
);

type Stop = PlanDetail["stops"][number];
const look = { statuses: planStatuses, course: planCourse, actions: planCycle.actions };

const nameOf = ({ stops }: PlanDetail, id: string): string =>
  stops.find((stop) => stop.id === id)?.told.name ?? "";

const solvedParts = (plan: PlanDetail): FindingPart[] => {
  const { answer } = plan;
  if (!answer) return [];
  return [
    { text: `${(answer.meters / mile).toFixed(1)} miles, ${standingSays(answer.standing)}` },
    ...answer.aside.map(({ text }) => ({ text })),
    ...(answer.left.length > 0
      ? [{ text: `${answer.left.map((id) => nameOf(plan, id)).join(", ")} is left out` }]
      : []),
    ...(answer.stopped
      ? [{ text: "It was stopped before its time was over: the best plan until then" }]
      : []),
  ];
};

const drivenParts = ({ stops }: PlanDetail): FindingPart[] => {
  const routed = stops.filter(({ planned }) => planned);
  const open = routed.filter(({ status }) => status === "open" || status === "arrived");
  const failed = routed.filter(({ status }) => status === "failed");
  const late = routed.filter(({ minutesLate }) => (minutesLate ?? 0) > 15);
  return [
    ...(failed.length > 0
      ? [{ text: `${failed.map(({ told }) => told.name).join(", ")} could not be delivered` }]
      : []),
    ...(late.length > 0
      ? [{ text: `${counted(late.length, "stop was", "stops were")} reached over 15 minutes late` }]
      : []),
    {
      text:
        open.length > 0
          ? `${counted(open.length, "stop is", "stops are")} still to be driven to`
          : "every stop has its end",
    },
  ];
};

const findings = (plan: PlanDetail): FindingPart[] => {
  switch (plan.status) {
    case "draft":
      // Why it was not solved is to be settled first.
      if (plan.statusReason) return [{ text: plan.statusReason.replace(/\.$/, "") }];
      return [
        {
          text:
            plan.stops.length > 0
              ? `${counted(plan.stops.length, "stop")} for ${counted(plan.vehicles.length, "vehicle")}, not solved yet`
              : "No stop yet: add what waits, or one by hand",
        },
      ];
    case "solving":
      return [{ text: `It is being solved, for at most ${plan.seconds} seconds` }];
    case "dropped":
      return [{ text: "Nobody drives this plan" }];
    case "solved":
      return solvedParts(plan);
    default:
      return drivenParts(plan);
  }
};

const partsFor = (open: ((stop: Stop) => void) | null): readonly LinePart<Stop>[] => [
  {
    label: "Stop",
    as: "title",
    cell: (stop) => (
      <>
        {open && stop.status === "open" ? (
          <button type="button" className="link" onClick={() => open(stop)}>
            {stop.told.name}
          </button>
        ) : stop.sourceHref ? (
          <Link to={stop.sourceHref}>{stop.told.name}</Link>
        ) : (
          stop.told.name
        )}
        <span className="block text-13 text-t2">{stop.told.place}</span>
      </>
    ),
  },
  { label: "Window", words: true, cell: ({ told }) => windowSays(told) },
  {
    label: "Planned",
    words: true,
    cell: ({ planned }) =>
      planned ? `${planned.vehicle}, ${planned.place}, ${timeOf(planned.arrival * 60)}` : "",
  },
  {
    label: "Driven",
    words: true,
    cell: ({ minutesLate, driven }) =>
      [
        minutesLate === null ? "" : lateSays(minutesLate),
        driven.receiver ? `taken by ${driven.receiver}` : "",
        driven.reason ?? "",
      ]
        .filter(Boolean)
        .join(", "),
  },
  {
    label: "Status",
    as: "amount",
    cell: ({ status }) => <StatusBadge statuses={stopStatuses} status={status} />,
  },
];

const distancesSay = ({ ways, roads, matrixFile }: PlanDetail): string => {
  if (ways === "matrix") return `Distances are those of ${matrixFile?.name ?? "a file"}.`;
  if (ways === "straight") return "Distances are straight lines, made longer.";
  return roads
    ? `Driven on ${roads.name} of ${formatDate(roads.asOf)}.`
    : "No roads were imported: distances are straight lines, made longer.";
};

function Routes({ plan, edit }: { plan: PlanDetail; edit: ((stop: Stop) => void) | null }) {
  return (
    <>
      <Finding parts={findings(plan)} none="" />
      <div className="grid gap-6 lg:grid-cols-2">
        <RouteMap plan={plan} />
        {plan.answer ? (
          <Shifts plan={plan} />
        ) : (
          <p className="text-t2">
            {plan.ways === "roads" && plan.closures.length > 0
              ? `Closed on this day: ${plan.closures.map(({ name }) => name).join(", ")}. `
              : ""}
            {distancesSay(plan)}
          </p>
        )}
      </div>
      {plan.answer && (
        <p className="text-13 text-t2">
          {plan.answer.basis}. Solved on our own machines by search and a linear bound; no quantum
          computer takes part.
        </p>
      )}
      <section className="grid gap-3">
        <h2>Stops</h2>
        {plan.stops.length > 0 && (
          <LineTable
            label="Stops of the plan"
            parts={partsFor(edit)}
            lines={plan.stops}
            keyOf={({ id }) => id}
          />
        )}
      </section>
    </>
  );
}

type Opened = { what: "plan" | "stop" | "errands"; plan: PlanDetail; stop: Stop | null };

const tabsFor = (
  open: (plan: PlanDetail, stop: Stop) => void,
): readonly RecordTab<PlanDetail>[] => [
  {
    id: "routes",
    label: "Routes",
    content: (plan) => (
      <Routes plan={plan} edit={plan.canEdit ? (stop) => open(plan, stop) : null} />
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="routePlan" objectId={id} />
        <Comments objectType="routePlan" objectId={id} />
      </>
    ),
  },
];

const extrasFor = (plan: PlanDetail, may: boolean, open: (what: Opened["what"]) => void) => [
  ...(plan.canEdit
    ? [
        { label: "Add what waits", onSelect: () => open("errands") },
        { label: "Add a stop", onSelect: () => open("stop") },
        { label: "Change the plan", onSelect: () => open("plan") },
      ]
    : []),
  ...(plan.answer
    ? [{ label: "Lists for drivers (PDF)", href: `/api/v1/route-plans/${plan.id}/paper` }]
    : []),
  ...(plan.status === "released" && may
    ? [{ label: "What drivers see", to: pathTo("routeDrive", { id: plan.id }) }]
    : []),
];

/** A day's routes: how good they are, the map, a bar a vehicle, and every stop planned against driven. */
export default function RoutePlanPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <RecordPage<PlanDetail>
        path="/api/v1/route-plans"
        id={id}
        lifecycle={look}
        title={({ name }) => name}
        subtitle={({ onDay }) => formatDate(onDay)}
        extraActions={(plan) =>
          extrasFor(plan, can("route.plan"), (what) => setOpened({ what, plan, stop: null }))
        }
        tabs={tabsFor((plan, stop) => setOpened({ what: "stop", plan, stop }))}
      />
      {opened?.what === "plan" && <PlanDialog plan={opened.plan} onClose={close} />}
      {opened?.what === "stop" && (
        <StopDialog plan={opened.plan} stop={opened.stop} onClose={close} />
      )}
      {opened?.what === "errands" && <ErrandsDialog planId={id} onClose={close} />}
    </>
  );
}
