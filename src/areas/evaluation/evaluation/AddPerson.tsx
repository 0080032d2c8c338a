import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";

type Person = { id: string; name: string; lacks?: string };

/** Names another evaluator, or a substitute where the panel is short. */
export function AddPerson({ e, onClose }: { e: EvaluationDetail; onClose: () => void }) {
  const save = useMutationAction("evaluations");
  const substitute = e.panelShort !== null;
  const chairless = !e.members.some((m) => m.role === "chair" && !m.recused);
  const roles = [
    { value: "evaluator", label: "Evaluator" },
    { value: "chair", label: "Chair, who also scores" },
  ];
  return (
    <FormDialog<{ personId: string; role: string }>
      title={substitute ? "Name a substitute" : "Name another evaluator"}
      description={
        substitute
          ? "They declare their interests and score before they see others' scores or prices; the course waits for them."
          : "They declare their interests before anything is shown to them."
      }
      defaultValues={{ personId: "", role: chairless ? "chair" : "evaluator" }}
      submitLabel="Add"
      onSubmit={async ({ personId, role }) => {
        await save.mutateAsync({
          path: `/api/v1/evaluations/${e.id}/actions/add-member`,
          body: { personId, role, scoring: true },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Combobox<Person>
        name="personId"
        label="Person"
        required
        path="/api/v1/members"
        query="active=true&seat=evaluator"
        itemLabel={(person) => person.name}
        itemHint={({ lacks }) => lacks ?? ""}
      />
      {chairless && <SelectField name="role" label="As" required options={roles} />}
    </FormDialog>
  );
}
