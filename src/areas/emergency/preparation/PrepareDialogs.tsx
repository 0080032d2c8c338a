import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { emergencyNouns } from "../emergency.nouns.ts";

type Closes = { onClose: () => void };
type Account = { departmentId: string; accountStringId: string };
type Approver = {
  personId: string;
  telephone: string;
  amountLimit: number | null;
  fromOn: string;
  toOn: string;
};

/** Says which account a department's emergency orders are charged to. */
export function AccountDialog({ onClose }: Closes) {
  const save = useMutationAction(...emergencyNouns);
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Account of a department"
      description="Its emergency orders are charged to it. An account that stands there already is replaced."
    >
      <Form<Account>
        formKey={null}
        defaultValues={{ departmentId: "", accountStringId: "" }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({ path: "/api/v1/emergency-accounts", body: values });
          notify.done("Saved", "The account is prepared");
          onClose();
        }}
      >
        <SelectField
          name="departmentId"
          label="Department"
          required
          options={(departments.data?.items ?? []).map((d) => ({ value: d.id, label: d.name }))}
        />
        <Combobox<{ id: string; code: string; label: string }>
          name="accountStringId"
          label="Account"
          required
          path="/api/v1/account-strings"
          itemLabel={(a) => a.code}
          itemHint={(a) => a.label}
        />
      </Form>
    </Dialog>
  );
}

/** Enters somebody who may approve by telephone. */
export function ApproverDialog({ onClose }: Closes) {
  const save = useMutationAction(...emergencyNouns);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Who approves by telephone"
      description="Nobody approves an order of their own, and nobody enters themselves."
    >
      <Form<Approver>
        formKey={null}
        defaultValues={{ personId: "", telephone: "", amountLimit: null, fromOn: "", toOn: "" }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({
            path: "/api/v1/emergency-approvers",
            body: { ...values, toOn: values.toOn || null },
          });
          notify.done("Saved", "The register has a new entry");
          onClose();
        }}
      >
        <Combobox<{ id: string; name: string; email: string }>
          name="personId"
          label="Member"
          required
          path="/api/v1/members"
          itemLabel={(m) => m.name}
          itemHint={(m) => m.email}
        />
        <FormRow>
          <TextField name="telephone" label="Telephone" type="tel" maxLength={40} />
          <MoneyField name="amountLimit" label="Up to" hint="Empty: without a limit" />
        </FormRow>
        <FormRow>
          <DateField name="fromOn" label="From" required />
          <DateField name="toOn" label="Until" hint="Empty: until it is ended" />
        </FormRow>
      </Form>
    </Dialog>
  );
}
