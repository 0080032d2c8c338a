import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import type { ObjectClass } from "./applicationForm.ts";

const classNames = Object.keys(objectClasses) as ObjectClass[];

/** A budget by object class, three fields a row. */
export function BudgetFields() {
  return [0, 3, 6].map((from) => (
    <FormRow key={from}>
      {classNames.slice(from, from + 3).map((c) => (
        <MoneyField key={c} name={`budget.${c}`} label={objectClasses[c]} />
      ))}
    </FormRow>
  ));
}

/** The fields of an application to a program. */
export function ApplicationFields() {
  return (
    <>
      <FormSection title="The project">
        <TextField name="title" label="Title" required maxLength={200} />
        <TextArea
          name="narrative"
          label="What you will do, for whom, and by when"
          rows={8}
          maxLength={20_000}
        />
        <FormRow>
          <DateField name="startsOn" label="From" required />
          <DateField name="endsOn" label="To" required />
        </FormRow>
      </FormSection>
      <FormSection title="What it costs, your match included">
        <BudgetFields />
        <MoneyField name="match" label="Match that you bring" />
      </FormSection>
      <FormSection title="Contact">
        <FormRow>
          <TextField name="contactName" label="Name" maxLength={120} />
          <TextField name="contactEmail" label="E-mail" type="email" />
        </FormRow>
      </FormSection>
    </>
  );
}
