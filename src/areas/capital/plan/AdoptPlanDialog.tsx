import { formatCents } from "#kernel/money.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ScenarioDetail } from "../scenario/scenario.model.ts";

type Values = { decidedOn: string; resolution: string; source: string; fundDecision: string };

/** Enters the governing body's decision on a plan; it makes projects and lines and cannot be undone. */
export function AdoptPlanDialog({ of, onClose }: { of: ScenarioDetail; onClose: () => void }) {
  const save = useMutationAction(
    "capital-scenarios",
    "capital-requests",
    "budget-amendments",
    "budget-proposals",
  );
  const chosen = of.answer?.chosen ?? [];
  const first = chosen
    .flatMap((c) => c.payments)
    .filter((p) => p.year === of.firstYear)
    .reduce((sum, p) => sum + p.cents, 0);
  const open = of.gate.some((f) => f.code === "source");
  const funds = of.gate.filter((f) => f.code === "fund");
  return (
    <FormDialog<Values>
      title={`Adopt ${of.number}`}
      description={`This makes ${chosen.length} projects with their account strings. ${formatCents(first)} of ${of.firstYear} ${
        open
          ? "are asked for by an amendment, which a second person approves."
          : "come into the proposals of the cycle that prepares the year."
      } Later years stay plan. What is out is deferred. It cannot be undone.`}
      defaultValues={{ decidedOn: "", resolution: "", source: "", fundDecision: "" }}
      submitLabel="Enter the decision"
      onSubmit={async (values) => {
        await save.mutateAsync({
          path: `/api/v1/capital-scenarios/${of.id}/actions/adopt`,
          body: values,
          version: of.version,
        });
        notify.done("Plan adopted", of.number);
        onClose();
      }}
      onClose={onClose}
    >
      <DateField name="decidedOn" label="Decided on" required />
      <TextField name="resolution" label="Resolution" required maxLength={200} />
      {open && (
        <TextField
          name="source"
          label="Source"
          hint="Where the money of the first year comes from: a grant, a bond, the fund balance"
          required
          maxLength={300}
        />
      )}
      {funds.length > 0 && (
        <TextArea
          name="fundDecision"
          label="What was decided about the fund"
          hint={funds.map((f) => f.sentence).join(" ")}
          rows={2}
          required
          maxLength={2000}
        />
      )}
    </FormDialog>
  );
}
