import { useState } from "react";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ExclusionListRow, ListColumns } from "./screening.model.ts";

const path = "/api/v1/exclusion-lists";

function FieldRow({
  field: { name, label },
  columns,
  value,
  onChange,
}: {
  field: ListColumns["fields"][number];
  columns: readonly string[];
  value: string | null;
  onChange: (column: string | null) => void;
}) {
  return (
    <tr>
      <td>
        {label}
        {name === "Name" && <span className="text-t3"> required, or the last name</span>}
      </td>
      <td>
        <select
          className="field-control quiet-control my-1"
          aria-label={`Column for ${label}`}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value || null)}
        >
          <option value="">Leave out</option>
          {columns.map((column) => (
            <option key={column}>{column}</option>
          ))}
        </select>
      </td>
    </tr>
  );
}

function Reading({
  found,
  first,
  onFirst,
  onHeading,
}: {
  found: ListColumns;
  first: ListColumns["dayFirst"];
  onFirst: (first: ListColumns["dayFirst"]) => void;
  onHeading: (row: number) => void;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <label className="field">
        <span className="field-label">Headings stand on line</span>
        <select
          className="field-control"
          value={found.headingRow}
          onChange={(event) => onHeading(Number(event.target.value))}
        >
          {found.firstRows.map(({ row, cells }) => (
            <option key={row} value={row}>
              {`${row}: ${cells.filter(Boolean).join(" | ").slice(0, 70)}`}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">Days are written</span>
        <select
          className="field-control"
          value={first}
          onChange={(event) => onFirst(event.target.value === "day" ? "day" : "month")}
        >
          <option value="month">Month first: 3/2/2026 is March 2</option>
          <option value="day">Day first: 3/2/2026 is February 3</option>
        </select>
      </label>
    </div>
  );
}

function Matching({
  list,
  found,
  onHeading,
}: {
  list: ExclusionListRow;
  found: ListColumns;
  onHeading: (row: number) => void;
}) {
  const [mapping, setMapping] = useState(found.mapping);
  const [first, setFirst] = useState(found.dayFirst);
  const match = useMutationAction("exclusionList");
  const held = !mapping.Name && !mapping.Last;
  const load = () =>
    match.mutate(
      {
        path: `${path}/${list.id}/actions/match`,
        body: { headingRow: found.headingRow, mapping, dayFirst: first },
      },
      {
        onSuccess: () =>
          notify.done(
            "Loading the list",
            "What you matched is kept for the next file with these headings.",
          ),
        onError: (error) => notify.failed("The list is not loaded", error),
      },
    );
  return (
    <div className="grid gap-4">
      <Reading found={found} first={first} onFirst={setFirst} onHeading={onHeading} />
      <div className="table-scroll">
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">What screening reads</th>
              <th scope="col">Column in the file</th>
            </tr>
          </thead>
          <tbody>
            {found.fields.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                columns={found.columns}
                value={mapping[field.name] ?? null}
                onChange={(column) => setMapping({ ...mapping, [field.name]: column })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {held && (
        <p className="text-13 text-danger" role="status">
          Choose the column that holds the names.
        </p>
      )}
      <div>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={held || match.isPending}
          onClick={() => {
            if (!held && !match.isPending) load();
          }}
        >
          Load the list
        </button>
      </div>
    </div>
  );
}

/** A list with other headings than the extract's: which column is which is said once for its source. */
export function MatchList({ list }: { list: ExclusionListRow }) {
  const [headingRow, setHeadingRow] = useState<number | null>(null);
  const found = useGet<ListColumns>(
    "exclusionList",
    `${path}/${list.id}/columns${headingRow === null ? "" : `?headingRow=${headingRow}`}`,
  );
  return (
    <Panel title={`Match the columns of ${list.fileName}`}>
      <div className="grid gap-4">
        <p className="text-t2">
          {list.error} Once loaded, it takes the place of the current list: vendors are screened
          against one list at a time.
        </p>
        {found.data ? (
          <Matching
            key={found.data.headingRow}
            list={list}
            found={found.data}
            onHeading={setHeadingRow}
          />
        ) : found.isPending ? (
          <RecordSkeleton />
        ) : (
          <ErrorPanel
            error={found.error}
            what="The headings"
            onRetry={() => void found.refetch()}
          />
        )}
      </div>
    </Panel>
  );
}
