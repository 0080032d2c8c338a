import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { RateSheet } from "./rate.model.ts";

type Rate = RateSheet["rates"][number];
const parts: readonly LinePart<Rate>[] = [
  {
    label: "Item",
    as: "title",
    cell: (r) => (
      <>
        {r.description}
        <small className="mono block text-t3">{r.code}</small>
      </>
    ),
  },
  { label: "From", cell: (r) => `${shownDecimal(r.fromQuantity)} ${r.unit}` },
  { label: "Unit price, $", as: "amount", cell: (r) => shownPrice(r.unitPrice) },
];

const bringing = (sheet: RateSheet) =>
  sheet.amendment ? `with ${sheet.amendment}` : "with the contract";

function Sheet({ sheet, contractId }: { sheet: RateSheet; contractId: string }) {
  const edit = `${pathTo("contractRates", { id: contractId })}${sheet.amendmentId ? `?amendment=${sheet.amendmentId}` : ""}`;
  return (
    <Panel
      title={`Prices from ${formatDate(sheet.effectiveFrom)} on`}
      flush
      aside={
        <span className="flex flex-wrap gap-3 text-t2">
          <span>
            {sheet.agreed ? `Agreed ${bringing(sheet)}` : `To be signed ${bringing(sheet)}`}
          </span>
          {sheet.canEdit && <Link to={edit}>Change</Link>}
        </span>
      }
    >
      <LineTable
        label={`Rate sheet ${sheet.sequence}`}
        parts={parts}
        lines={sheet.rates}
        keyOf={(r) => r.id}
      />
    </Panel>
  );
}

type Of = { contractId: string; amendmentId?: string; mayWrite: boolean };

/**
 * The rate sheets of a contract, newest first; of one amendment where it is named. Whoever may write
 * is led to the form.
 */
export function RateSheets({ contractId, amendmentId, mayWrite }: Of) {
  const sheets = useGet<{ items: RateSheet[] }>(
    "contracts",
    `/api/v1/contracts/${contractId}/rate-sheets`,
  );
  if (sheets.isPending) return <TableSkeleton columns={3} />;
  if (!sheets.data) return <ErrorPanel error={sheets.error} what="The rate sheets" />;
  const shown = sheets.data.items.filter((s) => !amendmentId || s.amendmentId === amendmentId);
  const written = shown.some((s) => (s.amendmentId ?? "") === (amendmentId ?? ""));
  const to = `${pathTo("contractRates", { id: contractId })}${amendmentId ? `?amendment=${amendmentId}` : ""}`;
  return (
    <>
      {!written && mayWrite && (
        <Panel title="Rate sheet" aside={<Link to={to}>Enter prices</Link>}>
          <p className="text-t2">
            {amendmentId
              ? "Prices that this amendment brings. Orders take them from their first day on."
              : "Prices by item, quantity and date. Orders under the contract then take them, and nothing that is not on the sheet."}
          </p>
        </Panel>
      )}
      {shown.map((sheet) => (
        <Sheet key={sheet.id} sheet={sheet} contractId={contractId} />
      ))}
      {shown.length === 0 && !mayWrite && !amendmentId && (
        <Panel title="Rate sheet">
          <p className="text-t2">The contract has no rate sheet: orders name their own prices.</p>
        </Panel>
      )}
    </>
  );
}
