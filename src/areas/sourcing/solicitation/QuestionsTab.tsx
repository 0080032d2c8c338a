import { useState } from "react";
import { useNavigate } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { SolicitationDetail } from "./solicitation.model.ts";

type Question = SolicitationDetail["questions"][number];
const open = new Set(["published", "questions_closed"]);

function Answer({
  s,
  question,
  onDone,
}: {
  s: SolicitationDetail;
  question: Question;
  onDone: () => void;
}) {
  const navigate = useNavigate();
  const [text, setText] = useState(question.answer ?? "");
  const [declined, setDeclined] = useState(false);
  const send = useMutationAction("solicitations");
  const submit = () =>
    send.mutate(
      {
        path: `/api/v1/solicitations/${s.id}/questions/${question.id}/actions/answer`,
        body: { answer: text, declined },
      },
      {
        onSuccess: () => {
          notify.done(declined ? "Declined" : "Answered for everybody");
          onDone();
        },
      },
    );
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) submit();
      }}
    >
      <label className="field">
        <span className="label">Answer to question {question.questionNo}</span>
        <textarea
          className="field-control"
          rows={4}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={declined}
          onChange={(event) => setDeclined(event.target.checked)}
        />
        <span>
          Decline it<small>Only whoever asked sees the question and this text.</small>
        </span>
      </label>
      {send.isError && (
        <p className="text-danger" role="alert">
          {messageOf(send.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button
          type="submit"
          className="btn btn-primary"
          aria-disabled={!text.trim() || send.isPending}
        >
          {declined ? "Decline" : "Answer for everybody"}
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => void navigate(`?tab=addenda&question=${question.id}`)}
        >
          Answer with an addendum
        </button>
        <button type="button" className="btn btn-quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** What vendors asked, and the answers; nobody in the agency learns who asked. */
export function QuestionsTab({ s }: { s: SolicitationDetail }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const [answering, setAnswering] = useState<string | null>(null);
  const may = can("solicitation.publish") && open.has(s.status);
  return (
    <Panel title="Questions and answers" aside={<span className="text-t3">askers are hidden</span>}>
      {s.questions.length === 0 ? (
        <p className="text-t2">
          {s.publishedAt ? "Nobody has asked yet." : "Vendors can ask once it is published."}
        </p>
      ) : (
        <ol className="activity">
          {s.questions.map((q) => (
            <li key={q.id}>
              <p className="flex flex-wrap items-baseline gap-x-3">
                <b>Question {q.questionNo}</b>
                <span className="when">{formatInstant(q.createdAt, timeZone)}</span>
                {q.declined ? (
                  <Badge tone="neutral" label="Declined" />
                ) : (
                  q.answer === null && <Badge tone="warning" label="Waits for an answer" />
                )}
                {q.addendumNo !== null && <Badge tone="info" label={`Addendum ${q.addendumNo}`} />}
              </p>
              <p className="whitespace-pre-wrap">{q.question}</p>
              {q.answer !== null && (
                <p className="mt-2 whitespace-pre-wrap border-l-2 border-ctl pl-3 text-t2">
                  {q.answer}
                </p>
              )}
              {may &&
                (answering === q.id ? (
                  <Answer s={s} question={q} onDone={() => setAnswering(null)} />
                ) : (
                  <button
                    type="button"
                    className="btn btn-small mt-2"
                    onClick={() => setAnswering(q.id)}
                  >
                    {q.answer === null ? "Answer" : "Change the answer"}
                    <span className="visually-hidden"> question {q.questionNo}</span>
                  </button>
                ))}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
