import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { conditions } from "../asset/asset.labels.ts";
import { eamFinding } from "./eam.labels.ts";
import type { CriticalityBand, EamAnswer } from "./eam.model.ts";

const register = "/asset-management";
const orders = "/maintenance-management";
/** Forty hours of one person. */
const weekMinutes = 2400;

const bands: readonly { id: CriticalityBand; label: string }[] = [
  { id: "low", label: "Low" },
  { id: "medium", label: "Medium" },
  { id: "high", label: "High" },
  { id: "unknown", label: "Not rated" },
];
const grades = [1, 2, 3, 4, 5, null] as const;
const gradeLabel = (grade: number | null) =>
  grade === null ? "Not read" : conditions[String(grade) as keyof typeof conditions];

function Matrix({ answer }: { answer: EamAnswer }) {
  const count = (condition: number | null, band: CriticalityBand) =>
    answer.matrix.find((cell) => cell.condition === condition && cell.band === band)?.assets ?? 0;
  return (
    <Panel title="Condition by criticality">
      <div className="overflow-x-auto">
        <table className="ledger w-full">
          <caption className="visually-hidden">Assets in use by condition and criticality</caption>
          <thead>
            <tr>
              <th scope="col">Condition</th>
              {bands.map((band) => (
                <th key={band.id} scope="col" className="text-right">
                  {band.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grades.map((grade) => (
              <tr key={grade ?? "none"}>
                <th scope="row" className="font-normal">
                  {grade === null ? (
                    gradeLabel(grade)
                  ) : (
                    <Link to={`${register}?condition=${grade}&inUse=true`}>
                      {gradeLabel(grade)}
                    </Link>
                  )}
                </th>
                {bands.map((band) => {
                  const assets = count(grade, band.id);
                  const grave = band.id === "high" && (grade ?? 0) >= 4 && assets > 0;
                  return (
                    <td
                      key={band.id}
                      className={`text-right tabular-nums ${grave ? "font-semibold text-danger" : ""}`}
                    >
                      {assets.toLocaleString("en-US")}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-12 text-t2">
        Criticality is consequence times likelihood: high from 15, medium from 6.
      </p>
    </Panel>
  );
}

const weeks = (minutes: number) =>
  (minutes / weekMinutes).toLocaleString("en-US", { maximumFractionDigits: 1 });

function Work({ answer: a }: { answer: EamAnswer }) {
  const rows = [
    { label: "Open work orders", to: `${orders}?open=true`, value: a.openWork },
    { label: "Late", to: `${orders}?late=true`, value: a.lateWork, bad: true },
    { label: "On hold", to: `${orders}?status=on_hold`, value: a.onHold },
    {
      label: "Assets out of service",
      to: `${register}?status=out_of_service`,
      value: a.outOfService,
      bad: true,
    },
    {
      label: "Warranties that end in 90 days",
      to: `${register}?warrantySoon=true`,
      value: a.warrantiesEnding,
    },
  ];
  return (
    <Panel title="Work and warranties">
      <ul className="grid gap-2">
        {rows.map(({ label, to, value, bad }) => (
          <li key={label}>
            <Link className="flex items-baseline justify-between gap-3" to={to}>
              <span>{label}</span>
              <span className={`text-22 tabular-nums ${bad && value > 0 ? "text-danger" : ""}`}>
                {value.toLocaleString("en-US")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-t2">
        Backlog: {weeks(a.backlogMinutes)} crew-weeks of forty hours.
        {a.unestimated > 0 && ` ${a.unestimated} open orders have no estimate and are not in it.`}
      </p>
    </Panel>
  );
}

function Classes({ answer }: { answer: EamAnswer }) {
  return (
    <Panel title="Cost and book by class">
      <div className="overflow-x-auto">
        <table className="ledger w-full">
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col" className="text-right">
                Assets
              </th>
              <th scope="col" className="text-right">
                Cost
              </th>
              <th scope="col" className="text-right">
                Depreciated
              </th>
              <th scope="col" className="text-right">
                Book value
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.classes.map((c) => (
              <tr key={c.id}>
                <th scope="row" className="font-normal">
                  <Link to={`${register}?classId=${c.id}&inUse=true`}>{c.name}</Link>
                  {c.unpriced > 0 && (
                    <span className="ml-2 text-12 text-t2">{c.unpriced} without cost</span>
                  )}
                </th>
                <td className="text-right tabular-nums">{c.assets.toLocaleString("en-US")}</td>
                <td className="text-right tabular-nums">{formatCents(c.costCents)}</td>
                <td className="text-right tabular-nums">{formatCents(c.depreciatedCents)}</td>
                <td className="text-right tabular-nums">{formatCents(c.bookCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function EndsOfLife({ answer }: { answer: EamAnswer }) {
  const most = Math.max(1, ...answer.endsOfLife.map((year) => year.costCents));
  return (
    <Panel title="Assets reaching the end of useful life">
      {answer.endsOfLife.length === 0 && (
        <p className="text-t2">No asset in use has a useful life and a first day in service.</p>
      )}
      <ul className="grid gap-2">
        {answer.endsOfLife.slice(0, 30).map((y) => (
          <li key={y.year} className="grid grid-cols-[4rem_1fr_auto] items-center gap-3">
            <span className="tabular-nums">{y.year}</span>
            <meter className="w-full" min={0} max={most} value={y.costCents}>
              {formatCents(y.costCents)}
            </meter>
            <span className="text-right tabular-nums">
              {formatCents(y.costCents)}{" "}
              <span className="text-12 text-t2">{y.assets.toLocaleString("en-US")}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** /eam: how the agency's assets stand; every figure leads to its rows. */
export default function Eam() {
  const found = useGet<EamAnswer>("assets", "/api/v1/enterprise-assets", { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Enterprise assets</h1>
        <Link className="btn" to={pathTo("assets", {})}>
          All assets
        </Link>
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The figures" onRetry={() => void found.refetch()} />
      )}
      {found.data && found.data.classes.length === 0 && (
        <EmptyState
          kind="first-use"
          title="No assets in use yet"
          action={
            <Link className="btn btn-primary" to={pathTo("assetNew", {})}>
              Enter an asset
            </Link>
          }
        >
          Enter them one by one, or import a register as CSV or XLSX.
        </EmptyState>
      )}
      {found.data && (
        <>
          {found.data.classes.length > 0 && (
            <Finding
              parts={eamFinding(found.data)}
              none="No critical asset is in poor condition, nothing is out of service, and no work is late."
            />
          )}
          <div className="grid gap-4 lg:grid-cols-2">
            <Matrix answer={found.data} />
            <Work answer={found.data} />
          </div>
          <Classes answer={found.data} />
          <EndsOfLife answer={found.data} />
        </>
      )}
    </div>
  );
}
