import { useState } from "react";
import { download, messageOf } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { exhibitKinds } from "./exhibit.labels.ts";
import type { Exhibit } from "./exhibit.model.ts";

const AddDialog = dialogOnDemand(async () => (await import("./AddDialog.tsx")).AddDialog);

function Row({ exhibit: e, onRemove }: { exhibit: Exhibit; onRemove: (() => void) | null }) {
  const open = () =>
    void download(`/api/v1/files/${e.fileId}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1">
        {e.title}
        <small className="block text-t2">
          {exhibitKinds[e.what]}, {e.name}
        </small>
      </span>
      <button type="button" className="btn btn-small" onClick={open}>
        Open<span className="visually-hidden"> {e.title}</span>
      </button>
      {onRemove && (
        <button type="button" className="btn btn-small" onClick={onRemove}>
          Take out<span className="visually-hidden"> {e.title}</span>
        </button>
      )}
    </li>
  );
}

/** The files that are part of a contract. */
export function Exhibits({ contractId, mayEdit }: { contractId: string; mayEdit: boolean }) {
  const path = `/api/v1/contracts/${contractId}/exhibits`;
  const [adding, setAdding] = useState(false);
  const list = useGet<{ items: Exhibit[] }>("contracts", path);
  const act = useMutationAction("contracts");
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data) return <ErrorPanel error={list.error} what="Its exhibits" />;
  const remove = (one: Exhibit) =>
    act.mutate(
      { method: "DELETE", path: `${path}/${one.id}` },
      { onError: (error) => notify.failed("It was not taken out", messageOf(error)) },
    );
  const { items } = list.data;
  return (
    <Panel
      title="Exhibits"
      aside={
        mayEdit && (
          <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
            Add an exhibit
          </button>
        )
      }
    >
      {items.length === 0 ? (
        <p className="text-t2">No file is part of this contract.</p>
      ) : (
        <ul className="grid gap-3">
          {items.map((one) => (
            <Row key={one.id} exhibit={one} onRemove={mayEdit ? () => remove(one) : null} />
          ))}
        </ul>
      )}
      {adding && <AddDialog path={path} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
