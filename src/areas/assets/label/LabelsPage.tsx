import { useState } from "react";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AssetRow, ClassRow } from "../asset/asset.model.ts";

/** As the server makes of one printing. */
const most = 600;
const sheets = { letter: "Letter sheets, 30 labels (Avery 5160)", tape: "Tape, 2 × 1 inch" };

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select
        className="field-control"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** /asset-management/labels: labels of a class of assets, 600 a printing. */
export default function LabelsPage() {
  const [classId, setClassId] = useState("");
  const [sheet, setSheet] = useState("letter");
  const [busy, setBusy] = useState(false);
  const classes = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes");
  const query = new URLSearchParams({ inUse: "true", sort: "number", limit: "1" });
  if (classId) query.set("classId", classId);
  const found = useGet<{ items: AssetRow[]; total: number }>("assets", `/api/v1/assets?${query}`, {
    first: true,
  });
  const items = found.data?.items ?? [];
  const count = Math.min(found.data?.total ?? 0, most);
  const print = async () => {
    setBusy(true);
    const of = classId ? `&classId=${classId}` : "";
    await download(`/api/v1/asset-labels.pdf?sheet=${sheet}${of}`).catch((error: unknown) =>
      notify.failed("The labels could not be made", error),
    );
    setBusy(false);
  };
  return (
    <div className="stack">
      <h1>Labels</h1>
      <Panel title="What to print">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label="Class"
            value={classId}
            onChange={setClassId}
            options={[
              ["", "All classes"],
              ...(classes.data?.items ?? []).map(({ id, name }) => [id, name] as const),
            ]}
          />
          <Choice label="On" value={sheet} onChange={setSheet} options={Object.entries(sheets)} />
        </div>
        <p className="my-4 text-t2">
          The code opens the asset for the agency’s people. For anybody else it opens the report
          form, where the class allows it.
        </p>
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy || items.length === 0}
          onClick={() => void print()}
        >
          {busy ? "Making them …" : `Make ${count} labels`}
        </button>
        {found.data && found.data.total > most && (
          <p className="mt-3 text-t2">
            {found.data.total.toLocaleString("en-US")} assets fit; the first {most} are printed.
            Choose a class.
          </p>
        )}
      </Panel>
      {found.isPending && <RecordSkeleton />}
      {found.isError && <ErrorPanel error={found.error} what="The assets" />}
      {found.data && items.length === 0 && (
        <EmptyState kind="no-results" title="No asset of this class is in use">
          Choose another class.
        </EmptyState>
      )}
    </div>
  );
}
