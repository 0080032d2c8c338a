import { Link } from "react-router";
import { timeAgo } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useNow } from "../kit/now.ts";
import { useList, useMutationAction } from "../kit/queries.ts";

type Notice = { id: string; title: string; body: string; link: string | null; createdAt: Instant };

/** The newest unread notices; choosing one marks it read and goes where it points. */
export default function NoticesPanel({ onChoose }: { onChoose: () => void }) {
  const notices = useList<Notice>("/api/v1/notifications", "unread=true&limit=5&sort=-createdAt");
  const act = useMutationAction("notifications");
  const now = useNow();
  const items = notices.data?.items ?? [];
  const read = (notice: Notice) => {
    act.mutate({ path: `/api/v1/notifications/${notice.id}/actions/read` });
    onChoose();
  };
  return (
    <>
      <p className="preview-head">Notifications</p>
      {notices.isPending && (
        <p className="preview-note" role="status">
          Loading
        </p>
      )}
      {notices.data && items.length === 0 && <p className="preview-note">Nothing unread.</p>}
      <ul>
        {items.map((notice) => (
          <li key={notice.id}>
            <Link to={notice.link ?? "/notifications"} onClick={() => read(notice)}>
              <span>{notice.title}</span>
              <small>{notice.body}</small>
              <small>{timeAgo(notice.createdAt, now)}</small>
            </Link>
          </li>
        ))}
      </ul>
      <p className="preview-foot">
        <Link to="/notifications" onClick={onChoose}>
          All notifications
        </Link>
      </p>
    </>
  );
}
