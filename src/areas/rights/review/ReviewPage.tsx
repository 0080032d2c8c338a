import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, NoSuchRecord, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { ItemLine, type Answering } from "./ItemLine.tsx";
import { ResultButtons } from "./ResultButtons.tsx";
import { reviewStatuses } from "./review.labels.ts";
import type { ReviewPage as Page } from "./review.model.ts";

const AnswerDialog = dialogOnDemand(async () => (await import("./AnswerDialog.tsx")).AnswerDialog);

function Head({ page }: { page: Page }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const act = useMutationAction("rights-reviews");
  const close = () =>
    act.mutate(
      {
        path: `/api/v1/rights-reviews/${page.id}/actions/close`,
        body: {},
        version: page.version,
      },
      {
        onSuccess: () => notify.done("Closed", "The result stands in the audit record."),
        onError: (error) => notify.failed("Not closed", error),
      },
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">
          {page.number}: {page.name}
        </h1>
        <StatusBadge statuses={reviewStatuses} status={page.status} />
        <ResultButtons page={page} />
        {page.status === "open" && can("rightsReview.manage") && page.answered === page.total && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={close}
          >
            Close the review
          </button>
        )}
      </div>
      <p className="text-t2">
        {page.scopeName}: what was held on {formatInstant(page.frozenAt, timeZone)}. {page.answered}{" "}
        of {page.total} answered, due {formatInstant(page.dueAt, timeZone)}.
        {page.escalatedAt && " The deadline has passed: administrators answer what is left."}
      </p>
      {page.digest && (
        <p className="text-13 text-t3 [overflow-wrap:anywhere]">
          SHA-256 of the result as CSV, in the audit record: {page.digest}
        </p>
      )}
    </>
  );
}

/** /admin/roles/reviews/:id: what a review froze, each with its answer. */
export default function ReviewPage() {
  const { id = "" } = useParams();
  const [answering, setAnswering] = useState<Answering | null>(null);
  const page = useRecord<Page>("/api/v1/rights-reviews", id);
  if (page.error instanceof ApiProblem && page.error.status === 404)
    return <NoSuchRecord back={{ path: pathTo("roles"), title: "Roles" }} />;
  if (page.isError)
    return <ErrorPanel error={page.error} what="The review" onRetry={() => void page.refetch()} />;
  if (!page.data) return <RecordSkeleton />;
  const mine = page.data.items.filter((item) => item.mayAnswer);
  const others = page.data.items.filter((item) => !item.mayAnswer);
  return (
    <div className="stack">
      <Head page={page.data} />
      {mine.length > 0 && (
        <Panel title={`Waits for you (${mine.length})`}>
          <ul className="grid" aria-label="Waits for you">
            {mine.map((item) => (
              <ItemLine key={item.id} item={item} onAnswer={setAnswering} />
            ))}
          </ul>
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title={mine.length > 0 ? "The others" : "All rights of this review"}>
          <ul className="grid" aria-label="The others">
            {others.map((item) => (
              <ItemLine key={item.id} item={item} onAnswer={setAnswering} />
            ))}
          </ul>
        </Panel>
      )}
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(null)} />}
    </div>
  );
}
