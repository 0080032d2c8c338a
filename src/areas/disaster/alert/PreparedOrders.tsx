import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { PostDialog } from "../incident/parts.tsx";
import type { AlertDetail, KitDraft } from "./alert.model.ts";

function SetAside({ draft, onClose }: { draft: KitDraft; onClose: () => void }) {
  return (
    <PostDialog<{ reason: string }>
      title={`Set aside: ${draft.kit}`}
      description="Nothing was reserved or sent. The kit can still be ordered under Emergency procurement."
      path={`/api/v1/alert-kit-drafts/${draft.id}/actions/setAside`}
      submit="Set aside"
      nouns={["weather-alerts"]}
      values={{ reason: "" }}
      bodyOf={(values) => values}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why" rows={2} />
    </PostDialog>
  );
}

/** Orders that a rule prepared for this warning: nothing is reserved or sent before somebody issues one. */
export function PreparedOrders({ alert }: { alert: AlertDetail }) {
  const { can } = useAuth();
  const [aside, setAside] = useState<KitDraft | null>(null);
  if (!alert.prepared.length) return null;
  const need = `${alert.headline || alert.event}: ${alert.areaText}`.slice(0, 400);
  const order = (draft: KitDraft) =>
    `${pathTo("emergencyDesk")}?${new URLSearchParams({ kit: draft.kitId, need }).toString()}`;
  return (
    <Panel title="Orders prepared from kits">
      <ul className="grid gap-3">
        {alert.prepared.map((draft) => (
          <li key={draft.id} className="flex flex-wrap items-center gap-3">
            <span>
              <b>{draft.kit}</b> <span className="text-t2">{draft.vendor}</span>
            </span>
            {draft.order ? (
              <Link to={pathTo("emergencyOrder", { id: draft.order.id })}>
                {draft.order.number} was issued
              </Link>
            ) : draft.setAside ? (
              <span className="text-13 text-t2">Set aside: {draft.setAside}</span>
            ) : (
              <>
                <span className="text-13 text-t2">
                  {draft.why ?? "Nothing is reserved or sent yet."}
                </span>
                {can("emergency.order") && (
                  <Link className="btn btn-small" to={order(draft)}>
                    Look and issue<span className="visually-hidden">: {draft.kit}</span>
                  </Link>
                )}
                {can("incident.edit") && (
                  <button
                    type="button"
                    className="btn btn-small btn-quiet"
                    onClick={() => setAside(draft)}
                  >
                    Set aside<span className="visually-hidden">: {draft.kit}</span>
                  </button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {aside && <SetAside draft={aside} onClose={() => setAside(null)} />}
    </Panel>
  );
}
