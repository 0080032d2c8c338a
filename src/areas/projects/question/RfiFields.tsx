import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  FormRow,
  FormSection,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { askedOf, impacts } from "./rfi.labels.ts";
import type { ProjectQuestions } from "./rfi.model.ts";

/** What a question says, whoever asks it. */
export function AskedFields() {
  const [cost, time] = useWatch({ name: ["costImpact", "timeImpact"] }) as [string, string];
  return (
    <>
      <TextField name="title" label="Subject" required maxLength={200} />
      <TextArea name="question" label="Question" required rows={5} maxLength={10_000} />
      <FormRow>
        <TextField
          name="reference"
          label="Drawing or specification"
          hint="Such as S-201, detail 4"
          maxLength={300}
        />
        <TextField name="place" label="Place or station" hint="Such as 14+50" maxLength={200} />
      </FormRow>
      <TextArea name="proposedAnswer" label="Proposed answer" rows={3} maxLength={10_000} />
      <FormRow>
        <SelectField name="costImpact" label="Changes the cost" options={options(impacts)} />
        {cost === "yes" && <MoneyField name="costCents" label="By about" />}
        <SelectField name="timeImpact" label="Changes the time" options={options(impacts)} />
        {time === "yes" && <TextField name="timeDays" label="By about, in days" />}
      </FormRow>
    </>
  );
}

type Contracts = ProjectQuestions["contracts"];

/** The fields of a question of ours. */
export function RfiFields({ contracts }: { contracts: Contracts }) {
  return (
    <>
      <FormRow>
        <SelectField name="askedOf" label="Asked of" options={options(askedOf)} />
        <SelectField
          name="contractId"
          label="Contract"
          placeholder="None"
          hint="Its contractor reads the question and its answer"
          options={contracts.map((c) => ({ value: c.id, label: `${c.number} ${c.title}` }))}
        />
      </FormRow>
      <FormSection title="Question">
        <AskedFields />
      </FormSection>
      <FileDrop name="files" label="Photos and files" most={40} />
    </>
  );
}
