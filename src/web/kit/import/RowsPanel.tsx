import { Plus, X } from "lucide-react";
import { Panel } from "../states.tsx";
import type { ImportReading, ImportRun, LeaveOut, Said } from "./contract.ts";

const tests: Readonly<Record<LeaveOut["test"], string>> = {
  is: "is",
  begins: "begins with",
  contains: "contains",
  empty: "is empty",
};

type PartProps = {
  run: ImportRun;
  reading: ImportReading;
  onChange: (reading: ImportReading) => void;
};

function Conditions({ run, reading, onChange }: PartProps) {
  const conditions = reading.leaveOut ?? [];
  const put = (at: number, next: Partial<LeaveOut>) =>
    onChange({
      ...reading,
      leaveOut: conditions.map((each, n) => (n === at ? { ...each, ...next } : each)),
    });
  return (
    <div className="grid gap-2">
      {conditions.map(({ column, test, value }, at) => (
        // Two conditions may say the same: their place tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex flex-wrap items-center gap-2">
          <span>Leave out rows whose</span>
          <select
            className="field-control w-auto"
            aria-label="Column of the condition"
            value={column}
            onChange={(e) => put(at, { column: e.target.value })}
          >
            {run.columns.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <select
            className="field-control w-auto"
            aria-label="Kind of the condition"
            value={test}
            onChange={(e) => put(at, { test: e.target.value as LeaveOut["test"] })}
          >
            {Object.entries(tests).map(([code, words]) => (
              <option key={code} value={code}>
                {words}
              </option>
            ))}
          </select>
          {test !== "empty" && (
            <input
              className="field-control w-auto"
              aria-label="Words of the condition"
              value={value}
              onChange={(e) => put(at, { value: e.target.value })}
            />
          )}
          <button
            type="button"
            className="btn btn-small btn-quiet"
            aria-label="Take the condition away"
            onClick={() =>
              onChange({ ...reading, leaveOut: conditions.filter((_, n) => n !== at) })
            }
          >
            <X aria-hidden="true" />
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="btn btn-small"
          onClick={() =>
            onChange({
              ...reading,
              leaveOut: [...conditions, { column: run.columns[0]!, test: "begins", value: "" }],
            })
          }
        >
          <Plus aria-hidden="true" />
          Leave rows out
        </button>
      </div>
    </div>
  );
}

// Twelve columns of months are months 1 to 12; a heading with a year stands for it.
const proposed = (columns: readonly string[], chosen: readonly string[], column: string): string =>
  /(?:19|20)\d\d|FY\s*\d\d/i.exec(column)?.[0] ??
  String(columns.filter((each) => chosen.includes(each) || each === column).indexOf(column) + 1);

function SpreadColumns({ run, reading, onChange }: PartProps) {
  const spread = reading.spread ?? [];
  const by = run.fields.find(({ name }) => name === run.spread?.by)?.label.toLowerCase();
  const value = run.fields.find(({ name }) => name === run.spread?.value)?.label.toLowerCase();
  const chosen = spread.map(({ column }) => column);
  return (
    <details open={spread.length > 0}>
      <summary className="cursor-pointer">
        Several columns, each with the {value} of one {by}
      </summary>
      <div className="mt-2 grid gap-1 sm:grid-cols-2">
        {run.columns.map((column) => {
          const found = spread.find((each) => each.column === column);
          return (
            <div key={column} className="flex items-center gap-2">
              <label className="flex grow items-center gap-2">
                <input
                  type="checkbox"
                  checked={found !== undefined}
                  onChange={(e) =>
                    onChange({
                      ...reading,
                      spread: e.target.checked
                        ? [...spread, { column, value: proposed(run.columns, chosen, column) }]
                        : spread.filter((each) => each.column !== column),
                    })
                  }
                />
                {column}
              </label>
              {found && (
                <input
                  className="field-control w-24"
                  aria-label={`What ${column} stands for as ${by}`}
                  value={found.value}
                  onChange={(e) =>
                    onChange({
                      ...reading,
                      spread: spread.map((each) =>
                        each.column === column ? { column, value: e.target.value } : each,
                      ),
                    })
                  }
                />
              )}
            </div>
          );
        })}
      </div>
    </details>
  );
}

/** Which rows of the file count: those that are left out, added up, or spread over several columns. */
export function RowsPanel({
  run,
  said,
  onChange,
}: {
  run: ImportRun;
  said: Said;
  onChange: (said: Said) => void;
}) {
  const part: PartProps = {
    run,
    reading: said.reading,
    onChange: (reading) => onChange({ ...said, reading }),
  };
  return (
    <Panel title="Rows">
      <div className="grid gap-3">
        <Conditions {...part} />
        {run.addUp && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={said.reading.addUp ?? false}
              onChange={(e) => part.onChange({ ...said.reading, addUp: e.target.checked })}
            />
            Add up rows that name the same record
          </label>
        )}
        {run.spread && <SpreadColumns {...part} />}
      </div>
    </Panel>
  );
}
