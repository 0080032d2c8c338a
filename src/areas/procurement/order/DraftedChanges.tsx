import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DraftedChange } from "./change-draft.model.ts";

/** Reads the drafted changes of an order. */
export const useDraftedChanges = (orderId: string) =>
  useGet<{ items: DraftedChange[] }>(
    "purchase-orders",
    `/api/v1/purchase-orders/${orderId}/drafted-changes`,
  );

function Drafted({ orderId, drafted: d }: { orderId: string; drafted: DraftedChange }) {
  const { can } = useAuth();
  const drop = useMutationAction("purchase-orders");
  return (
    <Panel title="A change is drafted">
      <p>
        <Link to={d.href}>{d.because}</Link>
        {d.days !== 0 && `: ${counted(d.days, "day")} more`}
      </p>
      <ul>
        {d.lines.map((line, at) => (
          <li key={at}>
            {line.description}: {formatCents(line.cents)}
          </li>
        ))}
      </ul>
      {can("purchaseOrder.issue") && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Link
            className="btn btn-secondary"
            to={`${pathTo("orderChange", { id: orderId })}?draft=${d.id}`}
          >
            Finish the change
          </Link>
          <button
            type="button"
            className="btn"
            onClick={() =>
              drop.mutate(
                {
                  path: `/api/v1/purchase-orders/${orderId}/actions/dropChange`,
                  body: { draftId: d.id },
                },
                { onError: (error) => notify.failed("It could not be dropped", error) },
              )
            }
          >
            Drop it
          </button>
        </div>
      )}
    </Panel>
  );
}

/** Changes of an order that another record drafted; nothing where none waits. */
export function DraftedChanges({ orderId }: { orderId: string }) {
  const { data } = useDraftedChanges(orderId);
  return data?.items.map((d) => <Drafted key={d.id} orderId={orderId} drafted={d} />) ?? null;
}
