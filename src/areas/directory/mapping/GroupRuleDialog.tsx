import { RuleDialog } from "#areas/organization/organization.ui.tsx";
import { TextField } from "#web/kit/form/fields.tsx";

/** Writes what a group of a directory gives. */
export function GroupRuleDialog({
  path,
  groups,
  onClose,
}: {
  path: string;
  groups: readonly string[];
  onClose: () => void;
}) {
  return (
    <RuleDialog
      path={path}
      noun="directory-mappings"
      group={{ groupName: "" }}
      inForce="It holds for everybody in the group from now on."
      onClose={onClose}
    >
      <TextField
        name="groupName"
        label="Group"
        required
        hint={
          groups.length > 0
            ? `As the directory calls it, such as ${groups.slice(0, 3).join(", ")}`
            : "As the directory calls it; it may come later"
        }
        maxLength={300}
      />
    </RuleDialog>
  );
}
