import { MessageSquarePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api, messageOf } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { PortalFrame, Turn } from "./PortalFrame.tsx";
import type { ThreadDetail, ThreadRow } from "./portal.model.ts";
import { usePortalList, type Page } from "./PortalOrders.tsx";

const WriteDialog = dialogOnDemand(async () => (await import("./WriteDialog.tsx")).WriteDialog);

function Row({ thread }: { thread: ThreadRow }) {
  const { timeZone } = useAgency();
  return (
    <li className="border-b border-hair last:border-0">
      <Link
        to={`/vendor-portal/messages/${thread.orgId}/${thread.id}`}
        className="grid gap-1 px-4 py-3 hover:bg-s2 hover:no-underline"
      >
        <span className="flex flex-wrap items-center gap-2">
          <b className="min-w-0 font-medium text-t1 [overflow-wrap:anywhere]">{thread.subject}</b>
          {thread.unread && <Badge tone="info" label="New" />}
          <span className="ml-auto text-12 text-t3">{formatInstant(thread.lastAt, timeZone)}</span>
        </span>
        <span className="truncate text-13 text-t2">{thread.last}</span>
        <span className="text-12 text-t3">{thread.agency}</span>
      </Link>
    </li>
  );
}

function Threads() {
  const { page, query, set } = usePortalList();
  const threads = useGet<Page<ThreadRow>>("vendor-threads", `/api/v1/vendor-threads?${query}`);
  if (threads.isPending) return <TableSkeleton columns={3} />;
  if (!threads.data)
    return (
      <ErrorPanel
        error={threads.error}
        what="Your messages"
        onRetry={() => void threads.refetch()}
      />
    );
  return (
    <>
      {threads.data.items.length === 0 ? (
        <section className="panel">
          <EmptyState kind="first-use" title="No messages yet">
            Write about an order from its page, or begin a message here.
          </EmptyState>
        </section>
      ) : (
        <section className="panel" aria-label="Messages">
          <ul>
            {threads.data.items.map((t) => (
              <Row key={t.id} thread={t} />
            ))}
          </ul>
        </section>
      )}
      <Turn page={page} more={threads.data.more} onPage={(next) => set("page", String(next))} />
    </>
  );
}

/**
 * The messages of a thread, the last one lowest, and the field for the next. `mine` says which side
 * reads.
 */
export function Talk({
  thread,
  mine,
  onSend,
}: {
  thread: ThreadDetail;
  mine: "vendor" | "agency";
  onSend: (body: string) => Promise<unknown>;
}) {
  const { timeZone } = useAgency();
  const [body, setBody] = useState("");
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setFailed(null);
    try {
      await onSend(body);
      setBody("");
    } catch (error) {
      setFailed(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <section className="panel" aria-label={thread.subject}>
      <ul className="grid gap-4 p-4">
        {thread.messages.map((m) => (
          <li
            key={m.id}
            className={`max-w-[60ch] ${m.fromVendor === (mine === "vendor") ? "justify-self-end" : ""}`}
          >
            <p className="text-12 text-t3">
              {m.person}, {m.fromVendor ? thread.vendor : thread.agency} ·{" "}
              {formatInstant(m.createdAt, timeZone)}
            </p>
            <p
              className={`mt-1 whitespace-pre-wrap rounded-md border border-hair px-3 py-2 [overflow-wrap:anywhere] ${m.fromVendor === (mine === "vendor") ? "bg-s2" : ""}`}
            >
              {m.body}
            </p>
          </li>
        ))}
      </ul>
      <form
        className="grid gap-3 border-t border-hair p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (body.trim()) void send();
        }}
      >
        <label className="field">
          <span>Answer</span>
          <textarea
            className="field-control"
            rows={3}
            maxLength={10_000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </label>
        {failed && (
          <p role="alert" className="text-danger">
            {failed}
          </p>
        )}
        <div>
          <button type="submit" className="btn btn-primary" disabled={busy || !body.trim()}>
            Send
          </button>
        </div>
      </form>
    </section>
  );
}

/** /vendor-portal/messages and one of its threads. */
export default function PortalMessages() {
  const { orgId, id } = useParams();
  const [writing, setWriting] = useState(false);
  if (orgId && id) return <Thread orgId={orgId} id={id} />;
  return (
    <PortalFrame
      title="Messages"
      actions={
        <button type="button" className="btn btn-primary" onClick={() => setWriting(true)}>
          <MessageSquarePlus aria-hidden="true" />
          New message
        </button>
      }
    >
      <Threads />
      {writing && <WriteDialog onClose={() => setWriting(false)} />}
    </PortalFrame>
  );
}

function Thread({ orgId, id }: { orgId: string; id: string }) {
  const path = `/api/v1/vendor-threads/${encodeURIComponent(orgId)}/${encodeURIComponent(id)}`;
  const thread = useGet<ThreadDetail>("vendor-threads", path);
  const unread = thread.data?.unread ?? false;
  useEffect(() => {
    if (unread) void api(`${path}/actions/seen`, { method: "POST" }).catch(() => undefined);
  }, [unread, path]);
  if (thread.isPending)
    return (
      <PortalFrame title="Message">
        <RecordSkeleton />
      </PortalFrame>
    );
  if (!thread.data)
    return (
      <PortalFrame title="Message">
        <ErrorPanel error={thread.error} what="This message" />
      </PortalFrame>
    );
  const about = thread.data.objectType === "purchaseOrder" && thread.data.objectId;
  return (
    <PortalFrame
      title={thread.data.subject}
      sub={
        <span className="flex flex-wrap gap-3">
          <span>{thread.data.agency}</span>
          {about && (
            <Link to={`/vendor-portal/orders/${orgId}/${about}`}>{thread.data.objectNumber}</Link>
          )}
          <Link to="/vendor-portal/messages">All messages</Link>
        </span>
      }
    >
      <Talk
        thread={thread.data}
        mine="vendor"
        onSend={async (body) => {
          await api(`${path}/actions/answer`, { method: "POST", body: { body } });
          await thread.refetch();
        }}
      />
    </PortalFrame>
  );
}
