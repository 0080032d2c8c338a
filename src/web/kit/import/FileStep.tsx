import { useState } from "react";
import { Panel } from "../states.tsx";
import type { ImportReading, ImportRun } from "./contract.ts";

export type How = Pick<ImportReading, "sheet" | "headingRow" | "letters">;

type FileProps = {
  run: ImportRun;
  busy: boolean;
  onRead: (how: How) => void;
};

/** The first rows of the file, with the one of the headings marked. */
function FirstRows({ run, headingRow }: { run: ImportRun; headingRow: number }) {
  return (
    <div className="table-scroll">
      <table className="ledger" data-density="28" aria-label="How the file begins">
        <tbody>
          {(run.firstRows ?? []).slice(0, 8).map(({ row, cells }) => (
            <tr key={row} aria-current={row === headingRow ? "true" : undefined}>
              <th scope="row" className="num">
                {row === headingRow ? `${row}, headings` : row}
              </th>
              {cells.slice(0, 8).map((cell, at) => (
                // The place of a cell is all that it is known by.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>{row === headingRow ? <b>{cell}</b> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** From which sheet and line the headings are read, and in which letters; asked where it is open. */
export function FileStep({ run, busy, onRead }: FileProps) {
  const reading = run.reading ?? {};
  const open = (run.questions ?? []).filter(({ field }) => field === "");
  const [changed, setChanged] = useState<How>({});
  const likely = (id: string) => open.find((question) => question.id === id)?.likely;
  const sheet = changed.sheet ?? reading.sheet ?? likely("sheet");
  const headingRow = changed.headingRow ?? reading.headingRow ?? 1;
  const letters = changed.letters ?? reading.letters;
  const sheets = run.sheets ?? [];
  const isText = sheets.length === 0;
  const how: How = {
    headingRow,
    ...(sheets.length > 0 && sheet ? { sheet } : {}),
    ...(letters ? { letters } : {}),
  };
  return (
    <Panel title="How the file begins" flush>
      <div className="grid gap-3 p-4">
        {open.map(({ id, ask }) => (
          <p key={id} role="status">
            {ask}
          </p>
        ))}
        <div className="grid gap-3 sm:grid-cols-3">
          {sheets.length > 1 && (
            <label className="field">
              <span className="field-label">Sheet</span>
              <select
                className="field-control"
                value={sheet}
                onChange={(e) => {
                  const next: How = { ...how, sheet: e.target.value };
                  delete next.headingRow;
                  setChanged(next);
                  onRead(next);
                }}
              >
                {sheets.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          )}
          <label className="field">
            <span className="field-label">Headings stand on line</span>
            <select
              className="field-control"
              value={headingRow}
              onChange={(e) => setChanged({ ...how, headingRow: Number(e.target.value) })}
            >
              {(run.firstRows ?? []).map(({ row, cells }) => (
                <option key={row} value={row}>
                  {`${row}: ${cells.filter(Boolean).join(" | ").slice(0, 60)}`}
                </option>
              ))}
            </select>
          </label>
          {isText && (
            <label className="field">
              <span className="field-label">Letters</span>
              <select
                className="field-control"
                value={letters ?? "utf-8"}
                onChange={(e) => setChanged({ ...how, letters: e.target.value })}
              >
                <option value="utf-8">UTF-8</option>
                <option value="windows-1252">Windows-1252 (older programs)</option>
              </select>
            </label>
          )}
        </div>
        {(open.length > 0 || Object.keys(changed).length > 0) && (
          <div>
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={busy}
              onClick={() => {
                if (busy) return;
                setChanged({});
                onRead(how);
              }}
            >
              Read it so
            </button>
          </div>
        )}
      </div>
      <FirstRows run={run} headingRow={headingRow} />
    </Panel>
  );
}
