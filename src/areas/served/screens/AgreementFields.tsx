import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  PercentField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { overheadRules, serviceKinds } from "../agreement/agreement.labels.ts";

/** The fields of an agreement. */
export function AgreementFields({ owner }: { owner?: string }) {
  return (
    <>
      <TextField name="title" label="What it is about" required maxLength={200} />
      <FormRow>
        <DateField name="startsOn" label="First day" required />
        <DateField name="endsOn" label="Last day" required />
        <MoneyField name="ceiling" label="Billed at most" required />
      </FormRow>
      <LineItems
        name="services"
        label="Services"
        min={1}
        blank={() => ({ code: "", name: "", kind: "hour", rate: null })}
        columns={[
          { name: "code", label: "Code", kind: "text", required: true, width: "9rem" },
          { name: "name", label: "Service", kind: "text", required: true },
          { name: "kind", label: "Billed", kind: "select", options: options(serviceKinds) },
          { name: "rate", label: "Rate", kind: "money" },
        ]}
      />
      <p className="text-13 text-t3">
        An hour without a rate goes by the agency’s own rates of its day. What it cost has no rate.
      </p>
      <FormRow>
        <SelectField name="overheadOn" label="Overhead" options={options(overheadRules)} />
        <PercentField name="overheadBp" label="Overhead, percent" />
        <TextField name="payDays" label="Days to pay" required maxLength={3} />
      </FormRow>
      <Combobox<{ id: string; name: string; email: string }>
        name="ownerId"
        label="Looked after by"
        required
        path="/api/v1/members"
        query="may=served.write"
        itemLabel={(member) => member.name}
        itemHint={(member) => member.email}
        currentLabel={owner ?? null}
      />
      <TextArea name="terms" label="Terms" rows={6} maxLength={20000} />
    </>
  );
}
