import { useState } from "react";
import { messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OpportunityDetail } from "./opportunity.model.ts";

function Ask({ o }: { o: OpportunityDetail }) {
  const [text, setText] = useState("");
  const send = useMutationAction("opportunities");
  const submit = () =>
    send.mutate(
      { path: `${at(o)}/actions/ask`, body: { question: text } },
      {
        onSuccess: () => {
          setText("");
          notify.done("Your question is sent");
        },
      },
    );
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim().length >= 5) submit();
      }}
    >
      <label className="field">
        <span className="label">Your question</span>
        <span className="hint">
          Everybody reads it with its answer. Nobody, the agency included, learns that it was you
          before the bids are opened.
        </span>
        <textarea
          className="field-control"
          rows={3}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {send.isError && (
        <p className="text-danger" role="alert">
          {messageOf(send.error)}
        </p>
      )}
      <div>
        <button
          type="submit"
          className="btn"
          aria-disabled={text.trim().length < 5 || send.isPending}
        >
          Ask
        </button>
      </div>
    </form>
  );
}

export function Questions({ o }: { o: OpportunityDetail }) {
  return (
    <Panel title="Questions and answers">
      {o.questions.length === 0 ? (
        <p className="text-t2">Nothing has been answered yet.</p>
      ) : (
        <ol className="activity">
          {o.questions.map((q) => (
            <li key={q.id}>
              <p className="flex gap-3">
                <b>Question {q.questionNo}</b>
                {q.answer === null && (
                  <span className="when">waits for an answer; only you see it</span>
                )}
                {q.declined && <span className="when">declined</span>}
              </p>
              <p className="whitespace-pre-wrap">{q.question}</p>
              {q.answer && (
                <p className="mt-2 whitespace-pre-wrap border-l-2 border-ctl pl-3 text-t2">
                  {q.answer}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {o.questionsOpen ? (
        o.registered && <Ask o={o} />
      ) : (
        <p className="mt-3 text-13 text-t3">Questions are no longer taken.</p>
      )}
    </Panel>
  );
}

export const at = (o: OpportunityDetail) => `/api/v1/opportunities/${o.id}`;
