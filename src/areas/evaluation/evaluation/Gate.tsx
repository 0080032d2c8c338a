import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { gateTexts } from "./evaluation.labels.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";

type Props = { e: EvaluationDetail };
type Answer = { conflict: boolean | null; note: string };

const useSend = (e: EvaluationDetail) => {
  const send = useMutationAction("evaluations");
  return {
    send,
    post: (name: string, body: unknown, done: string) =>
      send.mutate(
        { path: `/api/v1/evaluations/${e.id}/actions/${name}`, body },
        { onSuccess: () => notify.done(done) },
      ),
  };
};

function YesNo({
  name,
  legend,
  answer,
  onChange,
  help,
}: {
  name: string;
  legend: string;
  answer: Answer;
  onChange: (answer: Answer) => void;
  help: string;
}) {
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        <label className="check">
          <input
            type="radio"
            name={name}
            checked={answer.conflict === false}
            onChange={() => onChange({ ...answer, conflict: false })}
          />
          <span>No conflict</span>
        </label>
        <label className="check">
          <input
            type="radio"
            name={name}
            checked={answer.conflict === true}
            onChange={() => onChange({ ...answer, conflict: true })}
          />
          <span>A conflict</span>
        </label>
      </div>
      {answer.conflict && (
        <label className="field mt-2">
          <span className="label">{help}</span>
          <textarea
            className="field-control"
            rows={2}
            maxLength={2000}
            value={answer.note}
            onChange={(event) => onChange({ ...answer, note: event.target.value })}
          />
        </label>
      )}
    </fieldset>
  );
}

function General({ e }: Props) {
  const [answer, setAnswer] = useState<Answer>({ conflict: null, note: "" });
  const { send, post } = useSend(e);
  return (
    <Panel title="Declare your interests">
      <form
        className="grid max-w-2xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (answer.conflict !== null)
            post("declare", { conflict: answer.conflict, text: answer.note }, "Declared");
        }}
      >
        <p className="text-t2">
          Before anything of the bids is shown. A conflict is a financial or other interest of you,
          your family, your partner or an employer, present or coming, in a firm that may bid (2 CFR
          200.318(c)). The appearance of one counts.
        </p>
        <YesNo
          name="general"
          legend="Have you a conflict of interest in this procurement?"
          answer={answer}
          onChange={setAnswer}
          help="Describe it. You are recused at once."
        />
        {send.isError && (
          <p className="text-danger" role="alert">
            {messageOf(send.error)}
          </p>
        )}
        <button
          type="submit"
          className="btn btn-primary justify-self-start"
          aria-disabled={answer.conflict === null || send.isPending}
        >
          Declare
        </button>
      </form>
    </Panel>
  );
}

function Bidders({ e }: Props) {
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const { send, post } = useSend(e);
  const of = (vendorId: string) => answers[vendorId] ?? { conflict: null, note: "" };
  const done = e.bidders.every((bidder) => of(bidder.vendorId).conflict !== null);
  const submit = () =>
    post(
      "declare-bidders",
      {
        bidders: e.bidders.map(({ vendorId }) => ({
          vendorId,
          conflict: of(vendorId).conflict === true,
          note: of(vendorId).note,
        })),
      },
      "Declared for every bidder",
    );
  return (
    <Panel
      title="The bidders are known: declare for each"
      aside={counted(e.bidders.length, "bidder")}
    >
      <form
        className="grid max-w-2xl gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (done) submit();
        }}
      >
        {e.bidders.map((bidder) => (
          <YesNo
            key={bidder.vendorId}
            name={bidder.vendorId}
            legend={bidder.name}
            answer={of(bidder.vendorId)}
            onChange={(answer) => setAnswers((old) => ({ ...old, [bidder.vendorId]: answer }))}
            help="Describe it. You are recused from the whole evaluation."
          />
        ))}
        {send.isError && (
          <p className="text-danger" role="alert">
            {messageOf(send.error)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="btn btn-primary" aria-disabled={!done || send.isPending}>
            Declare for all
          </button>
          <button
            type="button"
            className="btn"
            onClick={() =>
              setAnswers(
                Object.fromEntries(
                  e.bidders.map(({ vendorId }) => [vendorId, { conflict: false, note: "" }]),
                ),
              )
            }
          >
            No conflict with any of them
          </button>
        </div>
      </form>
    </Panel>
  );
}

/** What stands between this person and the content, and what to do about it. */
export function Gate({ e }: Props) {
  if (e.gate === "declare")
    return e.status === "setup" && e.myRole !== "coordinator" ? (
      <Closed
        title="It is still being set up"
        text="You will be asked to declare your interests."
      />
    ) : (
      <General e={e} />
    );
  if (e.gate === "declareBidders") return <Bidders e={e} />;
  return (
    <Closed
      title={
        e.gate === "recused"
          ? "You are recused"
          : e.gate === "waiting"
            ? "You have declared"
            : "Only who takes part reads this"
      }
      text={gateTexts[e.gate]}
    />
  );
}

function Closed({ title, text }: { title: string; text: string }) {
  return (
    <Panel
      title={
        <span className="inline-flex items-center gap-2">
          <LockKeyhole aria-hidden="true" className="size-4" />
          Closed
        </span>
      }
    >
      <EmptyState kind="no-access" title={title}>
        {text}
      </EmptyState>
    </Panel>
  );
}
