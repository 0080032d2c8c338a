import { Download } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { download } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Quotes } from "./award.fields.model.ts";

type Sheet = Quotes["sheet"];
type Bids = Quotes["bids"];

function Heads({ first, bids }: { first: string; bids: Bids }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {bids.map((bid) => (
          <th key={bid.bidId} scope="col">
            {bid.vendorName}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Prices({ sheet, bids }: { sheet: Sheet; bids: Bids }) {
  return (
    <Panel title="Prices" aside="unit price, amount" flush>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Prices of the quotes">
        <table className="ledger ledger-tight">
          <Heads first="Item" bids={bids} />
          <tbody>
            {sheet.prices.map((item) => (
              <tr key={item.itemId}>
                <td data-label="Item">
                  {item.description}
                  <small className="block text-t3">
                    {shownDecimal(item.quantity)} {item.unit}
                  </small>
                </td>
                {item.cells.map((cell, at) => (
                  <td key={cell.bidId} className="num" data-label={bids[at]?.vendorName}>
                    {cell.unitPrice === null ? "no quote" : `$${shownPrice(cell.unitPrice)}`}
                    <small
                      className={`block ${cell.lowest ? "font-semibold text-success" : "text-t3"}`}
                    >
                      {cell.amountCents !== null && formatCents(cell.amountCents)}
                      {cell.lowest && <span className="visually-hidden">, lowest</span>}
                    </small>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Conditions({ sheet, bids }: { sheet: Sheet; bids: Bids }) {
  if (sheet.conditions.length === 0) return null;
  const differing = sheet.conditions.filter((each) => each.differs).length;
  return (
    <Panel
      title="Conditions"
      aside={differing ? counted(differing, "difference") : "all the same"}
      flush
    >
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Conditions">
        <table className="ledger ledger-tight">
          <Heads first="Condition" bids={bids} />
          <tbody>
            {sheet.conditions.map((each) => (
              <tr key={each.label}>
                <td data-label="Condition">
                  {each.label} {each.differs && <Badge tone="warning" label="Differs" />}
                </td>
                {each.cells.map((cell, at) => (
                  <td
                    key={cell.bidId}
                    className="whitespace-pre-wrap break-words"
                    data-label={bids[at]?.vendorName}
                  >
                    {cell.text || "—"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Extras({ sheet }: { sheet: Sheet }) {
  return (
    <>
      {sheet.alternates.length > 0 && (
        <Panel title="Alternates" aside="not judged in place of the item">
          <ul className="grid gap-2">
            {sheet.alternates.map((each, at) => (
              <li key={at}>
                <b>{each.vendorName}</b>, {each.item}: {each.text}
                {each.unitPrice !== null && `, $${shownPrice(each.unitPrice)}`}
                {each.leadDays !== null && `, ${counted(each.leadDays, "day")}`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {sheet.files.length > 0 && (
        <Panel title="Documents of the quotes">
          <ul className="grid gap-2">
            {sheet.files.map((file) => (
              <li key={file.id} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1">{file.vendorName}</span>
                <button
                  type="button"
                  className="btn btn-small"
                  onClick={() =>
                    void download(`/api/v1/files/${file.id}`).catch((error: unknown) =>
                      notify.failed("The file could not be fetched", error),
                    )
                  }
                >
                  <Download aria-hidden="true" />
                  {file.name}
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** Everything that was quoted, beside each other, before anybody chooses. */
export function QuoteSheet({ quotes }: { quotes: Quotes }) {
  return (
    <>
      <Prices sheet={quotes.sheet} bids={quotes.bids} />
      <Conditions sheet={quotes.sheet} bids={quotes.bids} />
      <Extras sheet={quotes.sheet} />
    </>
  );
}
