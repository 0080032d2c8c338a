import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ClassRow } from "../asset/asset.model.ts";
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

const asked = (f: FiguresAnswer) => ({
  orders: pathTo("maintenance"),
  created: `created.min=${f.fromAt}&created.max=${f.toAt}`,
});

const figuresOf = (f: FiguresAnswer): Figure[] => {
  const { orders, created } = asked(f);
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
      definition: `Time out of service for a repair until it was completed, or the work itself where none was entered, over ${counted(f.repairs, "repair")} completed in the period.`,
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
      rows: `${orders}?created.max=${f.toAt}&ended.min=${f.toAt}`,
      definition: `Estimated time of ${counted(f.backlogOrders, "order")} open at the end of the period; ${f.unestimated} of them have no estimate and are not in it.`,
    },
    {
      name: "Repeat failures in 30 days",
      value: f.repeats.toLocaleString("en-US"),
      rows: `${orders}?repeat=true&${created}`,
      definition: "A failure of an asset within 30 days after the last repair of it was completed.",
    },
  ];
};

const findingOf = (f: FiguresAnswer): FindingPart[] => {
  const { orders, created } = asked(f);
  return [
    {
      text:
        f.failures === 0
          ? "No asset failed"
          : `${counted(f.failures, "failure")} took ${hours(f.downHours)} of service`,
      to: `${orders}?failure=true&onAsset=true&${created}`,
    },
    ...(f.repeats > 0
      ? [
          {
            text: counted(
              f.repeats,
              "asset failed again within 30 days",
              "assets failed again within 30 days",
            ),
            to: `${orders}?repeat=true&${created}`,
          },
        ]
      : []),
    ...(f.planned.all > 0 ? [{ text: `${share(f.planned)} of the work was planned` }] : []),
  ];
};

const timeText = (value: number | null, none: string) => (value === null ? none : hours(value));

function Classes({ of: f }: { of: FiguresAnswer }) {
  if (f.classes.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>By class</h2>
      </header>
      <div
        className="panel-body overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label="Figures by class of assets"
      >
        <table className="ledger w-full" aria-label="Figures by class of assets">
          <thead>
            <tr>
              {["Class", "Assets", "Failures", "Between failures", "To repair", "Down"].map(
                (head, at) => (
                  <th key={head} scope="col" className={at > 0 ? "num" : undefined}>
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {f.classes.map((c) => (
              <tr key={c.classId}>
                <th scope="row" className="font-normal">
                  <Link to={`?from=${f.from}&to=${f.to}&classId=${c.classId}`}>{c.className}</Link>
                </th>
                <td className="num">{c.assets}</td>
                <td className="num">{c.failures}</td>
                <td className="num">{timeText(c.mtbfHours, "No failures")}</td>
                <td className="num">{timeText(c.mttrHours, "No repairs")}</td>
                <td className="num">{hours(c.downHours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const trendFinding = ({ trend, failures }: FiguresAnswer): string => {
  const [worst] = trend.toSorted((x, y) => y.failures - x.failures);
  return !worst || failures === 0
    ? "No failures in the period"
    : `${counted(failures, "failure")}, most of them from ${formatDate(worst.from)}: ${worst.failures}`;
};

function Pickers({
  of: f,
  classId,
  choose,
}: {
  of: FiguresAnswer;
  classId: string;
  choose: (key: string, value: string) => void;
}) {
  const classes = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes");
  return (
    <div className="mb-4 flex flex-wrap gap-4">
      {(["from", "to"] as const).map((key) => (
        <label key={key} className="field">
          <span className="label">{key === "from" ? "From" : "To"}</span>
          <input
            type="date"
            className="field-control"
            value={f[key]}
            onChange={(event) => event.target.value && choose(key, event.target.value)}
          />
        </label>
      ))}
      <label className="field">
        <span className="label">Class</span>
        <select
          className="field-control"
          value={classId}
          onChange={(event) => choose("classId", event.target.value)}
        >
          <option value="">All classes</option>
          {(classes.data?.items ?? []).map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Cards({ of: f }: { of: FiguresAnswer }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {figuresOf(f).map((figure) => (
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
  );
}

/** /maintenance-management/figures: what maintenance comes to in a period and class, with its trend. */
export default function FiguresPage() {
  const [search, setSearch] = useSearchParams();
  const chosen = [...search].filter(([key]) => ["from", "to", "classId"].includes(key));
  const found = useGet<FiguresAnswer>(
    "work-orders",
    `/api/v1/maintenance-figures?${new URLSearchParams(chosen).toString()}`,
    { first: true, keep: true },
  );
  const choose = (key: string, value: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (value) next.set(key, value);
        else next.delete(key);
        return next;
      },
      { replace: true },
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
        <div className="stack">
          <Finding parts={findingOf(found.data)} none="" />
          <Pickers of={found.data} classId={search.get("classId") ?? ""} choose={choose} />
          <Cards of={found.data} />
          <Chart
            finding={trendFinding(found.data)}
            kind="bar"
            axis="From"
            height={200}
            series={[
              { id: "failures", label: "Failures" },
              { id: "down", label: "Hours out of service" },
            ]}
            format={(value) => value.toLocaleString("en-US", { maximumFractionDigits: 1 })}
            points={found.data.trend.map((one) => ({
              label: formatDate(one.from),
              values: { failures: one.failures, down: one.downHours },
            }))}
          />
          <Classes of={found.data} />
        </div>
      )}
    </>
  );
}
