import { options } from "#kernel/labels.ts";
import { DateField, FormRow, MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { TypedClassFindings, type ClassBudget } from "./ClassFindings.tsx";
import { blankLine } from "./requestForm.ts";

const classOptions = options(objectClasses);

/** The fields of a subrecipient's payment request: its costs, one a line, as its ledger has them. */
export function RequestFields({ classes }: { classes: ClassBudget }) {
  return (
    <>
      <FormRow>
        <DateField name="periodFrom" label="Costs from" required />
        <DateField name="periodTo" label="Costs to" required />
        <MoneyField name="match" label="Of it your match" />
      </FormRow>
      <LineItems
        name="lines"
        label="Costs"
        blank={blankLine}
        min={1}
        lineTotal={(line) => (typeof line.cents === "number" ? line.cents : null)}
        columns={[
          { name: "incurredOn", label: "Day", kind: "date", required: true },
          { name: "payee", label: "Paid to", kind: "text", required: true },
          { name: "description", label: "For", kind: "text" },
          {
            name: "objectClass",
            label: "Class",
            kind: "select",
            options: classOptions,
            required: true,
          },
          { name: "cents", label: "Amount", kind: "money", required: true },
        ]}
      />
      <TypedClassFindings {...classes} />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </>
  );
}
