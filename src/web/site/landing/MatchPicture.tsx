import { CircleCheck, TriangleAlert } from "lucide-react";

const lines = [
  {
    what: "Trailer pump 6 in, rental day",
    ordered: "17",
    received: "17",
    price: "926.78",
    billed: "1,003.73",
    result: "+8.3% · $1,308.21",
    ok: false,
  },
  {
    what: "Corrugated steel culvert, 36 in",
    ordered: "96",
    received: "96",
    price: "60.93",
    billed: "60.93",
    result: "Matches",
    ok: true,
  },
  {
    what: "Road salt, t",
    ordered: "155",
    received: "155",
    price: "74.85",
    billed: "74.85",
    result: "Matches",
    ok: true,
  },
] as const;

/** The three-way match of invoice INV-2026-00103 of the demo agency. */
export function MatchPicture() {
  return (
    <div className="panel proof">
      <header>
        <b>Three-way match</b>
        <span>Tolerance 2% and $25.00 a line</span>
      </header>
      <div
        className="table-room"
        tabIndex={0}
        role="region"
        aria-label="Three-way match of an invoice of the demo agency"
      >
        <table className="ledger match">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col" className="num">
                Ordered
              </th>
              <th scope="col" className="num">
                Received
              </th>
              <th scope="col" className="num">
                Order price
              </th>
              <th scope="col" className="num">
                Billed
              </th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.what}>
                <th scope="row">{line.what}</th>
                <td className="num" data-label="Ordered">
                  {line.ordered}
                </td>
                <td className="num" data-label="Received">
                  {line.received}
                </td>
                <td className="num" data-label="Order price">
                  {line.price}
                </td>
                <td className="num" data-label="Billed">
                  {line.billed}
                </td>
                <td>
                  <span className={`badge ${line.ok ? "tone-success" : "tone-warning"}`}>
                    {line.ok ? (
                      <CircleCheck aria-hidden="true" />
                    ) : (
                      <TriangleAlert aria-hidden="true" />
                    )}
                    {line.result}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td />
              <td />
              <td className="num" data-label="Order price">
                33,206.29
              </td>
              <td className="num" data-label="Billed">
                34,514.50
              </td>
              <td>Waits for the buyer</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}
