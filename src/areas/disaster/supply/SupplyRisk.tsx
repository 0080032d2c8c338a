import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { Alternate, SupplyRisk as Row } from "./supply.model.ts";

function Alternates({ vendor, onClose }: { vendor: Row; onClose: () => void }) {
  const found = useGet<{ items: Alternate[] }>(
    "vendors",
    `/api/v1/supply-risks/${vendor.id}/alternates`,
  );
  return (
    <Dialog
      onClose={onClose}
      title={`Instead of ${vendor.name}`}
      description="Active, screened clear, with a commodity in common; outside of every warning first."
      className="dialog dialog-wide"
    >
      <ul className="grid gap-2">
        {(found.data?.items ?? []).map((other) => (
          <li key={other.id}>
            <Link to={`/vendor-directory/${other.id}`}>{other.name}</Link>
            <span className="text-13 text-t2">
              {" "}
              {other.commodities.join(", ")}
              {other.lastPriceCents !== null && `, last order ${formatCents(other.lastPriceCents)}`}
              {other.exposed && ", inside a warning"}
            </span>
          </li>
        ))}
      </ul>
      {found.data?.items.length === 0 && <p>Nobody else offers what this vendor offers.</p>}
    </Dialog>
  );
}

function Why({ row }: { row: Row }) {
  return (
    <ul className="grid gap-2 text-13">
      <li>
        <Link to={`/purchase-orders?vendorId=${row.id}`}>
          {row.concentration} % of a year's orders, {formatCents(row.shareCents)}
        </Link>
      </li>
      {row.singleSource.length > 0 && (
        <li>
          <Link to={`/vendor-directory?commodity=${row.singleSource.join(",")}`}>
            Nobody else for {row.singleSource.join(", ")}
          </Link>
        </li>
      )}
      {row.lateOrders > 0 && (
        <li>
          <Link to={`/purchase-orders?vendorId=${row.id}&late=true`}>{row.lateOrders} late</Link>
        </li>
      )}
      {row.insuranceLapsed && (
        <li>
          <Link to={`/vendor-directory/${row.id}`}>
            Insurance {row.insuranceEnds ? `ended ${formatDate(row.insuranceEnds)}` : "not on file"}
          </Link>
        </li>
      )}
      {row.screening !== "clear" && (
        <li>
          <Link to={`/vendor-directory/${row.id}`}>Screening: {row.screening ?? "none"}</Link>
        </li>
      )}
    </ul>
  );
}

/** Dependence on each vendor; every part of a score opens its rows. */
export default function SupplyRisk() {
  const found = useGet<{ items: Row[] }>("purchase-orders", "/api/v1/supply-risks");
  const [shown, setShown] = useState<Row | null>(null);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The risks" />;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Supply chain risk</h1>
      <p className="text-t2">
        30 points for a single source, up to 30 for the share of a year's orders, 20 for late
        orders, 10 each for lapsed insurance and a screening that is not clear.
      </p>
      {found.data.items.map((row) => (
        <Panel key={row.id} title={`${row.score} · ${row.name}`}>
          <Why row={row} />
          <button
            type="button"
            className="btn btn-small mt-3 justify-self-start"
            onClick={() => setShown(row)}
          >
            Alternates<span className="visually-hidden"> to {row.name}</span>
          </button>
        </Panel>
      ))}
      {shown && <Alternates vendor={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
