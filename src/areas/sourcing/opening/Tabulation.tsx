import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { TabulationRow } from "./opening.model.ts";

/** The bids as they are read out, in the order in which they were received. */
export function Tabulation({ rows, priced }: { rows: readonly TabulationRow[]; priced: boolean }) {
  const { timeZone } = useAgency();
  const lots = rows.find((row) => row.lots.length > 1)?.lots ?? [];
  return (
    <div className="overflow-x-auto" role="region" aria-label="Tabulation" tabIndex={0}>
      <table className="ledger">
        <caption className="visually-hidden">Tabulation</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              No.
            </th>
            <th scope="col">Bidder</th>
            <th scope="col">Received</th>
            {lots.map((lot) => (
              <th key={lot.lotNo} scope="col" className="num">
                {lot.lotNo === null ? "Other" : `Lot ${lot.lotNo}`}, $
              </th>
            ))}
            {priced && (
              <th scope="col" className="num">
                Whole bid, $
              </th>
            )}
            <th scope="col">Remark</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={row.bidId}>
              <td className="num">{i + 1}</td>
              <td>{row.vendorName}</td>
              <td>{formatInstant(row.receivedAt, timeZone)}</td>
              {lots.map((lot) => {
                const own = row.lots.find((each) => each.lotNo === lot.lotNo);
                return (
                  <td key={lot.lotNo} className="num">
                    {own?.totalCents == null
                      ? "no bid"
                      : formatCents(own.totalCents, { symbol: false })}
                  </td>
                );
              })}
              {priced && (
                <td className="num">
                  {row.totalCents === null ? "—" : formatCents(row.totalCents, { symbol: false })}
                </td>
              )}
              <td>
                {row.outcome === "failed" ? (
                  <Badge tone="danger" label={`Not opened: ${row.failure}`} />
                ) : row.acknowledged ? (
                  <span className="text-t3">
                    opened{row.revision > 1 && `, rev. ${row.revision}`}
                  </span>
                ) : (
                  <Badge tone="warning" label="An addendum is not acknowledged" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
