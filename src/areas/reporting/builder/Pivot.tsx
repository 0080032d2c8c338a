import type { Answered } from "../figure/figure.model.ts";
import { Figure } from "./Figure.tsx";

const none = { value: null, rows: 0, opens: null };

/** The first figure with the last part as columns; nothing of it is added up in the browser. */
export function Pivot({ answer, opens }: { answer: Answered; opens: boolean }) {
  const { by, measures, rows } = answer;
  const unit = measures[0]!.unit;
  const across = by.length - 1;
  const columns = [...new Set(rows.map((row) => row.names[across]!))];
  const lines = new Map<string, { names: string[]; cells: Map<string, (typeof rows)[number]> }>();
  for (const row of rows) {
    const names = row.names.slice(0, across);
    const key = row.keys.slice(0, across).join("\u0000");
    const line = lines.get(key) ?? { names, cells: new Map() };
    line.cells.set(row.names[across]!, row);
    lines.set(key, line);
  }
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={measures[0]!.label}>
      <table className="ledger">
        <thead>
          <tr>
            {by.slice(0, across).map((each) => (
              <th key={each.id} scope="col">
                {each.label}
              </th>
            ))}
            {columns.map((name) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...lines].map(([key, { names, cells }]) => (
            <tr key={key}>
              {names.map((name, at) => (
                <td key={by[at]!.id}>{name}</td>
              ))}
              {columns.map((name) => (
                <td key={name} className="num">
                  <Figure cell={cells.get(name)?.cells[0] ?? none} unit={unit} opens={opens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
