import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import type { FiguresAnswer } from "./figures.model.ts";

const hours = (value: number) =>
  `${value.toLocaleString("en-US", { maximumFractionDigits: value < 100 ? 1 : 0 })} h`;
// What falls short of all never reads as all.
const percent = (value: number) =>
  value > 0.99 && value < 1
    ? `${(Math.floor(value * 10_000) / 100).toFixed(2)} %`
    : `${(value * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })} %`;
const share = ({ of, all }: { of: number; all: number }) =>
  all === 0 ? "Nothing yet" : percent(of / all);

type Figure = { name: string; value: string; rows: string; definition: string };

const figuresOf = (f: FiguresAnswer): Figure[] => {
  const orders = pathTo("maintenance");
  const created = `created.min=${f.fromAt}&created.max=${f.toAt}`;
  const completed = `completed.min=${f.fromAt}&completed.max=${f.toAt}`;
  const due = `dueOn.min=${f.from}&dueOn.max=${f.to}`;
  return [
    {
      name: "Mean time between failures",
      value:
        f.mtbfHours === null
          ? `No failures in ${hours(f.serviceHours - f.downHours)}`
          : hours(f.mtbfHours),
      rows: `${orders}?failure=true&onAsset=true&${created}`,
      definition: `Hours in service less hours out of service (${hours(f.serviceHours - f.downHours)}, ${counted(f.assets, "asset")}) by failures (${f.failures}): corrective and emergency orders asked for in the period.`,
    },
    {
      name: "Mean time to repair",
      value: f.mttrHours === null ? "No repairs" : hours(f.mttrHours),
      rows: `${orders}?failure=true&onAsset=true&${completed}`,
      definition: `From the start of the work to its completion, over ${counted(f.repairs, "repair")} completed in the period.`,
    },
    {
      name: "Availability",
      value: f.availability === null ? "No asset in service" : percent(f.availability),
      rows: `${pathTo("assets")}?status=in_service,out_of_service`,
      definition: `Hours in service less ${hours(f.downHours)} out of service, by hours in service. Each asset shows when it was out of service.`,
    },
    {
      name: "Compliance with plans",
      value: share(f.compliance),
      rows: `${pathTo("plans")}?tab=cycles&counted=true&${due}`,
      definition: `Done on or before the due day: ${f.compliance.of} of ${f.compliance.all} that came due. Skipped and covered ones do not count.`,
    },
    {
      name: "Planned share",
      value: share(f.planned),
      rows: `${orders}?kind=preventive,inspection&onAsset=true&${completed}`,
      definition: `Preventive work and inspections: ${f.planned.of} of ${f.planned.all} orders on assets completed in the period.`,
    },
    {
      name: "Backlog",
      value: hours(f.backlogMinutes / 60),
      rows: `${orders}?open=true`,
      definition: `Estimated time of ${counted(f.backlogOrders, "open order")}; ${f.unestimated} of them have no estimate and are not in it.`,
    },
    {
      name: "Repeat failures in 30 days",
      value: f.repeats.toLocaleString("en-US"),
      rows: `${orders}?repeat=true&${created}`,
      definition: "A failure of an asset within 30 days after the last repair of it was completed.",
    },
  ];
};

/** /maintenance-management/figures: what maintenance comes to in a year, each figure with its rows. */
export default function FiguresPage() {
  const [search] = useSearchParams();
  const found = useGet<FiguresAnswer>(
    "work-orders",
    `/api/v1/maintenance-figures?${new URLSearchParams([...search].filter(([key]) => ["from", "to", "classId"].includes(key))).toString()}`,
    { first: true },
  );
  return (
    <>
      <MaintenanceNav open="maintenanceFigures" />
      <div className="list-head">
        <h1>Figures</h1>
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The figures" onRetry={() => void found.refetch()} />
      )}
      {found.data && (
        <>
          <p className="mb-4 text-t2">
            {formatDate(found.data.from)} to {formatDate(found.data.to)}
          </p>
          <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {figuresOf(found.data).map((figure) => (
              <section key={figure.name} className="panel">
                <header>
                  <h2>{figure.name}</h2>
                </header>
                <div className="panel-body grid gap-2">
                  <p className="text-22 tabular-nums">{figure.value}</p>
                  <p className="text-13 text-t2">{figure.definition}</p>
                  <Link to={figure.rows}>
                    Open the rows<span className="visually-hidden"> of {figure.name}</span>
                  </Link>
                </div>
              </section>
            ))}
          </div>
        </>
      )}
    </>
  );
}
