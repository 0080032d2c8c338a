import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "../api.ts";
import { useGet, useMutationAction } from "../queries.ts";
import { ErrorPanel, Panel } from "../states.tsx";

type Comment = { id: string; body: string; author: string | null; authorId: string; at: Instant };

/** What people said about a record. */
export const useComments = (objectType: string, objectId: string) =>
  useGet<{ items: Comment[] }>(
    "comments",
    `/api/v1/comments?objectType=${objectType}&objectId=${objectId}`,
  );

/**
 * A record's conversation, oldest first, with a field to add to it. Comments stay: they are part of
 * the record.
 */
export function Comments({ objectType, objectId }: { objectType: string; objectId: string }) {
  const { timeZone } = useAgency();
  const list = useComments(objectType, objectId);
  const send = useMutationAction("comments");
  const [text, setText] = useState("");
  const submit = () => {
    if (!text.trim() || send.isPending) return;
    send.mutate(
      { path: "/api/v1/comments", body: { objectType, objectId, body: text.trim() } },
      { onSuccess: () => setText("") },
    );
  };
  return (
    <Panel title="Comments">
      {list.isError && (
        <ErrorPanel error={list.error} what="The comments" onRetry={() => void list.refetch()} />
      )}
      {list.data && list.data.items.length > 0 && (
        <ol className="activity">
          {list.data.items.map((comment) => (
            <li key={comment.id}>
              <p className="flex flex-wrap items-baseline gap-x-3">
                <b>{comment.author ?? "Former member"}</b>
                <span className="when">{formatInstant(comment.at, timeZone)}</span>
              </p>
              <p className="whitespace-pre-wrap">{comment.body}</p>
            </li>
          ))}
        </ol>
      )}
      <form
        className="grid gap-2 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label className="field">
          <span className="label">Add a comment</span>
          <textarea
            className="field-control"
            rows={3}
            maxLength={10_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
        </label>
        {send.isError && (
          <p className="text-danger" role="alert">
            {messageOf(send.error)}
          </p>
        )}
        <div className="flex items-center gap-3">
          <button type="submit" className="btn" aria-disabled={!text.trim() || send.isPending}>
            Comment
          </button>
          <span className="text-12 text-t3">
            Everyone who may read this record sees it; it cannot be taken back.
          </span>
        </div>
      </form>
    </Panel>
  );
}
