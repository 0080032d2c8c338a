import { GitMerge, RefreshCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { usePeekLink } from "#areas/organization/organization.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { mergeStatuses, pairStates } from "./merge.labels.ts";
import type { MergeRow, PairRow } from "./merge.model.ts";

const pairColumns: readonly Column<PairRow>[] = [
  {
    id: "firstName",
    label: "One record",
    kind: "text",
    value: (row) => `${row.firstNumber} ${row.firstName}`,
  },
  {
    id: "secondName",
    label: "The other",
    kind: "text",
    value: (row) => `${row.secondNumber} ${row.secondName}`,
    sortable: false,
  },
  {
    id: "speaksFor",
    label: "Speaks for",
    kind: "text",
    value: (row) => row.speaksFor.join(", "),
    sortable: false,
  },
  {
    id: "speaksAgainst",
    label: "Speaks against",
    kind: "text",
    value: (row) => row.speaksAgainst.join(", ") || null,
    sortable: false,
  },
  { id: "score", label: "Weight", kind: "number", value: (row) => row.score },
  {
    id: "state",
    label: "State",
    kind: "status",
    value: (row) => row.state,
    statuses: pairStates,
    sortable: false,
  },
];
const pairFilters: readonly Filter[] = [
  {
    id: "state",
    label: "State",
    kind: "set",
    pinned: true,
    options: options(pairStates),
  },
];
const mergeColumns: readonly Column<MergeRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  {
    id: "mergedName",
    label: "Merged",
    kind: "text",
    value: (row) => `${row.mergedNumber} ${row.mergedName}`,
    sortable: false,
  },
  {
    id: "keptName",
    label: "Into",
    kind: "text",
    value: (row) => `${row.keptNumber} ${row.keptName}`,
    sortable: false,
  },
  {
    id: "proposer",
    label: "Proposed by",
    kind: "text",
    value: (row) => row.proposer,
    sortable: false,
  },
  { id: "createdAt", label: "Proposed", kind: "instant", value: (row) => row.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: mergeStatuses,
  },
];

const mergeFilters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(mergeStatuses),
  },
];

function Evidence({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h3 className="mb-1">{title}</h3>
      {items.length === 0 ? (
        <p className="text-14 text-t3">Nothing.</p>
      ) : (
        <ul className="list-disc pl-5 text-14">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PairActions({ pair }: { pair: PairRow }) {
  const [saying, setSaying] = useState(false);
  const act = useMutationAction("vendor-pairs", "vendors");
  const send = (action: "not-same" | "undo-not-same", body: object, done: string) =>
    act.mutate(
      { path: `/api/v1/vendor-pairs/${pair.id}/actions/${action}`, body },
      {
        onSuccess: () => notify.done(done),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  if (pair.state === "proposed")
    return (
      <Link className="btn btn-small w-fit" to={`/master-data/merges/${pair.mergeId}`}>
        Open the proposal
      </Link>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {pair.state === "open" && (
        <Link
          className="btn btn-primary btn-small"
          to={`/master-data/merges/new?kept=${pair.firstId}&merged=${pair.secondId}`}
        >
          <GitMerge aria-hidden="true" />
          Compare and merge
        </Link>
      )}
      {pair.state === "open" ? (
        <button type="button" className="btn btn-small" onClick={() => setSaying(true)}>
          Not the same
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-small"
          disabled={act.isPending}
          onClick={() => send("undo-not-same", {}, "They may be one firm again")}
        >
          Take that back
        </button>
      )}
      {saying && (
        <TextDialog
          title="Not the same"
          label="How do you know?"
          hint={`${pair.firstNumber} and ${pair.secondNumber} stay apart. Both records say so.`}
          confirm="Keep apart"
          onClose={() => setSaying(false)}
          onConfirm={(reason) => {
            setSaying(false);
            send("not-same", { reason }, "Remembered: not the same");
          }}
        />
      )}
    </div>
  );
}

function PairPeek({ pair }: { pair: PairRow }) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <h2>
        <Link to={pathTo("vendor", { id: pair.firstId })}>
          {pair.firstNumber} {pair.firstName}
        </Link>{" "}
        and{" "}
        <Link to={pathTo("vendor", { id: pair.secondId })}>
          {pair.secondNumber} {pair.secondName}
        </Link>
      </h2>
      <div>
        <StatusBadge statuses={pairStates} status={pair.state} />
      </div>
      <Evidence title="Speaks for one firm" items={pair.speaksFor} />
      <Evidence title="Speaks against" items={pair.speaksAgainst} />
      {pair.state === "not_same" && (
        <p className="text-14 text-t2">
          {pair.saidBy} said so{pair.saidAt && ` on ${formatInstant(pair.saidAt, timeZone)}`}:{" "}
          {pair.saidBecause}
        </p>
      )}
      <PairActions pair={pair} />
    </div>
  );
}

/** Vendor records that may be one firm. */
export function VendorsTab() {
  const { hrefOf } = usePeekLink();
  const find = useMutationAction<{ pairs: number }>("vendor-pairs");
  const again = () =>
    find.mutate(
      { path: "/api/v1/vendor-pairs/actions/find", body: {} },
      {
        onSuccess: ({ pairs }) => notify.done(`${counted(pairs, "pair")} found`),
        onError: (error) => notify.failed("Not compared", error),
      },
    );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto max-w-[70ch] text-t2">
          Records that may be one firm. Every night all vendors are compared with each other. One
          person proposes a merge, another approves it.
        </p>
        <button type="button" className="btn" disabled={find.isPending} onClick={again}>
          <RefreshCw aria-hidden="true" />
          Compare now
        </button>
      </div>
      <DataTable<PairRow>
        name="vendor-pairs"
        title="Likely pairs"
        path="/api/v1/vendor-pairs"
        columns={pairColumns}
        filters={pairFilters}
        defaultSort="-score"
        embedded
        rowHref={hrefOf}
        peek={(row) => <PairPeek key={row.id} pair={row} />}
        empty={{ title: "No likely pairs", text: "No two records look like one firm." }}
      />
    </div>
  );
}

/** Proposals to merge vendors, and what became of them. */
export function MergesTab() {
  return (
    <DataTable<MergeRow>
      name="vendor-merges"
      title="Merges"
      path="/api/v1/vendor-merges"
      columns={mergeColumns}
      filters={mergeFilters}
      defaultSort="-createdAt"
      embedded
      rowHref={(row) => pathTo("vendorMerge", { id: row.id })}
      empty={{ title: "No merges", text: "Begin with a likely pair." }}
    />
  );
}
