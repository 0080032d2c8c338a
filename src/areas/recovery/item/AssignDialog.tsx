import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Choice } from "./item.model.ts";

const partsOf = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
): readonly LinePart<Choice>[] => [
  {
    label: "Cost",
    as: "title",
    cell: (c) => (
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          checked={chosen.has(c.id)}
          disabled={c.why !== null}
          onChange={() => toggle(c.id)}
        />
        <span>
          {c.documentNumber} {c.vendor} {c.description}
          {c.emergency && <span className="block text-12 text-t2">Emergency purchase</span>}
          {c.why && <span className="block text-12 text-t3">{c.why}</span>}
          {c.lacks.map((lack) => (
            <span key={lack} className="block text-12 text-t3">
              {lack}
            </span>
          ))}
        </span>
      </label>
    ),
  },
  { label: "Incurred", cell: (c) => formatDate(c.incurredTo) },
  { label: "Account", cell: (c) => <span className="mono">{c.account}</span> },
  { label: "Cost, $", as: "amount", cell: (c) => formatCents(c.cents, { symbol: false }) },
];

/** Chooses the costs of the books that belong to a project. */
export function AssignDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const path = `/api/v1/pa-projects/${projectId}/costs`;
  const found = useGet<{ items: Choice[] }>("costs", path);
  const act = useMutationAction("pa-items", "pa-projects", "costs");
  const toggle = (id: string) =>
    setChosen((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const send = async () => {
    try {
      await act.mutateAsync({ path, body: { costLineIds: [...chosen] } });
      onClose();
    } catch (error) {
      notify.failed("Nothing was assigned", error);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title="Assign costs"
      description="Charges since the incident began. Assigned is not claimed."
      className="dialog dialog-wide"
    >
      {found.isPending && <RecordSkeleton />}
      {found.data?.items.length === 0 && (
        <EmptyState kind="all-done" title="No charge since the incident began">
          A cost stands here when its invoice is posted.
        </EmptyState>
      )}
      {!!found.data?.items.length && (
        <LineTable
          label="Costs"
          parts={partsOf(chosen, toggle)}
          lines={found.data.items}
          keyOf={(c) => c.id}
        />
      )}
      <div className="mt-4 flex gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={chosen.size === 0 || act.isPending}
          onClick={() => void send()}
        >
          Assign {chosen.size || ""}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
