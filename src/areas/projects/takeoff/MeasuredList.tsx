import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { addQuantity, shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { measurementStatuses } from "./measurement.labels.ts";
import type { DrawnOnSheet, DrawnRow } from "./measurement.model.ts";
import type { SheetDetail } from "./plan.model.ts";

const codeOf = ({ costCode }: DrawnRow): string => costCode || "Without a cost code";

/** What the sheet has together, in words. */
const together = (rows: readonly DrawnRow[], codes: readonly string[]): string => {
  const without = rows.filter(({ costCode }) => !costCode).length;
  const named = codes.length - (without > 0 ? 1 : 0);
  return [
    `${counted(rows.length, "measurement")} under ${counted(named, "cost code")}`,
    ...(without > 0 ? [`${without} without one`] : []),
  ].join(", ");
};

/** What one cost code has together, unit by unit. */
const sumsOf = (rows: readonly DrawnRow[]): string => {
  const sums = new Map<string, string>();
  for (const { unit, quantity } of rows)
    if (quantity !== null) sums.set(unit, addQuantity(sums.get(unit) ?? "0", quantity));
  return [...sums].map(([unit, sum]) => `${shownDecimal(sum)} ${unit}`).join(", ");
};

function Row({
  row,
  chosen,
  canEdit,
  onChoose,
  onEdit,
  onPoints,
}: {
  row: DrawnRow;
  chosen: boolean;
  canEdit: boolean;
  onChoose: () => void;
  onEdit: () => void;
  onPoints: (row: DrawnRow) => void;
}) {
  return (
    <li className="grid gap-1 border-t border-hair py-2">
      <button
        type="button"
        className="flex flex-wrap items-baseline gap-x-3 text-left"
        aria-pressed={chosen}
        onClick={onChoose}
      >
        <span className="mono">{row.number}</span>
        <span className="[overflow-wrap:anywhere]">{row.name}</span>
        <span className="ml-auto">
          {row.quantity === null ? "No quantity" : `${shownDecimal(row.quantity)} ${row.unit}`}
        </span>
      </button>
      <span className="flex flex-wrap items-center gap-3 text-12 text-t2">
        <StatusBadge status={row.status} statuses={measurementStatuses} />
        {row.measuredName}
        {row.ended && "its requisition is over"}
        {chosen && (
          <>
            <Link className="underline" to={pathTo("measurement", { id: row.id })}>
              Open
            </Link>
            {canEdit && row.status === "measured" && (
              <>
                <button type="button" className="btn btn-small" onClick={onEdit}>
                  Change
                </button>
                <button type="button" className="btn btn-small" onClick={() => onPoints(row)}>
                  Move points
                </button>
              </>
            )}
          </>
        )}
      </span>
    </li>
  );
}

function Stale({ sheet, rows }: { sheet: SheetDetail; rows: readonly DrawnRow[] }) {
  const move = useMutationAction<{ moved: number }>("measurements", "plan-sets");
  const open = rows.filter(({ status }) => status === "measured");
  const over = (ids: readonly string[]) =>
    move.mutate(
      { path: `/api/v1/plan-sheets/${sheet.id}/actions/move-over`, body: { ids } },
      { onError: (error) => notify.failed("Nothing was moved over", error) },
    );
  return (
    <section className="grid gap-2">
      <h2>On an older revision</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-3 border-t border-hair py-2">
            <Link className="underline" to={pathTo("measurement", { id: row.id })}>
              {row.number}
            </Link>
            <span className="mr-auto">{row.name}</span>
            {sheet.canEdit && row.status === "measured" && (
              <button type="button" className="btn btn-small" onClick={() => over([row.id])}>
                Move over
              </button>
            )}
          </li>
        ))}
      </ul>
      {sheet.canEdit && open.length > 1 && (
        <button type="button" className="btn" onClick={() => over(open.map(({ id }) => id))}>
          Move all over
        </button>
      )}
    </section>
  );
}

/** What was measured on a sheet, by cost code with its sums; a row chooses its shape. */
export function MeasuredList({
  sheet,
  drawn,
  chosen,
  onChoose,
  onEdit,
  onPoints,
}: {
  sheet: SheetDetail;
  drawn: DrawnOnSheet;
  chosen: string | null;
  onChoose: (id: string) => void;
  onEdit: () => void;
  onPoints: (row: DrawnRow) => void;
}) {
  const codes = [...new Set(drawn.items.map(codeOf))].toSorted();
  return (
    <div className="grid content-start gap-5">
      <section className="grid gap-3">
        <h2>By cost code</h2>
        <p className="text-t2">
          {codes.length === 0
            ? "Nothing is measured on this sheet."
            : `${together(drawn.items, codes)}.`}
        </p>
        <Facts
          rows={codes.map((code) => [
            code,
            sumsOf(drawn.items.filter((row) => codeOf(row) === code)) || "no quantity yet",
          ])}
        />
      </section>
      <section className="grid gap-3">
        <h2>Measurements</h2>
        {codes.map((code) => {
          const rows = drawn.items.filter((row) => codeOf(row) === code);
          return (
            <div key={code}>
              <h3>{code}</h3>
              <ul>
                {rows.map((row) => (
                  <Row
                    key={row.id}
                    row={row}
                    chosen={row.id === chosen}
                    canEdit={sheet.canEdit}
                    onChoose={() => onChoose(row.id)}
                    onEdit={onEdit}
                    onPoints={onPoints}
                  />
                ))}
              </ul>
            </div>
          );
        })}
      </section>
      {drawn.stale.length > 0 && <Stale sheet={sheet} rows={drawn.stale} />}
    </div>
  );
}
