import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { emergencyNouns } from "../emergency.nouns.ts";
import { approverForm, emergencyAccountForm } from "./preparation.form.ts";

type Closes = { onClose: () => void };
/** Says which account a department's emergency orders are charged to. */
export function AccountDialog({ onClose }: Closes) {
  return (
    <RecordDialog
      form={emergencyAccountForm}
      nouns={emergencyNouns}
      title="Account of a department"
      description="Its emergency orders are charged to it. An account that stands there already is replaced."
      onClose={onClose}
      onDone={() => notify.done("Saved", "The account is prepared")}
    >
      <DepartmentField name="departmentId" label="Department" required />
      <Combobox<{ id: string; code: string; label: string }>
        name="accountStringId"
        label="Account"
        required
        path="/api/v1/account-strings"
        itemLabel={(a) => a.code}
        itemHint={(a) => a.label}
      />
    </RecordDialog>
  );
}

/** Enters somebody who may approve by telephone. */
export function ApproverDialog({ onClose }: Closes) {
  return (
    <RecordDialog
      form={approverForm}
      nouns={emergencyNouns}
      title="Who approves by telephone"
      description="Nobody approves an order of their own, and nobody enters themselves."
      onClose={onClose}
      onDone={() => notify.done("Saved", "The register has a new entry")}
    >
      <Combobox<{ id: string; name: string; email: string }>
        name="personId"
        label="Member"
        required
        path="/api/v1/members"
        query="active=true"
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
    </RecordDialog>
  );
}
