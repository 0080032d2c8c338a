import { useState } from "react";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { counted } from "#kernel/words.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { ProgramDetail } from "../program/program.model.ts";
import type { ReviewView } from "./review.model.ts";

type Row = ReviewView["consensus"][number];

function AgreeDialog({
  program,
  row,
  title,
  onClose,
}: {
  program: ProgramDetail;
  row: Row;
  title: string;
  onClose: () => void;
}) {
  const save = useMutationAction("grant-programs");
  return (
    <FormDialog<{ score: string; comment: string }>
      title={title}
      description="What the reviewers agreed on, with the reason. It stands in the sheet."
      defaultValues={{ score: row.score, comment: row.comment }}
      submitLabel="Agree"
      onSubmit={async (values) => {
        await save.mutateAsync({
          path: `/api/v1/grant-programs/${program.id}/consensus`,
          body: { ...values, applicationId: row.applicationId, criterionId: row.criterionId },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="score" label="Score" required maxLength={6} />
      <TextArea name="comment" label="Why" required maxLength={2000} />
    </FormDialog>
  );
}

/** Everybody's scores, cell by cell, and what was agreed on. */
export function Consensus({ program, view }: { program: ProgramDetail; view: ReviewView }) {
  const [agreeing, setAgreeing] = useState<Row | null>(null);
  const may = program.status === "scored" && program.seat !== null && !program.seat.recused;
  const asks = view.consensus.filter((c) => c.asks);
  const applicant = (id: string) => view.applications.find((a) => a.id === id)?.applicant ?? "";
  const criterion = (id: string) => view.criteria.find((c) => c.id === id)?.name ?? "";
  const given = (row: Row) =>
    (view.all ?? [])
      .filter((s) => s.applicationId === row.applicationId && s.criterionId === row.criterionId)
      .map((s) => (
        <span key={s.reviewer} className="block">
          {s.reviewer} {Number(s.score)}
        </span>
      ));
  const parts: readonly LinePart<Row>[] = [
    {
      label: "Applicant",
      as: "title",
      cell: (r) => (
        <>
          {applicant(r.applicationId)}
          <span className="block text-12 text-t3">{criterion(r.criterionId)}</span>
        </>
      ),
    },
    {
      label: "Given",
      words: true,
      cell: (r) => (
        <>
          {given(r)}
          {r.spread?.wide && (
            <Badge
              tone={r.asks ? "warning" : "neutral"}
              label={r.asks ? "Far apart: agree on it" : "Far apart, agreed on"}
            />
          )}
          {r.comment && <span className="block text-12 text-t3">{r.comment}</span>}
        </>
      ),
    },
    { label: "Agreed", as: "amount", cell: (r) => Number(r.score) },
    ...(may
      ? [
          {
            label: "",
            as: "badge" as const,
            cell: (r: Row) => (
              <button type="button" className="btn btn-small" onClick={() => setAgreeing(r)}>
                Agree
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Panel title="Scores and consensus">
      {asks.length > 0 && (
        <p className="mb-3 max-w-prose text-warning" role="status">
          {counted(asks.length, "score")} more than {program.apartPercent} percent apart: the
          reviewers agree on each before the sheet is frozen.
        </p>
      )}
      {view.conflicts.length > 0 && program.status === "scored" && (
        <p className="mb-3 max-w-prose text-t2">
          What you have an interest in, and the ranking, are shown to you when the sheet is frozen.
        </p>
      )}
      <LineTable
        label="Scores and consensus"
        parts={parts}
        lines={view.consensus}
        keyOf={(r) => `${r.applicationId} ${r.criterionId}`}
      />
      {agreeing && (
        <AgreeDialog
          program={program}
          row={agreeing}
          title={`${applicant(agreeing.applicationId)}: ${criterion(agreeing.criterionId)}`}
          onClose={() => setAgreeing(null)}
        />
      )}
    </Panel>
  );
}
