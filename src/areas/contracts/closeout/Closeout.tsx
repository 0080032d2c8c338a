import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { download, messageOf } from "#web/kit/api.ts";
import { gateTitle } from "#kernel/gate.ts";
import { GatePanel } from "#web/kit/GatePanel.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { closing } from "./closeout.labels.ts";
import type { Closeout as Answer, CloseoutItem } from "./closeout.model.ts";

const ProveDialog = dialogOnDemand(async () => (await import("./ProveDialog.tsx")).ProveDialog);

const openFile = (fileId: string) =>
  void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

function Shown({ item }: { item: CloseoutItem }) {
  return (
    <>
      {item.title}
      {!item.ok && item.hint && <small className="block text-t2">{item.hint}</small>}
      {item.record && <small className="block text-t2">{item.record}</small>}
      {item.evidence && (
        <small className="block text-t2">
          {item.evidence}
          {item.provenBy && ` (${item.provenBy})`}
        </small>
      )}
      {item.retainUntil && (
        <small className="block text-t2">Kept until {formatDate(item.retainUntil)}</small>
      )}
    </>
  );
}

function Items({ answer, path }: { answer: Answer; path: string }) {
  const [proving, setProving] = useState<CloseoutItem | null>(null);
  const act = useMutationAction("contracts");
  const reopen = (item: CloseoutItem) =>
    act.mutate(
      { path: `${path}/${item.id}/actions/reopen`, version: item.version },
      { onError: (error) => notify.failed("It was not opened again", messageOf(error)) },
    );
  return (
    <>
      <ul className="checks" aria-label="Items of the closeout">
        {answer.items.map((item) => (
          <li key={item.id} className={item.ok ? "pass" : "warn"}>
            <span className="min-w-0 flex-1">
              <Shown item={item} />
              <span className="mt-1 flex flex-wrap gap-2 empty:hidden">
                {item.canProve && (
                  <button type="button" className="btn btn-small" onClick={() => setProving(item)}>
                    Prove<span className="visually-hidden"> {item.title}</span>
                  </button>
                )}
                {item.fileId && (
                  <button
                    type="button"
                    className="btn btn-small"
                    onClick={() => openFile(item.fileId!)}
                  >
                    Document<span className="visually-hidden"> of {item.title}</span>
                  </button>
                )}
                {item.canReopen && (
                  <button type="button" className="btn btn-small" onClick={() => reopen(item)}>
                    Open again<span className="visually-hidden"> {item.title}</span>
                  </button>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {proving && (
        <ProveDialog item={proving} answer={answer} path={path} onClose={() => setProving(null)} />
      )}
    </>
  );
}

/** What must be done before a contract is closed, item by item. */
export function Closeout({ contractId, status }: { contractId: string; status: string }) {
  const path = `/api/v1/contracts/${contractId}/closeout`;
  const begun = closing.includes(status);
  const found = useGet<Answer>("contracts", path);
  if (!begun)
    return (
      <>
        <Panel title="Closeout">
          <p className="text-t2">
            It begins when the contract is done: its <Link to={pathTo("closeoutLists")}>list</Link>{" "}
            is taken over then, and the contract is closed once every item is proven.
          </p>
        </Panel>
        {found.data && found.data.gate.length > 0 && (
          <GatePanel findings={found.data.gate} what="its closing" clear="" />
        )}
      </>
    );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="Its closeout" />;
  return (
    <Panel
      title={status === "closeout" ? gateTitle(found.data.gate, "its closing") : "Closeout"}
      aside={found.data.checklist}
    >
      <Items answer={found.data} path={path} />
    </Panel>
  );
}
