import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useList } from "#web/kit/queries.ts";
import { EmptyState, RecordSkeleton } from "#web/kit/states.tsx";
import type { Award } from "../award/award.model.ts";
import { CloseoutList } from "./CloseoutList.tsx";

/** Awards that ended, each with what closing it asks. */
export default function CloseoutTab() {
  const list = useList<Award>("/api/v1/grant-awards", "status=ended&limit=50");
  if (list.isPending) return <RecordSkeleton />;
  const items = list.data?.items ?? [];
  return (
    <div className="stack">
      <h1>Closeout</h1>
      {items.length === 0 && (
        <EmptyState kind="all-done" title="No award is in closeout">
          An award that ends comes here, with the list of what its closing asks.
        </EmptyState>
      )}
      {items.map((w) => (
        <div key={w.id}>
          <p className="mb-2">
            <Link to={pathTo("award", { id: w.id })}>{w.number}</Link> {w.title}, {w.grantor}
          </p>
          <CloseoutList awardId={w.id} title={`What closing ${w.number} asks`} />
        </div>
      ))}
    </div>
  );
}
