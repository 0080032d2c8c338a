import type { Picture } from "#kernel/picture.ts";
import { Standing } from "./Standing.tsx";

type Of = Extract<Picture, { kind: "grid" }>;

/** Rows by columns, each crossing as a sign: a cost by the links of its chain, a requirement by bid. */
export function Grid({ of }: { of: Of }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={of.title}>
      <table className="ledger" aria-label={of.title}>
        <thead>
          <tr>
            <td />
            {of.columns.map((column) => (
              <th key={column} scope="col" className="!text-center">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map(({ label, cells }, at) => (
            <tr key={`${label} ${at}`}>
              <th scope="row" className="!text-left font-normal whitespace-normal">
                {label}
              </th>
              {cells.map(({ standing, says }, c) => (
                <td key={of.columns[c]} className="!text-center">
                  <Standing of={standing} says={says} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
