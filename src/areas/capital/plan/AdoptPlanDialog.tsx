import { formatCents } from "#kernel/money.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { DateField, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ScenarioDetail } from "../scenario/scenario.model.ts";

/** Enters the governing body's decision on a plan; it makes projects and lines and cannot be undone. */
export function AdoptPlanDialog({ of, onClose }: { of: ScenarioDetail; onClose: () => void }) {
  const save = useMutationAction("capital-scenarios", "capital-requests", "budget-lines");
  const chosen = of.answer?.chosen ?? [];
  const first = chosen
    .flatMap((c) => c.payments)
    .filter((p) => p.year === of.firstYear)
    .reduce((sum, p) => sum + p.cents, 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Adopt ${of.number}`}
      description={`This makes ${chosen.length} projects with their account strings and brings ${formatCents(first)} into the budget of ${of.firstYear}. Later years stay plan. What is out is deferred. It cannot be undone.`}
    >
      <Form<{ decidedOn: string; resolution: string }>
        formKey={null}
        defaultValues={{ decidedOn: "", resolution: "" }}
        submitLabel="Enter the decision"
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({
            path: `/api/v1/capital-scenarios/${of.id}/actions/adopt`,
            body: values,
            version: of.version,
          });
          notify.done("Plan adopted", of.number);
          onClose();
        }}
      >
        <DateField name="decidedOn" label="Decided on" required />
        <TextField name="resolution" label="Resolution" required maxLength={200} />
      </Form>
    </Dialog>
  );
}
