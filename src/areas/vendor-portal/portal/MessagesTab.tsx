import { MessageSquarePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { MoreRows } from "#web/kit/MoreRows.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Talk } from "./PortalMessages.tsx";
import type { ThreadDetail, ThreadRow } from "./portal.model.ts";

const WriteToVendor = dialogOnDemand(
  async () => (await import("./WriteToVendor.tsx")).WriteToVendor,
);

function Thread({ id, onBack }: { id: string; onBack: () => void }) {
  const thread = useGet<ThreadDetail>("vendor-messages", `/api/v1/vendor-messages/${id}`);
  useEffect(() => {
    void api(`/api/v1/vendor-messages/${id}/actions/seen`, { method: "POST" }).catch(
      () => undefined,
    );
  }, [id]);
  if (thread.isPending) return <RecordSkeleton />;
  if (!thread.data) return <ErrorPanel error={thread.error} what="This message" />;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-small" onClick={onBack}>
          All messages
        </button>
        <b className="font-medium">{thread.data.subject}</b>
      </div>
      <Talk
        thread={thread.data}
        mine="agency"
        onSend={async (body) => {
          await api(`/api/v1/vendor-messages/${id}/actions/answer`, {
            method: "POST",
            body: { body },
          });
          await thread.refetch();
        }}
      />
    </div>
  );
}

/** What was written between the agency and one vendor. */
export function MessagesTab({ vendorId }: { vendorId: string }) {
  const { timeZone } = useAgency();
  const [limit, setLimit] = useState(50);
  const threads = useList<ThreadRow>(
    "/api/v1/vendor-messages",
    `vendorId=${vendorId}&limit=${limit}`,
  );
  const [open, setOpen] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  if (open)
    return (
      <Thread
        id={open}
        onBack={() => {
          setOpen(null);
          void threads.refetch();
        }}
      />
    );
  if (threads.isPending) return <RecordSkeleton />;
  if (!threads.data) return <ErrorPanel error={threads.error} what="Messages" />;
  return (
    <Panel
      title="Messages"
      aside={
        <button type="button" className="btn btn-small" onClick={() => setWriting(true)}>
          <MessageSquarePlus aria-hidden="true" />
          Write
        </button>
      }
      flush={threads.data.items.length > 0}
    >
      {threads.data.items.length === 0 ? (
        <EmptyState kind="first-use" title="No messages yet">
          What you write is mailed as a notice to everybody who acts for the vendor; they answer in
          their portal.
        </EmptyState>
      ) : (
        <ul>
          {threads.data.items.map((t) => (
            <li key={t.id} className="border-b border-hair last:border-0">
              <button
                type="button"
                className="grid w-full gap-1 px-4 py-3 text-left hover:bg-s2"
                onClick={() => setOpen(t.id)}
              >
                <span className="flex flex-wrap items-center gap-2">
                  <b className="font-medium">{t.subject}</b>
                  {t.unread && <Badge tone="info" label="New" />}
                  <span className="ml-auto text-12 text-t3">
                    {formatInstant(t.lastAt, timeZone)}
                  </span>
                </span>
                <span className="truncate text-13 text-t2">{t.last}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <MoreRows
        shown={threads.data.items.length}
        total={threads.data.total ?? 0}
        most={500}
        order="newest first"
        busy={threads.isPlaceholderData}
        onMore={() => setLimit(Math.min(500, limit + 150))}
      />
      {writing && (
        <WriteToVendor
          vendorId={vendorId}
          onClose={() => setWriting(false)}
          onSent={(id) => {
            setWriting(false);
            setOpen(id);
          }}
        />
      )}
    </Panel>
  );
}
