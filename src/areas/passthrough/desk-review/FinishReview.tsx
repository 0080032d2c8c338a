import { FormRow, MoneyField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { formatCents } from "#kernel/money.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeskReview } from "./desk-review.model.ts";

type Values = {
  conclusion: string;
  lines: { costId: string; result: string; questioned: number | null; note: string }[];
};
const options = [
  { value: "supported", label: "Supported" },
  { value: "not_supported", label: "Not supported" },
];

/** What a desk review found, cost by cost. */
export function FinishReview({ review: r, onClose }: { review: DeskReview; onClose: () => void }) {
  const save = useMutationAction("desk-reviews", "subawards");
  return (
    <Form<Values>
      formKey={`desk-review-${r.id}`}
      defaultValues={{
        conclusion: "",
        lines: r.lines.map((l) => ({
          costId: l.costId,
          result: "",
          questioned: null,
          note: "",
        })),
      }}
      submitLabel="End the review"
      wide
      onCancel={onClose}
      onSubmit={async ({ conclusion, lines }) => {
        await save.mutateAsync({
          path: `/api/v1/desk-reviews/${r.id}/actions/finish`,
          body: { conclusion, lines: lines.map((l) => ({ ...l, questioned: l.questioned ?? 0 })) },
        });
        notify.done("Done", r.number);
        onClose();
      }}
    >
      {r.lines.map((l, i) => (
        <fieldset key={l.costId} className="border-b border-hair pb-3">
          <legend className="font-medium">
            {l.payee}, {l.description}: {formatCents(l.cents)}
          </legend>
          {l.classFinding && <p className="mb-2 text-13 text-warning">{l.classFinding}</p>}
          <FormRow>
            <SelectField name={`lines.${i}.result`} label="Result" required options={options} />
            <MoneyField name={`lines.${i}.questioned`} label="Questioned" />
            <TextField name={`lines.${i}.note`} label="Note" maxLength={1000} />
          </FormRow>
        </fieldset>
      ))}
      <TextArea name="conclusion" label="What you found" required maxLength={4000} />
    </Form>
  );
}
