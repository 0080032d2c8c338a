import { counted } from "#kernel/words.ts";
import { Panel } from "../states.tsx";
import { lacking, unanswered, type ImportField, type ImportRun, type Said } from "./contract.ts";
import { FileStep, type How } from "./FileStep.tsx";
import { QuestionsPanel } from "./QuestionsPanel.tsx";
import { RowsPanel } from "./RowsPanel.tsx";

type MapProps = {
  run: ImportRun;
  said: Said;
  busy: boolean;
  onChange: (said: Said) => void;
  onRead: (how: How) => void;
  onNext: () => void;
  onBack: () => void;
};

const everyRow = "\u0001";

function FieldRow({
  run,
  field,
  said: { mapping, reading },
  missing,
  onChange,
}: Pick<MapProps, "run" | "said" | "onChange"> & { field: ImportField; missing: boolean }) {
  const { name, label, required, expected } = field;
  const fixed = reading.fixed?.[name];
  const say = (column: string | null, words: string | undefined) => {
    const { [name]: _before, ...others } = reading.fixed ?? {};
    onChange({
      mapping: { ...mapping, [name]: column },
      reading: { ...reading, fixed: words === undefined ? others : { ...others, [name]: words } },
    });
  };
  return (
    <tr>
      <td>
        {label}
        {required ? <span className="text-t3"> required</span> : null}
        {expected && <small className="block text-12 text-t3">{expected}</small>}
      </td>
      <td>
        <select
          className="field-control quiet-control my-1"
          aria-label={`Column for ${label}`}
          aria-invalid={missing}
          value={fixed === undefined ? (mapping[name] ?? "") : everyRow}
          onChange={({ target: { value } }) =>
            value === everyRow ? say(null, "") : say(value || null, undefined)
          }
        >
          <option value="">Leave out</option>
          <option value={everyRow}>The same in every row…</option>
          {run.columns.map((column) => (
            <option key={column} value={column}>
              {column}
            </option>
          ))}
        </select>
        {fixed !== undefined && (
          <input
            className="field-control my-1"
            aria-label={`${label} in every row`}
            placeholder={expected}
            value={fixed}
            onChange={(e) => say(null, e.target.value)}
          />
        )}
      </td>
    </tr>
  );
}

function Columns({
  run,
  said,
  missing,
  onChange,
}: Pick<MapProps, "run" | "said" | "onChange"> & { missing: readonly ImportField[] }) {
  return (
    <div className="table-scroll">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Field in Levee</th>
            <th scope="col">Column in the file</th>
          </tr>
        </thead>
        <tbody>
          {run.fields.map((field) => (
            <FieldRow
              key={field.name}
              run={run}
              field={field}
              said={said}
              missing={missing.includes(field)}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Which column of the file is which field, how the file begins, and what its columns leave open. A
 * required field without a column and an open question hold the next step back, and say so.
 */
export function MapStep({ run, said, busy, onChange, onRead, onNext, onBack }: MapProps) {
  const missing = lacking(run, said);
  const open = unanswered(run, said);
  const spread = said.reading.spread?.map(({ column }) => column) ?? [];
  const unused = run.columns.filter(
    (column) => !Object.values(said.mapping).includes(column) && !spread.includes(column),
  );
  const held = missing.length > 0 || open.length > 0;
  return (
    <div className="stack">
      <FileStep run={run} busy={busy} onRead={onRead} />
      <QuestionsPanel run={run} said={said} onChange={onChange} />
      <Panel
        title="Match the columns"
        aside={`${counted(run.columns.length, "column")} in the file`}
        flush
      >
        <Columns run={run} said={said} missing={missing} onChange={onChange} />
        {unused.length > 0 && <p className="p-4 text-13 text-t3">Not used: {unused.join(", ")}</p>}
      </Panel>
      <RowsPanel run={run} said={said} onChange={onChange} />
      {missing.length > 0 && (
        <p className="text-13 text-danger" role="status">
          Choose a column for {missing.map((field) => field.label.toLowerCase()).join(", ")}.
        </p>
      )}
      {open.length > 0 && (
        <p className="text-13 text-danger" role="status">
          Answer what the file leaves open:{" "}
          {[...new Set(open.map(({ column }) => column || "how the file begins"))].join(", ")}.
        </p>
      )}
      <div className="flex gap-2">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={held || busy}
          onClick={() => {
            if (!held && !busy) onNext();
          }}
        >
          Check the rows
        </button>
        <button type="button" className="btn btn-quiet" onClick={onBack}>
          Another file
        </button>
      </div>
    </div>
  );
}
