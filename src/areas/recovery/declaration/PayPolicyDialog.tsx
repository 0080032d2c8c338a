import { CheckboxField, DateField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { LaborClassField } from "../fields.tsx";

/** Says which policy of pay holds for one class of work. */
export function PayPolicyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Add a pay policy"
      description="It holds for one class of work, in place of the policy of the declaration."
      path={`/api/v1/pa-declarations/${id}/pay-policies`}
      submit="Add"
      nouns={["pa-declarations"]}
      values={{ laborClassId: "", title: "", adoptedOn: "", contingent: false }}
      onClose={onClose}
    >
      <LaborClassField />
      <TextField name="title" label="Policy" required maxLength={200} />
      <DateField name="adoptedOn" label="Adopted on" required />
      <CheckboxField name="contingent" label="It depends on federal money" />
    </PostDialog>
  );
}
