import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { ProgramDetail } from "../program/program.model.ts";
import { Consensus } from "./Consensus.tsx";
import { Declaration } from "./Declaration.tsx";
import { Ranking } from "./Ranking.tsx";
import type { ReviewView } from "./review.model.ts";
import { ScoreSheet } from "./ScoreSheet.tsx";

/** What of a review the reader has to do, and what is open to them. */
export function ReviewPanel({ program: p }: { program: ProgramDetail }) {
  const review = useGet<ReviewView>("grant-programs", `/api/v1/grant-programs/${p.id}/review`);
  if (review.isPending) return <TableSkeleton columns={4} />;
  if (!review.data) return <ErrorPanel error={review.error} what="The review" />;
  const view = review.data;
  if (p.status === "draft" || p.status === "open" || p.status === "withdrawn")
    return (
      <EmptyState kind="first-use" title="Nothing is scored yet">
        Reviewers declare their interests and score when the program is closed for applications.
      </EmptyState>
    );
  if (view.all)
    return (
      <div className="stack">
        {view.ranking.length > 0 && <Ranking view={view} frozen={p.status !== "scored"} />}
        <Consensus program={p} view={view} />
      </div>
    );
  if (view.ranking.length > 0)
    return (
      <div className="stack">
        <Ranking view={view} frozen={p.status === "decided"} />
        <p className="text-t2">
          Who gave which score is shown to the reviewers, to those who decide, and to auditors.
        </p>
      </div>
    );
  if (!p.seat || p.seat.recused)
    return (
      <EmptyState kind="first-use" title="The scores are sealed">
        {p.seat?.recused
          ? "You are recused from this program. Its ranking is shown to you once it is decided."
          : "They open when every reviewer who is not recused has handed theirs in."}
      </EmptyState>
    );
  return p.seat.declared ? (
    <ScoreSheet program={p} view={view} />
  ) : (
    <Declaration program={p} view={view} />
  );
}
