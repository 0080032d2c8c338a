import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { riskQuestions } from "./risk.model.ts";
import type { SubawardDetail } from "./subaward.model.ts";

type Values = { answers: { question: string; points: string; note: string }[] };
const points = [
  { value: "0", label: "0, no" },
  { value: "1", label: "1, a little" },
  { value: "2", label: "2, yes" },
  { value: "3", label: "3, very much" },
];

/** Assesses the subrecipient's risk; the level says how often its costs are reviewed. */
export function RiskDialog({
  subaward: s,
  onClose,
}: {
  subaward: SubawardDetail;
  onClose: () => void;
}) {
  const save = useMutationAction("subawards");
  return (
    <Dialog
      onClose={onClose}
      title={`Risk of ${s.subrecipient}`}
      description="2 CFR 200.332(c). The points are the agency's own scale: 4 are medium, 7 high; one 3 is never low."
    >
      <Form<Values>
        formKey={`subaward-risk-${s.id}`}
        defaultValues={{
          answers: riskQuestions.map((q) => {
            const before = s.risk.find((r) => r.question === q.key);
            return {
              question: q.key,
              points: before ? String(before.points) : "",
              note: before?.note ?? "",
            };
          }),
        }}
        submitLabel="Assess"
        onCancel={onClose}
        onSubmit={async ({ answers }) => {
          await save.mutateAsync({
            path: `/api/v1/subawards/${s.id}/actions/assess`,
            body: { answers: answers.map((a) => ({ ...a, points: Number(a.points) })) },
            version: s.version,
          });
          notify.done("Assessed", s.number);
          onClose();
        }}
      >
        {riskQuestions.map((q, i) => (
          <FormRow key={q.key}>
            <SelectField name={`answers.${i}.points`} label={q.text} required options={points} />
            <TextField
              name={`answers.${i}.note`}
              label="What this rests on"
              required
              maxLength={1000}
            />
          </FormRow>
        ))}
      </Form>
    </Dialog>
  );
}
