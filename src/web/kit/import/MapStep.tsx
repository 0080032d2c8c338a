import { counted } from "#kernel/words.ts";
import { Panel } from "../states.tsx";
import type { ImportRun, Mapping } from "./contract.ts";

type MapProps = {
  run: ImportRun;
  mapping: Mapping;
  busy: boolean;
  onChange: (mapping: Mapping) => void;
  onNext: () => void;
  onBack: () => void;
};

/**
 * Which column of the file is which field. Required fields without a column hold the next step
 * back, and say so.
 */
export function MapStep({ run, mapping, busy, onChange, onNext, onBack }: MapProps) {
  const missing = run.fields.filter((field) => field.required && !mapping[field.name]);
  const unused = run.columns.filter((column) => !Object.values(mapping).includes(column));
  return (
    <Panel
      title="Match the columns"
      aside={`${counted(run.columns.length, "column")} in the file`}
      flush
    >
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
              <tr key={field.name}>
                <td>
                  {field.label}
                  {field.required ? <span className="text-t3"> required</span> : null}
                </td>
                <td>
                  <select
                    className="field-control quiet-control my-1"
                    aria-label={`Column for ${field.label}`}
                    aria-invalid={field.required && !mapping[field.name]}
                    value={mapping[field.name] ?? ""}
                    onChange={(event) =>
                      onChange({ ...mapping, [field.name]: event.target.value || null })
                    }
                  >
                    <option value="">Leave out</option>
                    {run.columns.map((column) => (
                      <option key={column} value={column}>
                        {column}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-3 p-4">
        {unused.length > 0 && <p className="text-13 text-t3">Not used: {unused.join(", ")}</p>}
        {missing.length > 0 && (
          <p className="text-13 text-danger" role="status">
            Choose a column for {missing.map((field) => field.label.toLowerCase()).join(", ")}.
          </p>
        )}
        <div className="flex gap-2">
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={missing.length > 0 || busy}
            onClick={() => {
              if (missing.length === 0 && !busy) onNext();
            }}
          >
            Check the rows
          </button>
          <button type="button" className="btn btn-quiet" onClick={onBack}>
            Another file
          </button>
        </div>
      </div>
    </Panel>
  );
}
