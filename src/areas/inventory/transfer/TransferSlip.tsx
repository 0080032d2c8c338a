import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import type { TransferDetail } from "./transfer.model.ts";

/** What goes with the truck, on paper: where to, and what is loaded. */
export function TransferSlip({ transfer: t }: { transfer: TransferDetail }) {
  return (
    <>
      <h1>Transfer {t.number}</h1>
      <p>
        {t.from.name} to {t.to.name}, driven by {t.driver}
        {t.expectedOn && `, expected on ${formatDate(t.expectedOn)}`}
      </p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Lot</th>
            <th scope="col" className="text-right">
              Sent
            </th>
          </tr>
        </thead>
        <tbody>
          {t.lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.item} {line.name}
              </td>
              <td>{line.lot}</td>
              <td className="text-right">
                {shownDecimal(line.quantity)} {line.unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {t.note && <p>{t.note}</p>}
    </>
  );
}
