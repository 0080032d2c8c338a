import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { ChargeField } from "../movement/ChargeField.tsx";
import { stockRequestStatuses } from "./request.labels.ts";
import type { StockRequest } from "./request.model.ts";

const path = "/api/v1/stock-requests";
const nouns = ["stock-requests", "stock-items", "stock-movements", "stock-lots"];

type RowProps = { of: StockRequest; onDecline: () => void; onCharge: () => void };

function Row({ of: r, onDecline, onCharge }: RowProps) {
  const { can } = useAuth();
  const act = useMutationAction(...nouns);
  const step = (name: string, done: string) =>
    act.mutate(
      { path: `${path}/${r.id}/actions/${name}`, body: {} },
      {
        onSuccess: () => notify.done(done, r.item),
        onError: (error) => notify.failed("Not done", error),
      },
    );
  const open = r.status === "open";
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <span>
          {shownDecimal(r.quantity)} {r.unit} of{" "}
          <Link to={pathTo("stockItem", { id: r.itemId })}>{r.item}</Link>
        </span>
        <StatusBadge statuses={stockRequestStatuses} status={r.status} />
        {open && can("stock.move") && !r.mine && (
          <span className="ml-auto flex flex-wrap gap-2">
            <button
              type="button"
              className="btn btn-primary btn-small"
              disabled={act.isPending}
              onClick={r.charged ? onCharge : () => step("hand-out", "Handed out")}
            >
              Hand out
            </button>
            <button type="button" className="btn btn-small" onClick={onDecline}>
              Decline
            </button>
          </span>
        )}
        {open && (r.mine || can("stock.move")) && (
          <button
            type="button"
            className={`btn btn-quiet btn-small${r.mine ? " ml-auto" : ""}`}
            disabled={act.isPending}
            onClick={() => step("extend", "Held longer")}
          >
            Hold longer
          </button>
        )}
        {open && r.mine && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => step("withdraw", "Taken back")}
          >
            Take back
          </button>
        )}
      </span>
      <span className="text-13 text-t2">
        {r.askedBy} for {r.department}
        {r.neededOn && `, needed on ${formatDate(r.neededOn)}`}
        {open && ` · held until ${formatDate(r.heldUntil)}`}
        {r.note && ` · ${r.note}`}
        {r.answer && ` · ${r.answer}`}
      </span>
    </li>
  );
}

/** What is asked of the stores: what waits for a storekeeper, or what one asked for oneself. */
export function AskedFor() {
  const { can } = useAuth();
  const [declining, setDeclining] = useState<StockRequest | null>(null);
  const [charging, setCharging] = useState<StockRequest | null>(null);
  const items =
    useGet<{ items: StockRequest[] }>("stock-requests", path, { enabled: can("stock.ask") }).data
      ?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section id="asked-for">
      <Panel title={can("stock.move") ? "Asked for" : "What you asked for"} flush>
        <ul>
          {items.map((one) => (
            <Row
              key={one.id}
              of={one}
              onDecline={() => setDeclining(one)}
              onCharge={() => setCharging(one)}
            />
          ))}
        </ul>
      </Panel>
      {charging && (
        <PostDialog<{ accountStringId: string }>
          title={`Hand out ${charging.item}`}
          description={`${shownDecimal(charging.quantity)} ${charging.unit} for ${charging.department}. Where it lies it is charged as it is issued.`}
          path={`${path}/${charging.id}/actions/hand-out`}
          submit="Hand out"
          nouns={[...nouns, "budget-lines"]}
          values={{ accountStringId: "" }}
          onClose={() => setCharging(null)}
        >
          <ChargeField
            consumer={{ type: "department", id: charging.departmentId }}
            cents={null}
            stores={null}
          />
        </PostDialog>
      )}
      {declining && (
        <PostDialog<{ reason: string }>
          title={`Decline ${declining.item}`}
          description="What is held is free again; whoever asked is told why, and can have it bought."
          path={`${path}/${declining.id}/actions/decline`}
          submit="Decline"
          nouns={nouns}
          values={{ reason: "" }}
          onClose={() => setDeclining(null)}
        >
          <ReasonField />
        </PostDialog>
      )}
    </section>
  );
}
