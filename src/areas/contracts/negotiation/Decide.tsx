import { useWatch } from "react-hook-form";
import { RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { decisions } from "./negotiation.labels.ts";
import type { RoundClause, RoundDetail } from "./negotiation.model.ts";

type Values = { choice: string; text: string; note: string };

/** What this person may do with an answer: others' fallbacks stand there with who may agree. */
const choicesOf = (c: RoundClause, mayWrite: boolean) => [
  ...(c.answer?.answer === "text" && c.accepts.mine
    ? [{ value: "accepted", label: decisions.accepted }]
    : []),
  { value: "refused", label: decisions.refused },
  ...c.fallbacks
    .filter((each) => each.mine && each.text !== c.text)
    .map(({ rank, text, by }) => ({
      value: `fallback-${rank}`,
      label: `Fallback of rank ${rank} (${by.toLowerCase()})`,
      hint: text,
    })),
  ...(mayWrite ? [{ value: "own", label: "A text of your own" }] : []),
];

function Fields({ clause: c, mayWrite }: { clause: RoundClause; mayWrite: boolean }) {
  const choice = useWatch<Values>({ name: "choice" });
  const others = c.fallbacks.filter((each) => !each.mine);
  return (
    <>
      <RadioGroup name="choice" label="Decision" required options={choicesOf(c, mayWrite)} />
      {others.length > 0 && (
        <p className="text-13 text-t3">
          Not yours: {others.map(({ rank, by }) => `rank ${rank} (${by.toLowerCase()})`).join(", ")}
          .
        </p>
      )}
      {choice === "own" && (
        <TextArea
          name="text"
          label="Text"
          required
          rows={6}
          maxLength={20_000}
          hint="You are one of the contract's authors then: another person clears it"
        />
      )}
      <TextArea
        name="note"
        label={choice === "refused" ? "Why" : "Note"}
        required={choice === "refused"}
        rows={3}
        maxLength={2000}
        hint="The vendor reads it once the round is settled"
      />
    </>
  );
}

const bodyOf = ({ choice, text, note }: Values) => {
  const rank = /^fallback-(\d)$/.exec(choice)?.[1];
  return {
    decision: rank || choice === "own" ? "countered" : choice,
    fallbackRank: rank ? Number(rank) : null,
    text: choice === "own" ? text : "",
    note,
  };
};

/** Decides one answer of the vendor. With the last one the round is settled. */
export function Decide({
  round,
  clause: c,
  onClose,
}: {
  round: RoundDetail;
  clause: RoundClause;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts");
  const answer = c.answer!;
  return (
    <Dialog
      onClose={onClose}
      title={c.name}
      description="The clause says what you decide from now on. With the last decision the round is settled and the vendor is told."
    >
      <Form<Values>
        formKey={`decide-${answer.id}`}
        defaultValues={{ choice: "", text: c.text, note: "" }}
        submitLabel="Decide"
        onCancel={onClose}
        onSubmit={async (values) => {
          await act.mutateAsync({
            path: `/api/v1/negotiation-rounds/${round.id}/answers/${answer.id}/actions/decide`,
            body: bodyOf(values),
            version: answer.version,
          });
          notify.done("Decided", c.name);
          onClose();
        }}
      >
        <Fields clause={c} mayWrite={round.mayWrite} />
      </Form>
    </Dialog>
  );
}
