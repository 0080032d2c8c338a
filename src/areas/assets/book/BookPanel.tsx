import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { day } from "#kernel/time.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { AssetDetail } from "../asset/asset.model.ts";

const ImproveDialog = dialogOnDemand(
  async () => (await import("../asset/AssetDialogs.tsx")).ImproveDialog,
);

/** What an asset is worth, and what was put into it. */
export function BookPanel({ asset: a }: { asset: AssetDetail }) {
  const { can } = useAuth();
  const [improving, setImproving] = useState(false);
  return (
    <Panel title="Book">
      <Facts
        rows={[
          ["Cost", a.costCents === null ? "Not entered" : formatCents(a.costCents)],
          ["Acquired on", a.acquiredOn && formatDate(day(a.acquiredOn))],
          ["In service since", a.inServiceOn && formatDate(a.inServiceOn)],
          ["Useful life", a.lifeMonths && `${a.lifeMonths} months`],
          ["Salvage value", formatCents(a.salvageCents)],
          ["Full months of use", a.book?.months],
          ["Depreciated", a.book && formatCents(a.book.depreciatedCents)],
          ["Book value", a.book && formatCents(a.book.bookCents)],
          ["Federal share", a.federalAward && `${Number(a.federalPercent)} % by ${a.federalAward}`],
          ["Disposed of on", a.disposedOn && formatDate(a.disposedOn)],
          ["Came in for it", a.disposalCents !== null && formatCents(a.disposalCents)],
          [
            (a.disposalResultCents ?? 0) < 0 ? "Loss at disposal" : "Gain at disposal",
            a.disposalResultCents !== null && formatCents(Math.abs(a.disposalResultCents)),
          ],
        ]}
      />
      {a.improvements.length > 0 && (
        <ul className="mt-4 grid gap-2" aria-label="Improvements">
          {a.improvements.map((one) => (
            <li key={one.id}>
              {formatDate(one.onDay)}: <strong>{formatCents(one.cents)}</strong> {one.description}
              <span className="text-t2">
                {one.lifeMonths && ` · lasts ${one.lifeMonths} months from its first day`}
              </span>
              {one.workOrderId && (
                <>
                  {" "}
                  <Link to={pathTo("workOrder", { id: one.workOrderId })}>{one.workOrder}</Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-12 text-t2">
        Straight line by full months, to the cent. Without cost, useful life and a first day in
        service nothing is depreciated.
      </p>
      {can("asset.book") && a.book && !a.disposedOn && (
        <button type="button" className="btn mt-3" onClick={() => setImproving(true)}>
          Put an improvement in
        </button>
      )}
      {improving && <ImproveDialog asset={a} onClose={() => setImproving(false)} />}
    </Panel>
  );
}
