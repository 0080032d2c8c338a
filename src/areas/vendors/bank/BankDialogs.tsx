import { dateIn, formatDate } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";
import { useController } from "react-hook-form";
import { Field, requiredRule, type FieldProps } from "#web/kit/form/Field.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, RadioGroup, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { BankChangeRow, BankDetail } from "./bank.model.ts";
import { SharedAccount } from "./SharedAccount.tsx";

type Account = {
  bankName: string;
  routingNumber: string;
  accountNumber: string;
  accountType: string;
  reason: string;
};
const blank: Account = {
  bankName: "",
  routingNumber: "",
  accountNumber: "",
  accountType: "checking",
  reason: "",
};

/** New bank details, to be verified by somebody else. */
export function ProposeDialog({
  vendorId,
  vendorName,
  onClose,
}: {
  vendorId: string;
  vendorName: string;
  onClose: () => void;
}) {
  const send = useMutationAction<BankDetail>("vendors");
  const submit = async (values: Account) => {
    const [made] = (
      await send.mutateAsync({ path: `/api/v1/vendors/${vendorId}/bank-changes`, body: values })
    ).changes;
    const others = made?.sharedWith.map((o) => `${o.number} ${o.name}`) ?? [];
    notify.done(
      "Proposed",
      `${others.length > 0 ? `The same account belongs to ${others.join(", ")}. ` : ""}A treasurer, manager or administrator must call back and verify.`,
    );
    onClose();
  };
  return (
    <FormDialog<Account>
      title={`Bank details of ${vendorName}`}
      description="Nothing changes until another person has called the vendor on a number that was known before."
      className="dialog dialog-wide"
      defaultValues={blank}
      submitLabel="Propose"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="bankName" label="Bank" required maxLength={120} />
        <TextField
          name="routingNumber"
          label="Routing number"
          hint="Nine digits; the last is a check digit"
          required
          maxLength={9}
        />
      </FormRow>
      <FormRow>
        <TextField
          name="accountNumber"
          label="Account number"
          hint="Stored encrypted; only the last four are shown"
          required
          maxLength={20}
        />
        <SelectField
          name="accountType"
          label="Kind of account"
          required
          options={[
            { value: "checking", label: "Checking" },
            { value: "savings", label: "Savings" },
          ]}
        />
      </FormRow>
      <ReasonField
        label="How the request came in"
        hint="Who asked, by what means, and what they sent"
        maxLength={1000}
      />
    </FormDialog>
  );
}

type Call = { numberKey: string; calledWho: string; calledAt: string; callNote: string };
const localNow = (): string =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** A moment by the person's own clock; the value is `YYYY-MM-DDTHH:MM`. */
function MomentField(props: FieldProps) {
  const {
    field: { value, ...field },
  } = useController({ name: props.name, rules: requiredRule(props.label, props.required) });
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          {...field}
          className="field-control"
          type="datetime-local"
          value={(value as string | null) ?? ""}
        />
      )}
    </Field>
  );
}

/** The call-back: on a number of the list that was taken when the change was proposed. */
export function VerifyDialog({
  change,
  holdHours,
  onClose,
}: {
  change: BankChangeRow;
  holdHours: number;
  onClose: () => void;
}) {
  const { timeZone } = useAgency();
  const send = useMutationAction("vendors");
  const submit = async ({ calledAt, ...values }: Call) => {
    const at = new Date(calledAt);
    await send.mutateAsync({
      path: `/api/v1/vendor-bank-changes/${change.id}/actions/verify`,
      version: change.version,
      body: { ...values, calledAt: Number.isNaN(at.getTime()) ? "" : at.toISOString() },
    });
    notify.done("Verified", `Payments to the new account wait ${counted(holdHours, "hour")}.`);
    onClose();
  };
  const numbers = change.knownNumbers.map((known) => ({
    value: known.key,
    label: known.phone,
    hint: `${known.who}, ${known.since ? `known since ${formatDate(dateIn(known.since, timeZone))}` : "known since the vendor was entered"}`,
  }));
  return (
    <Dialog
      onClose={onClose}
      title={`Verify ${change.number}?`}
      description={`${change.bankName}, account ending in ${change.accountLast4}. Call a number below, never one from the request. The account takes effect at once; payments wait ${counted(holdHours, "hour")}.`}
      className="dialog dialog-wide"
    >
      <SharedAccount others={change.sharedWith} />
      <Form<Call>
        formKey={null}
        defaultValues={{ numberKey: "", calledWho: "", calledAt: localNow(), callNote: "" }}
        submitLabel="Verify"
        onCancel={onClose}
        onSubmit={submit}
      >
        <RadioGroup name="numberKey" label="Number called" required options={numbers} />
        <FormRow>
          <TextField name="calledWho" label="Spoke with" required maxLength={200} />
          <MomentField name="calledAt" label="Called at" required />
        </FormRow>
        <TextArea name="callNote" label="Notes of the call" rows={2} maxLength={2000} />
      </Form>
    </Dialog>
  );
}

/** Rejecting (with a reason) or withdrawing a proposed change. */
export function EndDialog({
  change,
  action,
  onClose,
}: {
  change: BankChangeRow;
  action: OfferedAction;
  onClose: () => void;
}) {
  const send = useMutationAction("vendors");
  const submit = async (values: { reason: string }) => {
    await send.mutateAsync({
      path: `/api/v1/vendor-bank-changes/${change.id}/actions/${action.name}`,
      version: change.version,
      body: values,
    });
    onClose();
  };
  return (
    <FormDialog<{ reason: string }>
      title={`${action.label} ${change.number}?`}
      description="The account on file stays in force."
      defaultValues={{ reason: "" }}
      submitLabel={action.label}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label="Reason"
        rows={3}
        required={action.needsReason}
        maxLength={2000}
      />
    </FormDialog>
  );
}
