import {
  Banknote,
  ClipboardList,
  FileCheck2,
  PackageCheck,
  ReceiptText,
  ShieldCheck,
  Stamp,
} from "lucide-react";

const chain = [
  {
    icon: ClipboardList,
    what: "Requisition",
    fact: "Generator rental, 200 kW, and 2 more",
    on: "Sep 21",
  },
  {
    icon: ReceiptText,
    what: "Purchase order",
    fact: "Tamarack Generator Rental · $28,769.41",
    on: "Sep 26",
  },
  {
    icon: PackageCheck,
    what: "Receipt",
    fact: "3 of 3 lines, quantities as ordered",
    on: "Oct 15",
  },
  { icon: FileCheck2, what: "Invoice", fact: "$28,769.41 · three-way match", on: "Oct 23" },
  { icon: Stamp, what: "Approval", fact: "Marcus Hale, public works manager", on: "Oct 31" },
  { icon: Banknote, what: "Payment", fact: "Run 3 · ACH", on: "Nov 12" },
] as const;

/**
 * One purchase of the demo agency, as the product holds it (invoice INV-2026-00171 of its story).
 */
export function ProductPicture() {
  return (
    <figure className="picture">
      <div className="panel proof">
        <header>
          <span className="plate-no">PO-2026-00149</span>
          <span className="badge tone-success">
            <ShieldCheck aria-hidden="true" />
            Verifies offline
          </span>
        </header>
        <table className="ledger">
          <caption className="visually-hidden">
            One purchase of the demo agency, from the need to the payment
          </caption>
          <tbody>
            {chain.map(({ icon: Icon, what, fact, on }) => (
              <tr key={what}>
                <th scope="row">
                  <span>
                    <Icon aria-hidden="true" />
                    {what}
                  </span>
                </th>
                <td>{fact}</td>
                <td className="num">{on}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <span>Chain complete</span>
              </th>
              <td>Each step an entry of the audit ledger</td>
              <td className="num">6 of 6</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <figcaption>
        A purchase of Carver County, the demo agency. In the product each line opens its record.
      </figcaption>
    </figure>
  );
}
