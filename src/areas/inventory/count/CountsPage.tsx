import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { countScopes, countStatuses } from "./count.labels.ts";
import type { CountRow, CountsDue } from "./count.model.ts";
import type { Begun } from "./PlanDialog.tsx";
import { toleranceText } from "./tolerance.model.ts";

const PlanDialog = dialogOnDemand(async () => (await import("./PlanDialog.tsx")).PlanDialog);
const RuleDialog = dialogOnDemand(async () => (await import("./RuleDialog.tsx")).RuleDialog);

const columns: readonly Column<CountRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "What is counted", kind: "text", value: (row) => row.title, title: true },
  {
    id: "counted",
    label: "Counted",
    kind: "text",
    value: (row) => `${row.counted} of ${row.lines}`,
  },
  { id: "plannedOn", label: "Planned on", kind: "day", value: (row) => row.plannedOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: countStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: Object.entries(countStatuses).map(([value, { label }]) => ({ value, label })),
  },
  { id: "scope", label: "Count of", kind: "set", options: options(countScopes) },
  { id: "mine", label: "Counted by me", kind: "flag" },
];

const partsOf = ({ classes }: CountsDue): FindingPart[] =>
  classes.flatMap((one) =>
    one.due === 0
      ? []
      : [
          {
            text: `${counted(one.due, "line")} of class ${one.class} not counted for ${one.days} days`,
          },
        ],
  );

type Location = CountsDue["locations"][number];
const parts = (plan: ((at: Location) => void) | null): readonly LinePart<Location>[] => [
  {
    label: "Location",
    as: "title",
    cell: ({ id, code, name }) => (
      <Link to={pathTo("stockLocation", { id })}>
        <span className="mono">{code}</span> {name}
      </Link>
    ),
  },
  { label: "Not counted in time", cell: ({ due, of }) => `${due} of ${counted(of, "item")}` },
  {
    label: "Oldest count",
    words: true,
    cell: ({ oldest }) => (oldest ? formatDate(oldest) : "Some were never counted"),
  },
  ...(plan
    ? [
        {
          label: "",
          as: "amount" as const,
          cell: (at: Location) => (
            <button type="button" className="btn btn-small" onClick={() => plan(at)}>
              Plan its count
            </button>
          ),
        },
      ]
    : []),
];

function Rule({ due }: { due: CountsDue }) {
  const { can } = useAuth();
  const [setting, setSetting] = useState(false);
  const act = useMutationAction<{ items: number }>("stock-counts");
  const work = async () => {
    try {
      const { items } = await act.mutateAsync({ path: "/api/v1/stock-classes", body: {} });
      notify.done("Classes", `${counted(items, "item")} classed anew`);
    } catch (error) {
      notify.failed("The classes could not be worked out", error);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3 text-14">
      <p className="mr-auto text-t2">
        Posted at once: {toleranceText(due.rule)}. Classes by the value issued in twelve months
        {due.workedOn ? `, worked out on ${formatDate(due.workedOn)}` : ", not worked out yet"}.
      </p>
      {can("stock.move") && (
        <button type="button" className="btn btn-small" onClick={() => void work()}>
          Work out classes
        </button>
      )}
      {can("books.rules") && (
        <button type="button" className="btn btn-small" onClick={() => setSetting(true)}>
          Set the rule
        </button>
      )}
      {setting && <RuleDialog rule={due.rule} onClose={() => setSetting(false)} />}
    </div>
  );
}

function Due({ due, plan }: { due: CountsDue; plan: ((at: Location) => void) | null }) {
  if (due.locations.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Due</h2>
      <LineTable
        label="Locations with items that were not counted in time"
        parts={parts(plan)}
        lines={due.locations}
        keyOf={(at) => at.id}
      />
    </section>
  );
}

function List() {
  return (
    <section className="grid gap-3">
      <h2>Counts</h2>
      <DataTable<CountRow>
        name="stock-counts"
        title="Counts"
        path="/api/v1/stock-counts"
        columns={columns}
        filters={filters}
        defaultSort="-number"
        exportable
        embedded
        rowHref={(row) => pathTo("stockCount", { id: row.id })}
        empty={{ title: "Nothing was counted yet", text: "Plan a count of a location or a class." }}
      />
    </section>
  );
}

/** Counts of the stores: what is due, and what is or was counted. */
export default function CountsPage() {
  const navigate = useNavigate();
  const { can } = useAuth();
  const [begun, setBegun] = useState<Begun | null>(null);
  const due = useGet<CountsDue>("stock-counts", "/api/v1/stock-counts-due");
  const plan = (at: Location) => setBegun({ scope: "location", class: null, location: at });
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Counts of the stores</h1>
          {can("stock.count") && (
            <Link className="btn" to={pathTo("stockCountImport")}>
              Import what was counted
            </Link>
          )}
          <Held permission="stock.move" what="Plan a count">
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => setBegun({ scope: "location", class: null, location: null })}
            >
              Plan a count
            </button>
          </Held>
        </div>
        {due.data && <Finding parts={partsOf(due.data)} none="All was counted in time." />}
        {due.data && <Rule due={due.data} />}
        {due.error && <ErrorPanel error={due.error} what="What is due" />}
      </header>
      {due.data && <Due due={due.data} plan={can("stock.move") ? plan : null} />}
      <List />
      {begun && (
        <PlanDialog
          begun={begun}
          onClose={() => setBegun(null)}
          onDone={({ id }) => void navigate(pathTo("stockCount", { id }))}
        />
      )}
    </div>
  );
}
