import {
  CheckboxField,
  DateField,
  FormRow,
  PercentField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

const every = ["A", "B", "C", "D", "E", "F", "G"];
const blank = {
  number: "",
  incidentId: "",
  title: "",
  declaredOn: "",
  periodFrom: "",
  periodTo: "",
  guideVersion: "",
  payPolicy: "",
  payPolicyOn: "",
  payPolicyContingent: false,
  rural: false,
  counties: "",
  designatedOn: "",
  rate: "75" as string | number | null,
};

const bodyOf = ({ counties, designatedOn, rate, ...v }: typeof blank) => ({
  ...v,
  incidentId: v.incidentId || null,
  periodTo: v.periodTo || null,
  payPolicyOn: v.payPolicyOn || null,
  areas: counties
    .split(/[,;\n]/)
    .map((county) => county.trim())
    .filter(Boolean)
    .map((county) => ({ county, categories: every, designatedOn: designatedOn || v.declaredOn })),
  shares: [
    {
      categories: [...every, "Z"],
      fromDay: v.periodFrom,
      toDay: null,
      rate: Math.round(Number(rate) * 100),
      source: `Text of ${v.number}`,
    },
  ],
});

/** Enters a federal declaration of an incident. */
export function DeclareDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog
      title="Enter a federal declaration"
      description="As its text says. Areas and shares that differ are added as an amendment."
      path="/api/v1/pa-declarations"
      submit="Enter"
      nouns={["pa-declarations"]}
      values={blank}
      bodyOf={bodyOf}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <TextField name="number" label="Number" hint="As DR-4897-MN" required maxLength={12} />
        <TextField name="title" label="Disaster" required maxLength={200} />
      </FormRow>
      <Combobox<{ id: string; number: string; title: string }>
        name="incidentId"
        label="Incident"
        path="/api/v1/incidents"
        itemLabel={(i) => `${i.number} ${i.title}`}
      />
      <FormRow>
        <DateField name="declaredOn" label="Declared on" required />
        <DateField name="periodFrom" label="Incident from" required />
        <DateField name="periodTo" label="Incident to" />
      </FormRow>
      <TextField name="counties" label="Designated areas" hint="With commas between" required />
      <FormRow>
        <DateField name="designatedOn" label="Designated on" />
        <PercentField name="rate" label="Federal share, %" required />
      </FormRow>
      <FormRow>
        <TextField name="payPolicy" label="Pay policy for overtime" maxLength={200} />
        <DateField name="payPolicyOn" label="Adopted on" />
      </FormRow>
      <CheckboxField name="payPolicyContingent" label="The policy depends on federal money" />
      <CheckboxField name="rural" label="The area is rural, fewer than 200,000 people" />
      <TextField name="guideVersion" label="Version of the policy guide" maxLength={80} />
    </PostDialog>
  );
}
