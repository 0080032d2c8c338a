import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { className } from "../request/classes.model.ts";
import type { SubawardDetail } from "../subaward/subaward.model.ts";
import { deskReviewStatuses } from "./desk-review.labels.ts";
import type { DeskReview } from "./desk-review.model.ts";
import { Decisions } from "../questioned/Decisions.tsx";
import { questionedStatuses } from "../questioned/questioned.labels.ts";
import { FinishReview } from "./FinishReview.tsx";

function DrawDialog({ subawardId, onClose }: { subawardId: string; onClose: () => void }) {
  const save = useMutationAction("desk-reviews", "subawards");
  return (
    <FormDialog<{ size: string }>
      title="Draw a sample"
      description="Costs of accepted requests are drawn at random. The seed is kept: anybody can draw the same sample again."
      defaultValues={{ size: "10" }}
      submitLabel="Draw"
      onSubmit={async ({ size }) => {
        await save.mutateAsync({
          path: `/api/v1/subawards/${subawardId}/desk-reviews`,
          body: { size: Number(size) },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="size" label="How many costs" required maxLength={3} />
    </FormDialog>
  );
}

const results = {
  supported: { tone: "success", label: "Supported" },
  not_supported: { tone: "danger", label: "Not supported" },
} as const;
const parts: readonly LinePart<DeskReview["lines"][number]>[] = [
  {
    label: "Cost",
    as: "title",
    cell: (l) => (
      <>
        {l.payee}, {l.description}
        <span className="block text-12 text-t3">
          {l.request} · {formatDate(l.incurredOn)} · {className(l.objectClass)}
        </span>
        {l.classFinding && <span className="block text-12 text-warning">{l.classFinding}</span>}
      </>
    ),
  },
  {
    label: "Note",
    words: true,
    cell: (l) => (
      <>
        {l.note}
        {l.standing?.decision && (
          <span className="block text-t3">
            {l.standing.disallowed > 0 && `${formatCents(l.standing.disallowed)} not allowed: `}
            {l.standing.decision}
          </span>
        )}
      </>
    ),
  },
  { label: "Questioned", cell: (l) => (l.questioned ? formatCents(l.questioned) : "") },
  { label: "Amount", as: "amount", cell: (l) => formatCents(l.cents) },
  {
    label: "Result",
    as: "badge",
    cell: (l) =>
      l.standing ? (
        <StatusBadge statuses={questionedStatuses} status={l.standing.status} />
      ) : l.result ? (
        <Badge {...results[l.result]} />
      ) : (
        <Badge tone="neutral" label="Open" />
      ),
  },
];

function One({
  review: r,
  may,
  subaward: s,
}: {
  review: DeskReview;
  may: boolean;
  subaward: SubawardDetail;
}) {
  const [finishing, setFinishing] = useState(false);
  const { can } = useAuth();
  const unsupported = r.status === "done" && r.lines.some((l) => l.result === "not_supported");
  return (
    <Panel title={r.number} aside={<StatusBadge statuses={deskReviewStatuses} status={r.status} />}>
      <p className="mb-2 text-13 text-t2">
        {counted(r.lines.length, "cost")} drawn of {r.population} ({formatCents(r.populationCents)})
        by {r.drawnBy}. {r.doneBy && r.doneOn && `Done by ${r.doneBy} on ${formatDate(r.doneOn)}.`}
      </p>
      <LineTable
        label={`Costs of ${r.number}`}
        parts={parts}
        lines={r.lines}
        keyOf={(l) => l.costId}
      />
      <Decisions review={r} canDecide={s.canDecide} canEdit={s.canRecover} />
      {r.conclusion && <p className="mt-2">{r.conclusion}</p>}
      <p className="mt-2 text-12 break-all text-t3">
        Seed {r.seed}; population SHA-256 {r.populationSha256}
      </p>
      {unsupported && can("assurance.audit") && (
        <Link className="btn mt-3" to={`${pathTo("auditFindings")}?take=desk_review&of=${r.id}`}>
          Take over as an audit finding
        </Link>
      )}
      {may && r.status === "drawn" && !finishing && (
        <button type="button" className="btn mt-3" onClick={() => setFinishing(true)}>
          Say what you found
        </button>
      )}
      {finishing && <FinishReview review={r} onClose={() => setFinishing(false)} />}
    </Panel>
  );
}

/** Desk reviews of a subaward: random samples of its costs, and what they showed. */
export function DeskReviews({ subaward: s }: { subaward: SubawardDetail }) {
  const [drawing, setDrawing] = useState(false);
  const reviews = useGet<{ items: DeskReview[] }>(
    "desk-reviews",
    `/api/v1/subawards/${s.id}/desk-reviews`,
  );
  if (reviews.isPending) return <TableSkeleton columns={4} />;
  if (!reviews.data) return <ErrorPanel error={reviews.error} what="The desk reviews" />;
  const { items } = reviews.data;
  return (
    <div className="stack">
      {s.canReview && (
        <p>
          <button type="button" className="btn" onClick={() => setDrawing(true)}>
            Draw a sample
          </button>
        </p>
      )}
      {items.length === 0 && (
        <EmptyState kind="first-use" title="No desk review yet">
          A sample of the costs in accepted payment requests is drawn at random and looked at.
        </EmptyState>
      )}
      {items.map((r) => (
        <One key={r.id} review={r} may={s.canReview} subaward={s} />
      ))}
      {drawing && <DrawDialog subawardId={s.id} onClose={() => setDrawing(false)} />}
    </div>
  );
}
