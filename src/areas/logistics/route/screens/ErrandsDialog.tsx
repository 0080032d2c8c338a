import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Unplanned } from "../plan/plan.model.ts";

type Item = Unplanned["items"][number];

const hint = ({ label, number, place, due, placed }: Item): string =>
  [
    `${label} ${number}`,
    place,
    due ? `expected ${formatDate(due)}` : "",
    placed ? "" : "its place has no position: set it there, or add the stop by hand",
  ]
    .filter(Boolean)
    .join(" · ");

function Choices({
  items,
  chosen,
  choose,
}: {
  items: readonly Item[];
  chosen: ReadonlySet<string>;
  choose: (id: string) => void;
}) {
  return (
    <ul className="grid gap-2">
      {items.map((item) => (
        <li key={item.id}>
          <label className="flex gap-2">
            <input
              type="checkbox"
              checked={chosen.has(item.id)}
              disabled={!item.placed}
              onChange={() => choose(item.id)}
            />
            <span>
              {item.title}
              <span className="block text-13 text-t2">{hint(item)}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Makes what waits to be driven to stops of a plan. */
export function ErrandsDialog({ planId, onClose }: { planId: string; onClose: () => void }) {
  const { data, error } = useGet<Unplanned>("route-plans", "/api/v1/route-errands");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState("");
  const act = useMutationAction<{ added: number }>("route-plans");
  const items = data?.items ?? [];
  const choose = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const add = () =>
    act
      .mutateAsync({
        method: "POST",
        path: `/api/v1/route-plans/${planId}/actions/add-errands`,
        body: {
          errands: items.filter(({ id }) => chosen.has(id)).map(({ type, id }) => ({ type, id })),
        },
      })
      .then(
        ({ added }) => {
          notify.done("Added", counted(added, "stop"));
          onClose();
        },
        (failed: unknown) => setRefused(messageOf(failed)),
      );
  return (
    <Dialog
      title="Add what waits"
      description="Transfers and work orders of the next fortnight that are in no plan."
      onClose={onClose}
    >
      <div className="grid gap-4">
        {error && <ErrorPanel error={error} what="What waits" />}
        {data && items.length === 0 && <p>Nothing waits to be driven to. Add a stop by hand.</p>}
        <Choices items={items} chosen={chosen} choose={choose} />
        {data?.more && <p className="text-t2">More waits than is listed. Add these first.</p>}
        {refused && (
          <p role="alert" className="notice tone-danger">
            {refused}
          </p>
        )}
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          disabled={chosen.size === 0 || act.isPending}
          onClick={() => void add()}
        >
          Add {chosen.size > 0 ? counted(chosen.size, "stop") : "to the plan"}
        </button>
      </div>
    </Dialog>
  );
}
