import { useState } from "react";
import { labelKinds, sheets } from "../label/label.labels.ts";
import { options } from "#kernel/labels.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { LabelKind } from "../label/label.labels.ts";
import { printLabels } from "./printLabels.ts";

/** As the server makes of one printing. */
const most = 300;

const lists: Readonly<Record<LabelKind, string>> = {
  item: "/api/v1/stock-items?status=active&limit=1",
  location: "/api/v1/stock-locations?status=active&limit=1",
  lot: "/api/v1/stock-lots?condition=ok,attention,damaged,quarantined&limit=1",
};
const nouns: Readonly<Record<LabelKind, string>> = {
  item: "stock-items",
  location: "stock-locations",
  lot: "stock-lots",
};

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
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
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

const printings = (total: number) =>
  Array.from({ length: Math.ceil(total / most) }, (_, at) => ({
    value: String(at + 1),
    label: `${at * most + 1} to ${Math.min((at + 1) * most, total)} by number`,
  }));

/** Labels of items, locations or lots, 300 a printing. */
export default function LabelsPage() {
  const [kind, setKind] = useState<LabelKind>("location");
  const [sheet, setSheet] = useState("letter");
  const [printing, setPrinting] = useState("1");
  const [busy, setBusy] = useState(false);
  const found = useGet<{ total: number }>(nouns[kind], lists[kind]);
  const total = found.data?.total ?? 0;
  const count = Math.max(0, Math.min(total - (Number(printing) - 1) * most, most));
  const print = async () => {
    setBusy(true);
    await printLabels({ kind, sheet, printing });
    setBusy(false);
  };
  return (
    <div className="stack">
      <h1>Labels of the stores</h1>
      {found.error && <ErrorPanel error={found.error} what="What bears labels" />}
      <Panel title="What to print">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label="Of"
            value={kind}
            choices={options(labelKinds)}
            onChange={(value) => {
              setKind(value as LabelKind);
              setPrinting("1");
            }}
          />
          <Choice label="On" value={sheet} choices={options(sheets)} onChange={setSheet} />
          {total > most && (
            <Choice
              label="Printing"
              value={printing}
              choices={printings(total)}
              onChange={setPrinting}
            />
          )}
        </div>
        <p className="my-4 text-t2">The code opens the record for the agency’s people.</p>
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy || count === 0}
          onClick={() => void print()}
        >
          {busy ? "Making them …" : `Make ${count} ${count === 1 ? "label" : "labels"}`}
        </button>
      </Panel>
    </div>
  );
}
