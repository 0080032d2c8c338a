import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { kindNames } from "./program.form.ts";
import { applicantKinds } from "./program.labels.ts";

type AwardRow = { id: string; number: string; title: string };

function MoneyAndDays() {
  return (
    <FormSection title="Money and days">
      <Combobox<AwardRow>
        name="awardId"
        label="Award that pays"
        path="/api/v1/grant-awards"
        query="status=active,amended,accepted"
        itemLabel={(w) => `${w.number} ${w.title}`}
      />
      <FormRow>
        <MoneyField name="total" label="Total amount" required />
        <MoneyField name="least" label="Award floor" />
        <MoneyField name="most" label="Award ceiling" />
      </FormRow>
      <FormRow>
        <TextField name="expectedAwards" label="Expected awards" />
        <TextField name="matchPercent" label="Match, % of what is asked for" />
      </FormRow>
      <FormRow>
        <DateField name="opensOn" label="Opens" required />
        <DateField name="closesOn" label="Closes" hint="Empty: open until you close it" />
      </FormRow>
      <FormRow>
        <DateField name="startsOn" label="Money from" required />
        <DateField name="endsOn" label="Money to" required />
      </FormRow>
    </FormSection>
  );
}

/** The fields of an own grant program. */
export function ProgramFields() {
  return (
    <>
      <FormSection title="The program">
        <TextField name="title" label="Title" required maxLength={200} />
        <TextArea name="summary" label="What it is for" rows={5} maxLength={8000} />
        <FormRow>
          <TextField name="contactName" label="Contact" maxLength={120} />
          <TextField name="contactEmail" label="Contact's e-mail" type="email" />
        </FormRow>
      </FormSection>
      <MoneyAndDays />
      <FormSection title="Who may apply">
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {kindNames.map((k) => (
            <CheckboxField key={k} name={`kinds.${k}`} label={applicantKinds[k]} />
          ))}
        </div>
      </FormSection>
      <FormSection title="What is scored; the weights come to 100">
        <LineItems
          name="criteria"
          label="Criteria"
          headed
          blank={() => ({ name: "", about: "", weight: "", maxScore: "10" })}
          columns={[
            { name: "name", label: "Criterion", kind: "text", required: true },
            { name: "about", label: "What is looked at", kind: "text" },
            { name: "weight", label: "Weight", kind: "decimal", required: true },
            { name: "maxScore", label: "Maximum points", kind: "decimal", required: true },
          ]}
        />
        <FormRow>
          <TextField
            name="apartPercent"
            label="Scores so far apart need a consensus, percent"
            hint="Of the most points. The sheet is frozen once the reviewers agreed on each."
          />
        </FormRow>
      </FormSection>
    </>
  );
}
