import { useState, type ReactNode } from "react";
import type { Answered } from "../figure/figure.model.ts";
import { besideEachOther } from "../figure/finding.labels.ts";

const shownFirst = 100;

type Row<C> = { names: readonly string[]; cells: readonly C[] };
type Told<C> = Pick<Answered, "measures"> & {
  /** How one figure is drawn. */
  draw: (cell: C, measure: Answered["measures"][number]) => ReactNode;
};

/** A row of figures on a phone. */
function Card<C>({ names, cells, measures, draw }: Row<C> & Told<C>) {
  return (
    <li className="px-4 py-3">
      <p className="font-semibold">{names.join(", ")}</p>
      {cells.map((cell, at) => (
        <p key={measures[at]!.id} className="flex justify-between gap-3 text-13">
          <span className="text-t2">{measures[at]!.label}</span>
          {draw(cell, measures[at]!)}
        </p>
      ))}
    </li>
  );
}

/** Figures by what parts them: a table, on a phone cards; the whole stands last. */
export function FigureRows<C>({
  by,
  rows,
  totals,
  measures: told,
  draw,
}: Told<C> & Pick<Answered, "by"> & { rows: readonly Row<C>[]; totals: readonly C[] }) {
  const [all, setAll] = useState(false);
  const measures = besideEachOther(told);
  const shown = all ? rows : rows.slice(0, shownFirst);
  return (
    <>
      <div className="table-scroll max-md:hidden" tabIndex={0} role="region" aria-label="Figures">
        <table className="ledger">
          <thead>
            <tr>
              {by.map((each) => (
                <th key={each.id} scope="col">
                  {each.label}
                </th>
              ))}
              {measures.map((each) => (
                <th key={each.id} scope="col" className="num">
                  {each.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, n) => (
              <tr key={n}>
                {row.names.map((name, at) => (
                  <td key={by[at]!.id}>{name}</td>
                ))}
                {row.cells.map((cell, at) => (
                  <td key={measures[at]!.id} className="num">
                    {draw(cell, measures[at]!)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {by.map((each, at) => (
                <th key={each.id} scope={at ? undefined : "row"}>
                  {at ? "" : "All"}
                </th>
              ))}
              {totals.map((cell, at) => (
                <td key={measures[at]!.id} className="num font-semibold">
                  {draw(cell, measures[at]!)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <ul className="md:hidden divide-y divide-hair">
        {shown.map((row, n) => (
          <Card key={n} {...row} measures={measures} draw={draw} />
        ))}
        <Card names={["All"]} cells={totals} measures={measures} draw={draw} />
      </ul>
      {shown.length < rows.length && (
        <p className="p-4">
          <button type="button" className="btn" onClick={() => setAll(true)}>
            Show all {rows.length.toLocaleString("en-US")} rows
          </button>
        </p>
      )}
    </>
  );
}
