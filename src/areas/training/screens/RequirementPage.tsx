import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { RequirementRow, RequirementStanding } from "../requirement/requirement.model.ts";
import { MissingTable } from "./Requirements.tsx";

const RequirementDialog = dialogOnDemand(
  async () => (await import("./RequirementDialog.tsx")).RequirementDialog,
);

/** An edition of a requirement, and who is missing. */
export default function RequirementPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [changing, setChanging] = useState(false);
  const list = useGet<{ items: RequirementRow[] }>(
    "training-requirements",
    "/api/v1/training-requirements",
  );
  const standing = useGet<{ items: RequirementStanding[] }>(
    "training-standing",
    "/api/v1/training-standing",
  );
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data)
    return (
      <ErrorPanel error={list.error} what="The requirement" onRetry={() => void list.refetch()} />
    );
  const r = list.data.items.find((one) => one.id === id);
  if (!r)
    return (
      <EmptyState page kind="first-use" title="There is no such requirement">
        <Link to={pathTo("training")}>Training</Link> has those that there are.
      </EmptyState>
    );
  const stands = standing.data?.items.find((one) => one.definitionId === r.definitionId);
  return (
    <div className="stack">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">{r.name}</h1>
        {can("training.edit") && (
          <button type="button" className="btn" onClick={() => setChanging(true)}>
            {r.status === "draft" ? "Change" : "Next edition"}
          </button>
        )}
      </header>
      <p className="finding">
        Edition {r.versionNo}, {r.status}: {r.code}, within {r.dueDays} days
        {stands && `; ${stands.met} of ${stands.people} meet it`}.
      </p>
      {stands && (
        <section className="grid gap-3">
          <h2>Who is missing</h2>
          <MissingTable standing={stands} />
        </section>
      )}
      {changing && <RequirementDialog requirement={r} onClose={() => setChanging(false)} />}
    </div>
  );
}
