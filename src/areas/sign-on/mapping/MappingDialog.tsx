import { RuleDialog } from "#areas/organization/organization.ui.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";

/** Writes what a group or claim of a provider gives. */
export function MappingDialog({ path, onClose }: { path: string; onClose: () => void }) {
  return (
    <RuleDialog
      path={path}
      noun="sign-in-mappings"
      group={{ claim: "groups", value: "" }}
      inForce="It is applied when somebody comes in."
      onClose={onClose}
    >
      <FormRow>
        <TextField name="claim" label="Claim" required />
        <TextField name="value" label="Value" hint="As the provider sends it." required />
      </FormRow>
    </RuleDialog>
  );
}
