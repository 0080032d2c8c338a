import { useWatch } from "react-hook-form";
import { RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { VendorRound } from "./negotiation.model.ts";
import { Words } from "./Words.tsx";

type Given = {
  clauseId: string;
  answer: "" | "accept" | "text" | "remark";
  text: string;
  remark: string;
};
type Values = { remark: string; answers: Given[] };
type Clause = VendorRound["clauses"][number];

const choices = [
  { value: "accept", label: "I accept it" },
  { value: "text", label: "I propose another text" },
  { value: "remark", label: "I have a remark" },
];

function One({ clause: c, at }: { clause: Clause; at: number }) {
  const answer = useWatch<Values>({ name: `answers.${at}.answer` }) as Given["answer"];
  return (
    <Panel title={`${c.position}. ${c.name}`}>
      <div className="grid gap-3">
        <p className="whitespace-pre-wrap">{c.text}</p>
        {c.citation && <p className="text-13 text-t3">{c.citation}</p>}
        {c.sinceLast && (
          <details>
            <summary>What changed since the round before</summary>
            <Words pieces={c.sinceLast} />
          </details>
        )}
        <RadioGroup
          name={`answers.${at}.answer`}
          label={`Your answer to ${c.name}`}
          required
          options={choices.filter((each) => c.changeable || each.value !== "text")}
          {...(c.changeable ? {} : { hint: "This text cannot be changed." })}
        />
        {answer === "text" && (
          <TextArea
            name={`answers.${at}.text`}
            label={`The text that you propose for ${c.name}`}
            required
            rows={6}
            maxLength={20_000}
            hint="Every changed word is shown to the agency"
          />
        )}
        {(answer === "text" || answer === "remark") && (
          <TextArea
            name={`answers.${at}.remark`}
            label={`Your remark on ${c.name}`}
            required={answer === "remark"}
            rows={3}
            maxLength={4000}
          />
        )}
      </div>
    </Panel>
  );
}

/** The vendor's answer, clause by clause; kept on this device until the server has it. */
export function AnswerRound({ path, round: r }: { path: string; round: VendorRound }) {
  const act = useMutationAction("vendor-negotiations");
  return (
    <Form<Values>
      formKey={`round-answer-${r.id}`}
      defaultValues={{
        remark: "",
        answers: r.clauses.map((c) => ({ clauseId: c.id, answer: "", text: c.text, remark: "" })),
      }}
      submitLabel="Send the answer"
      wide
      onSubmit={async ({ remark, answers }) => {
        await act.mutateAsync({
          path: `${path}/actions/answer`,
          body: {
            sha256: r.sha256,
            remark,
            answers: answers.map((each) => ({
              ...each,
              text: each.answer === "text" ? each.text : "",
              remark: each.answer === "accept" ? "" : each.remark,
            })),
          },
        });
        notify.done("Answer sent", `${r.agency} was told.`);
      }}
    >
      <div className="stack">
        {r.clauses.map((c, at) => (
          <One key={c.id} clause={c} at={at} />
        ))}
        <Panel title="To the whole">
          <TextArea name="remark" label="Anything else" rows={3} maxLength={4000} />
        </Panel>
      </div>
    </Form>
  );
}
