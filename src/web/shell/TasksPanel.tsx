import { Link } from "react-router";
import type { Instant } from "#kernel/time.ts";
import { pageAt } from "#areas.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { DeadlineClock } from "../kit/DeadlineClock.tsx";
import { useGet } from "../kit/queries.ts";
import { guardTarget } from "./guard.ts";

type Waiting = { id: string; title: string; detail: string; link: string; dueAt: Instant | null };

/** What waits for this person, soonest first. */
export default function TasksPanel({ onChoose }: { onChoose: () => void }) {
  const { me } = useAuth();
  const waiting = useGet<{ items: Waiting[]; total: number }>("counts", "/api/v1/me/waiting");
  const items = waiting.data?.items ?? [];
  const inbox =
    guardTarget(pageAt("/approvals-inbox")?.access ?? "signed-in", true, me?.role ?? "user") ===
    null;
  return (
    <>
      <p className="preview-head">Pending tasks</p>
      {waiting.isPending && (
        <p className="preview-note" role="status">
          Loading
        </p>
      )}
      {waiting.data && items.length === 0 && <p className="preview-note">Nothing left to do.</p>}
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Link to={item.link} onClick={onChoose}>
              <span>{item.title}</span>
              <small>{item.detail}</small>
              {item.dueAt && (
                <small>
                  <DeadlineClock deadline={item.dueAt} short />
                </small>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <p className="preview-foot">
        <Link to={inbox ? "/approvals-inbox?tab=tasks" : "/dashboard"} onClick={onChoose}>
          {inbox ? "Approvals and tasks" : "All on the dashboard"}
        </Link>
      </p>
    </>
  );
}
