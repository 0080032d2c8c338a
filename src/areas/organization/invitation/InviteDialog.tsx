import type { Duty } from "#roles.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { DepartmentField } from "../department/DepartmentField.tsx";
import { DutyChoices } from "../member/DutyChoices.tsx";
import { SupervisorField } from "../member/SupervisorField.tsx";
import { roleLabels } from "../member/member.labels.ts";

type Fields = {
  email: string;
  role: "user" | "manager" | "admin";
  departmentId: string;
  title: string;
  supervisorId: string;
  duties: Duty[];
};

/** Invites an address with everything the person will need on the first day. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const send = useMutationAction("invitations");
  const invite = async (values: Fields) => {
    await send.mutateAsync({
      path: "/api/v1/invitations",
      body: {
        ...values,
        departmentId: values.departmentId || null,
        supervisorId: values.supervisorId || null,
      },
    });
    notify.done("Invitation sent", `To ${values.email}, open for 14 days.`);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title="Invite somebody"
      description="They get a letter, sign in or sign up with this address, and accept."
      className="dialog dialog-wide"
      defaultValues={{
        ...{ email: "", role: "user", departmentId: "", title: "", supervisorId: "" },
        duties: [],
      }}
      submitLabel="Send the invitation"
      onSubmit={invite}
      wide
      onClose={onClose}
    >
      <FormRow>
        <TextField name="email" label="Email" type="email" required />
        <TextField name="title" label="Title" />
      </FormRow>
      <FormRow>
        <SelectField
          name="role"
          label="Role"
          options={(["user", "manager", "admin"] as const).map((value) => ({
            value,
            label: `${roleLabels[value].label}: ${roleLabels[value].about.toLowerCase()}`,
          }))}
          required
        />
        <DepartmentField name="departmentId" label="Department" placeholder="None" />
      </FormRow>
      <SupervisorField />
      <DutyChoices name="duties" />
    </FormDialog>
  );
}
