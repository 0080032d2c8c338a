import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { taxClasses } from "./tax-form.labels.ts";
import type { TaxFormRow } from "./tax-form.model.ts";

type Of = { form: TaxFormRow; onClose: () => void };

/** What the W-9 of a payee says; the year is counted again afterwards. */
export function PayeeDialog({ form, onClose }: Of) {
  return (
    <PostDialog<{ taxClass: string; w9On: string; w9Name: string; w9Last4: string }>
      title={`W-9 of ${form.vendor}`}
      description="Type what the paper says. Name and number are compared with the vendor's record; the whole number stays there, sealed."
      method="PUT"
      path={`/api/v1/tax-payees/${form.vendorId}`}
      submit="Keep it"
      values={{ taxClass: form.taxClass ?? "", w9On: "", w9Name: form.vendor, w9Last4: "" }}
      nouns={["tax-forms", "tax-years"]}
      onClose={onClose}
    >
      <SelectField name="taxClass" label="Classification" required options={options(taxClasses)} />
      <TextField name="w9Name" label="Name on the W-9" required maxLength={160} />
      <FormRow>
        <DateField name="w9On" label="Signed on" required />
        <TextField name="w9Last4" label="Last four digits" required maxLength={4} />
      </FormRow>
    </PostDialog>
  );
}

/** Proposes that a form goes out as it is; a second person agrees. */
export function OverrideDialog({ form, onClose }: Of) {
  return (
    <PostDialog<{ why: string }>
      title={`Let the form of ${form.vendor} go out as it is`}
      description="A second person agrees before the year is reviewed."
      path={`/api/v1/tax-forms/${form.id}/actions/override`}
      submit="Propose it"
      values={{ why: "" }}
      nouns={["tax-forms", "tax-years"]}
      onClose={onClose}
    >
      <TextArea name="why" label="Why" required rows={3} maxLength={500} />
    </PostDialog>
  );
}
