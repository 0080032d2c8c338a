import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { DateField, FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { DeclarationField, ProjectField } from "../fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { Question } from "./question.model.ts";

const nouns = ["pa-questions", "deadlines"];

function AskDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Enter a question of state or FEMA"
      description="One that was answered before is shown with the earlier answer and its proof of delivery."
      path="/api/v1/pa-questions"
      submit="Enter"
      nouns={nouns}
      values={{
        declarationId: "",
        projectId: "",
        askedBy: "",
        askedOn: "",
        dueOn: "",
        question: "",
      }}
      bodyOf={(v) => ({ ...v, projectId: v.projectId || null })}
      onClose={onClose}
    >
      <DeclarationField />
      <ProjectField required={false} />
      <TextField name="askedBy" label="Who asks" required maxLength={200} />
      <FormRow>
        <DateField name="askedOn" label="Day of the letter" required />
        <DateField name="dueOn" label="Answer until" required />
      </FormRow>
      <TextArea name="question" label="Question" rows={4} required />
    </PostDialog>
  );
}

function AnswerDialog({ q, onClose }: { q: Question; onClose: () => void }) {
  return (
    <PostDialog
      title={`Answer ${q.number}`}
      description="An answer is given once. Say what proves that it was delivered."
      path={`/api/v1/pa-questions/${q.id}/actions/answer`}
      version={q.version}
      submit="Record the answer"
      nouns={nouns}
      values={{
        answer: q.earlierAnswer ? `Answered as ${q.earlierNumber}: ${q.earlierAnswer}` : "",
        answeredOn: "",
        delivery: "",
      }}
      onClose={onClose}
    >
      <TextArea name="answer" label="Answer" rows={5} required />
      <FormRow>
        <DateField name="answeredOn" label="Sent on" required />
        <TextField name="delivery" label="Proof of delivery" required maxLength={300} />
      </FormRow>
    </PostDialog>
  );
}

function One({ q, onAnswer }: { q: Question; onAnswer: () => void }) {
  const { can } = useAuth();
  return (
    <Panel
      title={q.number}
      aside={
        q.status === "open" ? (
          <Badge tone="warning" label={`Until ${formatDate(q.dueOn)}`} />
        ) : (
          <Badge tone="success" label={`Answered ${formatDate(q.answeredOn ?? q.dueOn)}`} />
        )
      }
    >
      <p className="max-w-[68ch] whitespace-pre-wrap">{q.question}</p>
      <p className="text-13 text-t2">
        {q.askedBy}, {formatDate(q.askedOn)}, {q.project ?? q.declaration}
      </p>
      {q.answer && (
        <p className="mt-2 max-w-[68ch] whitespace-pre-wrap">
          {q.answer} <span className="text-13 text-t2">({q.delivery})</span>
        </p>
      )}
      {q.earlierNumber && (
        <div className="mt-3 border-l-2 border-hair pl-3">
          <b>Earlier question {q.earlierNumber}</b>
          <p className="whitespace-pre-wrap">{q.earlierAnswer}</p>
          <p className="text-13 text-t2">Delivered: {q.earlierDelivery}</p>
        </div>
      )}
      {q.status === "open" && can("recovery.edit") && (
        <button type="button" className="btn mt-3" onClick={onAnswer}>
          Answer<span className="visually-hidden"> {q.number}</span>
        </button>
      )}
    </Panel>
  );
}

/** Questions of state and FEMA; each is answered once. */
export default function QuestionTab() {
  const [asking, setAsking] = useState(false);
  const [answering, setAnswering] = useState<Question | null>(null);
  const found = useList<Question>("/api/v1/pa-questions", "sort=dueOn&limit=100");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The questions" />;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1>Questions</h1>
        <Held permission="recovery.edit" what="Enter a question">
          <button type="button" className="btn btn-primary ml-auto" onClick={() => setAsking(true)}>
            Enter a question
          </button>
        </Held>
      </div>
      {found.data.items.length === 0 && (
        <EmptyState kind="first-use" title="No questions">
          What the state or FEMA asks stands here with its day.
        </EmptyState>
      )}
      {found.data.items.map((q) => (
        <One key={q.id} q={q} onAnswer={() => setAnswering(q)} />
      ))}
      {asking && <AskDialog onClose={() => setAsking(false)} />}
      {answering && <AnswerDialog q={answering} onClose={() => setAnswering(null)} />}
    </div>
  );
}
