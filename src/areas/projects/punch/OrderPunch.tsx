import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { download } from "#web/kit/api.ts";
import { type KeptFile, uploadTo } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ContractorPunch } from "./contractor.model.ts";
import { punchStatuses } from "./punch.labels.ts";

type Item = ContractorPunch["items"][number];

function DoneDialog({ path, item, onClose }: { path: string; item: Item; onClose: () => void }) {
  return (
    <PostDialog<{ photos: KeptFile[]; note: string }>
      title={`Say that ${item.number} is done`}
      description="The agency looks at it and verifies it, or sends it back with the reason."
      path={`${path}/punch-items/${item.id}/actions/finish`}
      submit="It is done"
      values={{ photos: [], note: "" }}
      nouns={["vendor-orders", "vendor-overview"]}
      bodyOf={({ photos, note }) => ({ photoFileIds: photos.map(({ id }) => id), note })}
      onClose={onClose}
    >
      <FileDrop<KeptFile>
        name="photos"
        label="Photo of what was done"
        accept="image/*"
        capture="environment"
        most={20}
        required
        upload={uploadTo(`${path}/punch-photos`)}
      />
      <TextArea name="note" label="What was done" rows={2} maxLength={1000} />
    </PostDialog>
  );
}

const photo = (path: string, id: string) =>
  void download(`${path}/punch-photos/${id}`).catch((error: unknown) =>
    notify.failed("The photo could not be opened", error),
  );

function Owed({ path, item, onDone }: { path: string; item: Item; onDone: () => void }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <span>
          {item.what} <span className="mono text-12 text-t3">{item.number}</span>
        </span>
        <StatusBadge statuses={punchStatuses} status={item.status} />
      </span>
      <span className="text-13 text-t2">
        {[
          item.place,
          item.dueOn && `${item.late ? "was due" : "due"} ${formatDate(item.dueOn)}`,
          item.note,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
      {item.status === "back" && <span className="text-13">{item.statusReason}</span>}
      <span className="flex flex-wrap gap-3">
        {(item.status === "open" || item.status === "back") && (
          <button
            type="button"
            className="btn btn-small"
            aria-label={`Say that ${item.number} is done`}
            onClick={onDone}
          >
            It is done
          </button>
        )}
        {item.photos.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => photo(path, id)}
          >
            {name}
          </button>
        ))}
      </span>
    </li>
  );
}

/** What a contractor is to complete or correct under one of its orders; nothing where nothing is listed. */
export function OrderPunch({ orgId, orderId }: { orgId: string; orderId: string }) {
  const [doing, setDoing] = useState<Item | null>(null);
  const path = `/api/v1/vendor-orders/${orgId}/${orderId}`;
  const { data } = useGet<ContractorPunch>("vendor-orders", `${path}/punch-items`);
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="Punch list" flush>
      <ul>
        {data.items.map((item) => (
          <Owed key={item.id} path={path} item={item} onDone={() => setDoing(item)} />
        ))}
      </ul>
      {doing && <DoneDialog path={path} item={doing} onClose={() => setDoing(null)} />}
    </Panel>
  );
}
