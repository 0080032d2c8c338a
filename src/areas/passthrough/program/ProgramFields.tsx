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
import { applicantKinds, type ApplicantKind } from "./program.labels.ts";
import type { ProgramDetail } from "./program.model.ts";

type Row = { name: string; about: string; weight: string; maxScore: string };
export type ProgramForm = {
  title: string;
  summary: string;
  awardId: string | null;
  total: number | null;
  least: number | null;
  most: number | null;
  expectedAwards: string;
  matchPercent: string;
  kinds: Record<ApplicantKind, boolean>;
  opensOn: string;
  closesOn: string | null;
  startsOn: string;
  endsOn: string;
  contactName: string;
  contactEmail: string;
  criteria: Row[];
};
const kindNames = Object.keys(applicantKinds) as ApplicantKind[];
const kindsOf = (chosen: readonly string[]) =>
  Object.fromEntries(kindNames.map((k) => [k, chosen.includes(k)])) as ProgramForm["kinds"];

export const blankProgram: ProgramForm = {
  title: "",
  summary: "",
  awardId: null,
  total: null,
  least: null,
  most: null,
  expectedAwards: "",
  matchPercent: "0",
  kinds: kindsOf([]),
  opensOn: "",
  closesOn: null,
  startsOn: "",
  endsOn: "",
  contactName: "",
  contactEmail: "",
  criteria: [{ name: "", about: "", weight: "100", maxScore: "10" }],
};

/** What the form sends. */
export const toInput = ({ kinds, criteria, ...form }: ProgramForm) => ({
  ...form,
  awardId: form.awardId || null,
  closesOn: form.closesOn || null,
  total: form.total ?? 0,
  expectedAwards: form.expectedAwards ? Number(form.expectedAwards) : null,
  matchPercent: Number(form.matchPercent || "0"),
  applicants: kindNames.filter((k) => kinds[k]),
  criteria: criteria.map((c) => ({
    ...c,
    weight: Number(c.weight),
    maxScore: Number(c.maxScore),
  })),
});

/** A stored program as the form's values. */
export const toForm = (p: ProgramDetail): ProgramForm => ({
  title: p.title,
  summary: p.summary,
  awardId: p.awardId ?? null,
  total: p.total,
  least: p.least ?? null,
  most: p.most ?? null,
  expectedAwards: p.expectedAwards ? String(p.expectedAwards) : "",
  matchPercent: String(p.matchPercent),
  kinds: kindsOf(p.applicants),
  opensOn: p.opensOn,
  closesOn: p.closesOn,
  startsOn: p.startsOn,
  endsOn: p.endsOn,
  contactName: p.contactName,
  contactEmail: p.contactEmail,
  criteria: p.criteria.map((c) => ({
    name: c.name,
    about: c.about,
    weight: String(c.weight),
    maxScore: String(c.maxScore),
  })),
});

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
        <MoneyField name="total" label="Money in all" required />
        <MoneyField name="least" label="Least for one" />
        <MoneyField name="most" label="Most for one" />
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
            { name: "maxScore", label: "Most points", kind: "decimal", required: true },
          ]}
        />
      </FormSection>
    </>
  );
}
