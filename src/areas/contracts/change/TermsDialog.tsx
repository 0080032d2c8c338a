import {
  CheckboxField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { TermsAnswer } from "./change.model.ts";

const clocks = ["noticeDays", "submitDays", "decideDays", "appealDays"] as const;
type Values = Record<(typeof clocks)[number], string> & {
  dayCount: "calendar" | "business";
  citation: string;
  published: boolean;
};
const shown = (days: number | null) => (days === null ? "" : String(days));
const given = (days: string) => (days === "" ? null : Number(days));

/** A contract's clocks of claims, and whether everybody reads of its changes and claims. */
export function TermsDialog({
  contractId,
  terms,
  onClose,
}: {
  contractId: string;
  terms: TermsAnswer;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts");
  const send = async ({ dayCount, citation, published, ...days }: Values) => {
    await act.mutateAsync({
      method: "PUT",
      path: `/api/v1/contracts/${contractId}/change-terms`,
      version: terms.version,
      body: {
        ...Object.fromEntries(clocks.map((name) => [name, given(days[name])])),
        dayCount,
        citation,
        published,
      },
    });
    notify.done("Saved");
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Clocks of claims, and what is published"
      description="As the contract says. A claim keeps the clocks of its notice; an empty field sets no day."
    >
      <Form<Values>
        formKey={null}
        defaultValues={{
          noticeDays: shown(terms.noticeDays),
          submitDays: shown(terms.submitDays),
          decideDays: shown(terms.decideDays),
          appealDays: shown(terms.appealDays),
          dayCount: terms.dayCount,
          citation: terms.citation,
          published: terms.published,
        }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={send}
      >
        <FormRow>
          <QuantityField
            name="noticeDays"
            label="Notice after the event"
            unit="days"
            decimals={0}
          />
          <QuantityField name="submitDays" label="To submit" unit="days" decimals={0} />
        </FormRow>
        <FormRow>
          <QuantityField name="decideDays" label="To decide" unit="days" decimals={0} />
          <QuantityField name="appealDays" label="To appeal" unit="days" decimals={0} />
        </FormRow>
        <SelectField
          name="dayCount"
          label="Days are counted as"
          options={[
            { value: "calendar", label: "Calendar days" },
            { value: "business", label: "Business days of the agency" },
          ]}
        />
        <TextField
          name="citation"
          label="Where the contract says so"
          hint="Such as section 4.3"
          maxLength={300}
        />
        <CheckboxField
          name="published"
          label="Everybody may read of its change orders and claims"
          hint="Number, title, vendor, more, less, net, percent and status. Only while the agency publishes such things."
        />
      </Form>
    </Dialog>
  );
}
