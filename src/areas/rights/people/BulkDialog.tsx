import { counted } from "#kernel/words.ts";
import type { DepartmentRow, ManyAnswer } from "#areas/organization/organization.public.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** What is asked for whom. */
export type Bulk = { what: "end" | "department"; ids: readonly string[]; clear: () => void };

type Fields = { reason: string; departmentId: string };

const words = {
  end: {
    title: "End these memberships?",
    about:
      "They can no longer work in your agency from now on, and their sessions here end. Records keep their names; what hangs on them stays until somebody takes it over.",
    submit: "End membership",
  },
  department: {
    title: "Move to a department",
    about: "Approvals of their department's documents follow from then on. Each is told once.",
    submit: "Move",
  },
} as const;

const tell = (answer: ManyAnswer) => {
  const refused = answer.refused.map((one) => `${one.name}: ${one.reason}`).join(" ");
  const title = `${counted(answer.done, "person", "people")} done`;
  if (refused) notify.info(title, refused);
  else notify.done(title, "");
};

/** Ends memberships or moves people, all chosen at once. */
export function BulkDialog({
  what,
  ids,
  clear,
  departments,
  onClose,
}: Bulk & { departments: readonly DepartmentRow[]; onClose: () => void }) {
  const act = useMutationAction<ManyAnswer>("people", "members");
  const save = async ({ reason, departmentId }: Fields) => {
    const body = what === "end" ? { ids, reason } : { ids, departmentId };
    tell(await act.mutateAsync({ path: `/api/v1/people/actions/${what}`, body }));
    clear();
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={words[what].title}
      description={`${counted(ids.length, "person", "people")} chosen. ${words[what].about}`}
      defaultValues={{ reason: "", departmentId: "" }}
      submitLabel={words[what].submit}
      onSubmit={save}
      onClose={onClose}
    >
      {what === "end" ? (
        <ReasonField rows={2} maxLength={500} />
      ) : (
        <SelectField
          name="departmentId"
          label="Department"
          placeholder="Choose"
          options={departments
            .filter((one) => one.active)
            .map((one) => ({ value: one.id, label: one.name }))}
          required
        />
      )}
    </FormDialog>
  );
}
