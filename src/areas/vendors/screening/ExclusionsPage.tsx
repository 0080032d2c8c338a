import { ArrowLeft, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { SourceAges } from "#areas/connectors/connectors.ui.tsx";
import { ExclusionSource } from "./ExclusionSource.tsx";
import { MatchList } from "./MatchList.tsx";
import type { ExclusionListRow, ListOverview } from "./screening.model.ts";

const states = {
  loading: { label: "Loading", tone: "progress" },
  current: { label: "Current", tone: "success" },
  replaced: { label: "Replaced", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
} as const;
const path = "/api/v1/exclusion-lists";
/** Why a list failed that its columns mend. */
const asksForColumns = new Set(["not_an_exclusion_extract", "days_unread"]);
const number = (n: number) => n.toLocaleString("en-US");

function Figures({ overview }: { overview: ListOverview }) {
  const { vendors } = overview;
  const cells: [string, number, string, string?][] = [
    ["clear", vendors.clear, "screening=clear"],
    [
      "possible match",
      vendors.possible,
      "screening=possible",
      vendors.possible > 0 ? "text-warning" : "",
    ],
    ["excluded", vendors.excluded, "screening=excluded", vendors.excluded > 0 ? "text-danger" : ""],
    ["never screened", vendors.never, "screening=none"],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hair bg-hair sm:grid-cols-4">
      {cells.map(([label, count, query, tone]) => (
        <div key={label} className="bg-s1 p-4">
          <dt className="text-12 text-t3">{label}</dt>
          <dd>
            <Link
              className={`text-22 font-semibold tabular-nums hover:underline ${tone ?? ""}`}
              to={`${pathTo("vendors")}?${query}`}
            >
              {number(count)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Age({ overview }: { overview: ListOverview }) {
  const current = overview.items.find((list) => list.state === "current");
  if (!current)
    return (
      <EmptyState kind="first-use" title="No list is loaded">
        Take the Public Exclusions extract from SAM.gov (CSV), and load it here. Without it no
        vendor can be activated.
      </EmptyState>
    );
  const age = overview.ageDays ?? 0;
  return (
    <div className="grid gap-1">
      <p className="text-22 font-semibold tabular-nums">
        {number(current.rowsLoaded)}{" "}
        <span className="text-14 font-normal text-t2">
          records of {formatDate(current.listDate)}
        </span>
      </p>
      <p className={age > 30 ? "text-danger" : "text-t2"}>
        {age === 0 ? "From today" : `${counted(age, "day")} old`}
        {age > 30 ? ": SAM.gov publishes a new one every day" : ""}
        {overview.vendors.stale > 0
          ? `; ${number(overview.vendors.stale)} vendors were screened against an older list`
          : ""}
        .
      </p>
      <p className="text-13 text-t3">
        {current.fileName}, SHA-256{" "}
        <span className="mono" title={current.sha256}>
          {current.sha256.slice(0, 16)}…
        </span>
      </p>
    </div>
  );
}

function History({ items }: { items: readonly ExclusionListRow[] }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Lists loaded" flush>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Lists loaded">
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">List of</th>
              <th scope="col" className="num">
                Records
              </th>
              <th scope="col">State</th>
              <th scope="col">Loaded</th>
            </tr>
          </thead>
          <tbody>
            {items.map((list) => (
              <tr key={list.id}>
                <td>
                  {list.fileName}
                  {list.error && <span className="block text-13 text-danger">{list.error}</span>}
                </td>
                <td>{formatDate(list.listDate)}</td>
                <td className="num">{number(list.rowsLoaded)}</td>
                <td>
                  <StatusBadge statuses={states} status={list.state} />
                </td>
                <td>
                  {list.loadedAt ? formatInstant(list.loadedAt, timeZone) : "—"}
                  {list.loader && <span className="text-t3"> · {list.loader}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function LoadPanel({ refused }: { refused: boolean }) {
  const [busy, setBusy] = useState(false);
  const [whole, setWhole] = useState(false);
  const load = async ([file]: File[]) => {
    if (!file) return;
    setBusy(true);
    const body = new FormData();
    body.append("file", file);
    try {
      await api(whole ? `${path}?shorter=true` : path, { method: "POST", body });
      notify.done(
        "Loading the list",
        "The jobs tray shows how far it is. Afterwards every vendor is screened.",
      );
    } catch (error) {
      notify.failed(`${file.name} was not loaded`, error);
    }
    setBusy(false);
  };
  return (
    <Panel title="Load a new list">
      <div className="grid gap-4">
        <p className="text-t2">
          SAM.gov, Data Services, Exclusions, Public V2: take the CSV file out of the ZIP. A list
          with other headings asks which column is which. The file is kept by its hash, as evidence
          of what was screened against.
        </p>
        {refused && (
          <label className="check">
            <input
              type="checkbox"
              checked={whole}
              onChange={(event) => setWhole(event.target.checked)}
            />
            <span>
              The file is whole, although it is more than a tenth shorter
              <small>Else such a list is not taken, and the one before stays current.</small>
            </span>
          </label>
        )}
        <DropZone accept=".csv,.txt" busy={busy} onFiles={(files) => void load(files)} />
      </div>
    </Panel>
  );
}

/**
 * The federal exclusion list: how old it is, how vendors came out, load a new one, screen
 * everybody.
 */
export default function ExclusionsPage() {
  const { can } = useAuth();
  const overview = useGet<ListOverview>("exclusionList", path);
  const screen = useMutationAction("exclusionList", "vendors");
  const all = () =>
    screen.mutate(
      { path: `${path}/actions/screen-all` },
      {
        onSuccess: () => notify.done("Screening all vendors", "The jobs tray shows how far it is."),
        onError: (error) => notify.failed("The screening did not start", error),
      },
    );
  if (overview.isPending) return <RecordSkeleton />;
  if (!overview.data)
    return (
      <ErrorPanel
        error={overview.error}
        what="The exclusion list"
        onRetry={() => void overview.refetch()}
      />
    );
  const { data } = overview;
  const last = data.items[0];
  return (
    <div className="stack">
      <div className="list-head">
        <h1>Exclusions</h1>
        <Link className="btn btn-quiet" to={pathTo("vendors")}>
          <ArrowLeft aria-hidden="true" />
          Vendor directory
        </Link>
        {can("vendor.screen") && data.ageDays !== null && (
          <button
            type="button"
            className="btn"
            aria-disabled={screen.isPending}
            onClick={() => {
              if (!screen.isPending) all();
            }}
          >
            <ShieldCheck aria-hidden="true" />
            Screen all vendors
          </button>
        )}
      </div>
      <Panel title="Current list">
        <Age overview={data} />
      </Panel>
      <Figures overview={data} />
      {can("vendor.screen") && <LoadPanel refused={last?.errorCode === "list_shorter"} />}
      {can("vendor.screen") && last && asksForColumns.has(last.errorCode ?? "") && (
        <MatchList key={last.id} list={last} />
      )}
      <SourceAges path="/api/v1/exclusion-list-sources" />
      <ExclusionSource source={data.source} />
      {data.items.length > 0 && <History items={data.items} />}
    </div>
  );
}
