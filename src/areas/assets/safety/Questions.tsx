import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { RadioGroup } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { Panel } from "#web/kit/states.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { SafetyDetail } from "./safety.model.ts";

type Question = SafetyDetail["questions"][number];

function AnswerDialog({
  id,
  question: q,
  onClose,
}: {
  id: string;
  question: Question;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={q.text}
      description={[q.about, q.citation].filter(Boolean).join(" ")}
      path={`/api/v1/safety-cases/${id}/answers`}
      submit="Answer"
      nouns={["safety-cases"]}
      values={{ answer: q.answer === null ? "" : q.answer ? "yes" : "no", reason: q.reason }}
      bodyOf={({ answer, reason }) => ({ question: q.key, answer: answer === "yes", reason })}
      onClose={onClose}
    >
      <RadioGroup
        name="answer"
        label="Answer"
        required
        options={[
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]}
      />
      <ReasonField hint="Read by the safety officer alone." maxLength={1000} />
    </PostDialog>
  );
}

/** The questions by which a case is recordable or not, each with its rule, answer, and who gave it. */
export function Questions({ of }: { of: SafetyDetail }) {
  const { timeZone } = useAgency();
  const [open, setOpen] = useState<Question | null>(null);
  const may = of.canEdit && of.status === "investigating";
  return (
    <Panel
      title="Is it recordable?"
      aside={`${of.questions.filter((q) => q.answer !== null).length} of ${of.questions.length}`}
    >
      <ol className="grid gap-4">
        {of.questions.map((q) => (
          <li key={q.key} className="grid gap-1">
            <span className="flex flex-wrap items-baseline gap-3">
              <strong className="font-medium">{q.text}</strong>
              <span>{q.answer === null ? "Not answered" : q.answer ? "Yes" : "No"}</span>
              {may && (
                <button type="button" className="btn btn-small ml-auto" onClick={() => setOpen(q)}>
                  {q.answer === null ? "Answer" : "Change"}
                  <span className="visually-hidden">: {q.text}</span>
                </button>
              )}
            </span>
            <span className="text-13 text-t2">
              {[
                q.citation,
                q.about,
                q.reason,
                q.by && q.at && `${q.by}, ${formatInstant(q.at, timeZone)}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
      {open && <AnswerDialog id={of.id} question={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
