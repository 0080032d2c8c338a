import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { isCapped, publishedSets, type Dataset } from "./openfema.labels.ts";
import type { PublishedRow, PublishedSet as Sum } from "./openfema.model.ts";

type Part = Column<PublishedRow>;
const number: Part = {
  id: "number",
  label: "Disaster",
  kind: "plate",
  value: (r) => r.number || "—",
};
const words = (id: "state" | "area" | "title" | "category" | "status", label: string): Part => ({
  id,
  label,
  kind: "text",
  sortable: false,
  title: id === "title",
  value: (r) => r[id],
});
const day = (label: string): Part => ({ id: "day", label, kind: "day", value: (r) => r.day });
const money: readonly Part[] = [
  {
    id: "cents",
    label: "Amount",
    kind: "money",
    sortable: false,
    total: true,
    main: () => true,
    value: (r) => r.cents,
  },
  {
    id: "federalCents",
    label: "Federal share",
    kind: "money",
    sortable: false,
    total: true,
    value: (r) => r.federalCents,
  },
];
const identifier: Part = {
  id: "identifier",
  label: "FEMA's number",
  kind: "text",
  sortable: false,
  value: (r) => r.identifier || r.key,
};

const columns: Readonly<Record<Dataset, readonly Part[]>> = {
  declarations: [
    number,
    words("title", "Title"),
    words("area", "Area"),
    words("state", "State"),
    words("status", "Declaration"),
    day("Declared"),
    { id: "endsOn", label: "Ended", kind: "day", sortable: false, value: (r) => r.endsOn },
  ],
  projects: [
    number,
    words("title", "Project"),
    identifier,
    words("area", "County"),
    words("state", "State"),
    words("category", "Category"),
    day("Obligated"),
    ...money,
  ],
  mitigation: [
    number,
    words("title", "Project"),
    identifier,
    words("category", "Program"),
    {
      id: "programYear",
      label: "Program year",
      kind: "text",
      sortable: false,
      value: (r) => (r.programYear === null ? null : String(r.programYear)),
    },
    words("state", "State"),
    words("status", "Status"),
    day("Approved"),
    ...money,
    {
      id: "sharePercent",
      label: "Federal share, %",
      kind: "number",
      sortable: false,
      decimals: 2,
      value: (r) => r.sharePercent,
    },
    {
      id: "ratio",
      label: "Benefit-cost ratio",
      kind: "number",
      sortable: false,
      decimals: 2,
      value: (r) => r.ratio,
    },
    {
      id: "benefitCents",
      label: "Net value of benefits",
      kind: "money",
      sortable: false,
      value: (r) => r.benefitCents,
      cell: (r) => (
        <>
          {r.benefitCents !== null && formatCents(r.benefitCents, { symbol: false })}
          {isCapped(r.benefitCents) && (
            <span className="block text-12 text-t2">the most that FEMA&rsquo;s field holds</span>
          )}
        </>
      ),
    },
  ],
};

const filtersOf = (dataset: Dataset): readonly Filter[] => [
  { id: "ours", label: "Of our disasters", kind: "flag", pinned: true },
  { id: "day", label: columns[dataset].find(({ id }) => id === "day")!.label, kind: "day" },
  ...(dataset === "declarations"
    ? []
    : ([{ id: "cents", label: "Amount", kind: "money" }] satisfies Filter[])),
  ...(dataset === "mitigation"
    ? ([{ id: "programYear", label: "Program year", kind: "number" }] satisfies Filter[])
    : []),
];

const stale = 30;
const daysSince = (instant: string): number =>
  Math.floor((Date.now() - Date.parse(instant)) / 86_400_000);

function Finding({ dataset }: { dataset: Dataset }) {
  const { timeZone } = useAgency();
  const found = useGet<{ items: Sum[] }>("fema-imports", "/api/v1/fema-published");
  const set = found.data?.items.find((each) => each.dataset === dataset);
  if (!set) return null;
  const age = set.readAt ? daysSince(set.readAt) : 0;
  return (
    <Panel
      title={
        set.readAt
          ? `${counted(set.rows, "row")}, read ${age === 0 ? "today" : `${counted(age, "day")} ago`}`
          : "Nothing is read yet"
      }
    >
      <p className={age > stale ? "text-warning" : "text-t2"}>
        {set.readAt && `Last read ${formatInstant(set.readAt, timeZone)}`}
        {set.newest && `; the newest is of ${formatDate(set.newest)}`}
        {set.readAt && ". "}
        {age > stale && "OpenFEMA is newer: import a file again, or let a connector fetch it."}
      </p>
      <Link className="btn btn-primary mt-3" to={`${pathTo("femaIntegration")}/${dataset}`}>
        Import a file
      </Link>
    </Panel>
  );
}

/** A data set of OpenFEMA as it was read: how much, how old, and its rows. */
export default function PublishedSet() {
  const { dataset = "" } = useParams();
  if (!(dataset in publishedSets))
    return (
      <EmptyState page kind="no-results" title="There is no such data set">
        <Link to={pathTo("femaIntegration")}>FEMA integration</Link> lists those that are taken.
      </EmptyState>
    );
  const set = dataset as Dataset;
  return (
    <div className="stack">
      <h1>{publishedSets[set]} of OpenFEMA</h1>
      <Finding dataset={set} />
      <DataTable<PublishedRow>
        key={set}
        name={`fema-${set}`}
        title={publishedSets[set]}
        path="/api/v1/fema-published-rows"
        fixed={`dataset=${set}`}
        columns={columns[set]}
        filters={filtersOf(set)}
        defaultSort="-day"
        embedded
        exportable
        empty={{ title: "No rows", text: "Import the CSV as OpenFEMA hands it out." }}
      />
    </div>
  );
}
