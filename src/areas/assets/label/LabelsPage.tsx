import { useState } from "react";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AssetRow, ClassRow } from "../asset/asset.model.ts";

/** As the server makes of one printing. */
const most = 300;
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

/** /asset-management/labels: labels of a class of assets, 300 a printing. */
export default function LabelsPage() {
  const [classId, setClassId] = useState("");
  const [sheet, setSheet] = useState("letter");
  const [printing, setPrinting] = useState("1");
  const [busy, setBusy] = useState(false);
  const classes = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes");
  const query = new URLSearchParams({ inUse: "true", sort: "number", limit: "1", classId });
  const found = useGet<{ items: AssetRow[]; total: number }>("assets", `/api/v1/assets?${query}`, {
    enabled: classId !== "",
  });
  const total = found.data?.total ?? 0;
  const before = (Number(printing) - 1) * most;
  const count = Math.max(0, Math.min(total - before, most));
  const print = async () => {
    setBusy(true);
    const asked = new URLSearchParams({ sheet, classId, printing });
    await download(`/api/v1/asset-labels.pdf?${asked}`).catch((error: unknown) =>
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
            onChange={(id) => {
              setClassId(id);
              setPrinting("1");
            }}
            options={[
              ["", "Choose"],
              ...(classes.data?.items ?? []).map(({ id, name }) => [id, name] as const),
            ]}
          />
          {total > most && (
            <Choice
              label="Printing"
              value={printing}
              onChange={setPrinting}
              options={Array.from({ length: Math.ceil(total / most) }, (_, at) => [
                String(at + 1),
                `${at * most + 1} to ${Math.min((at + 1) * most, total)} by number`,
              ])}
            />
          )}
          <Choice label="On" value={sheet} onChange={setSheet} options={Object.entries(sheets)} />
        </div>
        <p className="my-4 text-t2">
          The code opens the asset for the agency’s people. For anybody else it opens the report
          form, where the class allows it.
        </p>
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy || count === 0}
          onClick={() => void print()}
        >
          {busy ? "Making them …" : `Make ${count} labels`}
        </button>
      </Panel>
      {classId && found.isPending && <RecordSkeleton />}
      {found.isError && <ErrorPanel error={found.error} what="The assets" />}
      {found.data && total === 0 && (
        <EmptyState kind="no-results" title="No asset of this class is in use">
          Choose another class.
        </EmptyState>
      )}
    </div>
  );
}
