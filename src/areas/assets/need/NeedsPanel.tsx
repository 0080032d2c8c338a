import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { WorkOrderDetail } from "../work-order/work-order.model.ts";
import { needStatuses } from "./need.labels.ts";
import type { NeedRow } from "./need.model.ts";

const NeedDialog = dialogOnDemand(async () => (await import("./NeedDialogs.tsx")).NeedDialog);
const BuyDialog = dialogOnDemand(async () => (await import("./NeedDialogs.tsx")).BuyDialog);
const ChargeDialog = dialogOnDemand(async () => (await import("./NeedDialogs.tsx")).ChargeDialog);
const ReceiptDialog = dialogOnDemand(async () => (await import("./NeedDialogs.tsx")).ReceiptDialog);
type Open = "add" | "buy" | NeedRow;

function NeedItem({
  need,
  work,
  may,
  onReceipt,
}: {
  need: NeedRow;
  work: WorkOrderDetail;
  may: boolean;
  onReceipt: () => void;
}) {
  const act = useMutationAction("work-needs");
  const [charging, setCharging] = useState(false);
  const step = async (what: "drop" | "issue") => {
    const path = `/api/v1/work-orders/${work.id}/needs/${need.id}/${what}`;
    try {
      await act.mutateAsync(what === "issue" ? { path, body: {} } : { path });
    } catch (error) {
      // It lies where it is charged as it is issued, and no budget line is known of the work.
      if (error instanceof ApiProblem && error.code === "account_missing") return setCharging(true);
      notify.failed("Nothing was changed", error);
    }
  };
  const waits = need.status === "needed" || need.status === "requested";
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-3">
        {shownDecimal(need.quantity)} {need.unit} {need.description}
        <StatusBadge statuses={needStatuses} status={need.status} />
      </span>
      <span className="text-13 text-t2">
        {need.commodityCode && `${need.commodityCode} · `}
        {need.requisitionId && (
          <Link to={pathTo("requisition", { id: need.requisitionId })}>Requisition</Link>
        )}
        {need.receipt && ` ${need.receipt}`}
        {need.available !== null && ` ${shownDecimal(need.available)} in stock`}
      </span>
      {may && need.status === "issued" && (
        <button
          type="button"
          className="btn btn-small btn-quiet justify-self-start"
          onClick={() => void step("drop")}
        >
          Give it back to stock
        </button>
      )}
      {may && waits && (
        <span className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-small" onClick={onReceipt}>
            It came with a receipt
          </button>
          {need.available !== null && need.status === "needed" && (
            <button type="button" className="btn btn-small" onClick={() => void step("issue")}>
              Take it from stock
            </button>
          )}
          {need.status === "needed" && (
            <button
              type="button"
              className="btn btn-small btn-quiet"
              onClick={() => void step("drop")}
            >
              Not needed
            </button>
          )}
        </span>
      )}
      {charging && <ChargeDialog work={work} need={need} onClose={() => setCharging(false)} />}
    </li>
  );
}

/** What a job needs in parts, and where each is to come from. */
export function Needs({ work }: { work: WorkOrderDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<Open | null>(null);
  const found = useGet<{ items: NeedRow[] }>("work-needs", `/api/v1/work-orders/${work.id}/needs`);
  const items = found.data?.items ?? [];
  const going = !["completed", "closed", "cancelled"].includes(work.status);
  const may = going && can("workOrder.work");
  const buys = going && can("requisition.create") && items.some((one) => one.status === "needed");
  if (items.length === 0 && !may) return null;
  return (
    <Panel title="Parts" aside={items.length || undefined}>
      <div className="grid gap-4">
        {items.length === 0 && <p className="text-t2">Nothing is needed yet.</p>}
        <ul className="grid gap-3">
          {items.map((need) => (
            <NeedItem
              key={need.id}
              need={need}
              work={work}
              may={may}
              onReceipt={() => setOpen(need)}
            />
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          {may && (
            <button type="button" className="btn" onClick={() => setOpen("add")}>
              Add a part
            </button>
          )}
          {buys && (
            <button type="button" className="btn" onClick={() => setOpen("buy")}>
              Buy what is needed
            </button>
          )}
        </div>
      </div>
      {open === "add" && <NeedDialog work={work} onClose={() => setOpen(null)} />}
      {open === "buy" && (
        <BuyDialog
          work={work}
          needs={items.filter((one) => one.status === "needed")}
          onClose={() => setOpen(null)}
        />
      )}
      {open && open !== "add" && open !== "buy" && (
        <ReceiptDialog work={work} need={open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

/** Certificates that the job demands: shown, acknowledged by name, or not checked. */
export function Certificates({ work }: { work: WorkOrderDetail }) {
  const { can, me } = useAuth();
  const act = useMutationAction("work-orders");
  const { codes, lacking, closed, acknowledgedBy } = work.demanded;
  if (codes.length === 0 && !closed) return null;
  const early = ["requested", "approved", "scheduled", "on_hold"].includes(work.status);
  const acknowledge = async () => {
    try {
      await act.mutateAsync({
        path: `/api/v1/work-orders/${work.id}/certificates`,
        version: work.version,
      });
    } catch (error) {
      notify.failed("Nothing was acknowledged", error);
    }
  };
  return (
    <Panel title="Certificates demanded" aside={codes.join(", ")}>
      {closed ? (
        <p className="text-warning">{closed}</p>
      ) : lacking.length === 0 ? (
        <p>{acknowledgedBy ? `Acknowledged by ${acknowledgedBy}.` : "Shown by who does it."}</p>
      ) : (
        <div className="grid gap-3">
          <p className="text-warning">Not checked: {lacking.join(", ")}.</p>
          {early && work.leadId && work.leadId !== me?.person.id && can("workOrder.plan") && (
            <button
              type="button"
              className="btn justify-self-start"
              onClick={() => void acknowledge()}
            >
              I acknowledge that {work.lead} holds it
            </button>
          )}
        </div>
      )}
    </Panel>
  );
}
