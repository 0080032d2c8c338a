import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { download } from "#web/kit/api.ts";
import { privacyKinds } from "./privacy.data.ts";
import type { PrivateAnswer, PrivateFacts, SafetyDetail } from "./safety.model.ts";

const labels: readonly (readonly [keyof PrivateFacts, string])[] = [
  ["name", "1 Name"],
  ["street", "2 Street"],
  ["city", "City"],
  ["state", "State"],
  ["zip", "ZIP"],
  ["dateOfBirth", "3 Date of birth"],
  ["dateOfHire", "4 Date of hire"],
  ["sex", "5 Sex"],
  ["jobTitle", "Job title"],
  ["physician", "6 Physician"],
  ["facility", "7 Treated at"],
  ["emergencyRoom", "8 Emergency room"],
  ["inPatient", "9 In-patient overnight"],
  ["timeStarted", "12 Began work at"],
  ["before", "14 Just before"],
  ["happened", "15 What happened"],
  ["injury", "16 Injury or illness"],
  ["object", "17 Object or substance"],
  ["dateOfDeath", "18 Date of death"],
];
const shown = (key: keyof PrivateFacts, value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "Yes"
      : "No"
    : key.startsWith("date") && typeof value === "string" && isDate(value)
      ? formatDate(value)
      : String((value as string | null) ?? "");

function EditDialog({
  id,
  facts,
  onClose,
}: {
  id: string;
  facts: PrivateAnswer;
  onClose: () => void;
}) {
  const { version, words: _words, privacyKind: _privacy, ...known } = facts;
  return (
    <PostDialog
      title="Form 301"
      description="Read by the safety officer alone. The record says which fields changed, never what they hold."
      path={`/api/v1/safety-cases/${id}/private`}
      method="PUT"
      {...(version > 0 ? { version } : {})}
      submit="Save"
      nouns={["safety-cases"]}
      values={{
        ...known,
        dateOfBirth: known.dateOfBirth ?? "",
        dateOfHire: known.dateOfHire ?? "",
        dateOfDeath: known.dateOfDeath ?? "",
      }}
      onClose={onClose}
    >
      <FormSection title="The person">
        <FormRow>
          <TextField name="name" label="Name" maxLength={200} />
          <TextField name="jobTitle" label="Job title" maxLength={100} />
        </FormRow>
        <TextField name="street" label="Street" maxLength={200} />
        <FormRow>
          <TextField name="city" label="City" maxLength={100} />
          <TextField name="state" label="State" maxLength={2} />
          <TextField name="zip" label="ZIP" maxLength={10} />
        </FormRow>
        <FormRow>
          <DateField name="dateOfBirth" label="Date of birth" />
          <DateField name="dateOfHire" label="Date of hire" />
          <SelectField
            name="sex"
            label="Sex"
            options={[
              { value: "", label: "Not said" },
              { value: "F", label: "Female" },
              { value: "M", label: "Male" },
            ]}
          />
        </FormRow>
      </FormSection>
      <FormSection title="Treatment">
        <FormRow>
          <TextField name="physician" label="Physician" maxLength={200} />
          <TextField name="facility" label="Where" maxLength={300} />
          <TextField name="facilityType" label="Kind of facility" maxLength={100} />
        </FormRow>
        <CheckboxField name="emergencyRoom" label="In an emergency room" />
        <CheckboxField name="inPatient" label="In hospital overnight" />
      </FormSection>
      <FormSection title="The case">
        <FormRow>
          <TextField name="timeStarted" label="Began work at" hint="As 07:30" maxLength={5} />
          <DateField name="dateOfDeath" label="Date of death" />
        </FormRow>
        <CheckboxField name="timeUnknown" label="The time of the event is not known" />
        <TextArea name="before" label="Just before" rows={2} maxLength={1000} />
        <TextArea name="happened" label="What happened" rows={2} maxLength={1000} />
        <TextArea name="injury" label="Injury or illness, body part" rows={2} maxLength={1000} />
        <TextArea name="object" label="Object or substance that harmed" rows={2} maxLength={1000} />
      </FormSection>
    </PostDialog>
  );
}

/** Form 301: read on demand, and each reading is recorded. */
export function PrivatePanel({ of }: { of: SafetyDetail }) {
  const [facts, setFacts] = useState<PrivateAnswer | null>(null);
  const [editing, setEditing] = useState(false);
  const read = useMutationAction<PrivateAnswer>();
  const open = async () => {
    try {
      setFacts(
        await read.mutateAsync({ path: `/api/v1/safety-cases/${of.id}/actions/read-private` }),
      );
    } catch (error) {
      notify.failed("It was not read", error);
    }
  };
  const print = () =>
    download(`/api/v1/safety-cases/${of.id}/form-301`).catch((error: unknown) =>
      notify.failed("The form was not made", error),
    );
  return (
    <Panel title="Form 301">
      {!facts ? (
        <div className="grid gap-3">
          <p className="text-t2">Names and medical facts. That you read them is recorded.</p>
          <button
            type="button"
            className="btn btn-primary justify-self-start"
            onClick={() => void open()}
          >
            Read form 301
          </button>
        </div>
      ) : (
        <div className="grid gap-4">
          <Facts>
            {labels.map(([key, label]) => {
              const value = shown(key, facts[key]);
              return value ? (
                <Fact key={key} label={label}>
                  {value}
                </Fact>
              ) : null;
            })}
            {facts.privacyKind && (
              <Fact label="Why the name stays off the log">
                {privacyKinds[facts.privacyKind].label}. {privacyKinds[facts.privacyKind].citation}
              </Fact>
            )}
            {facts.words
              .filter((one) => one.words)
              .map((one) => (
                <Fact key={one.spanId} label={`By ${one.clinician}`}>
                  {one.words}
                </Fact>
              ))}
          </Facts>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn" onClick={() => setEditing(true)}>
              Fill in form 301
            </button>
            <button type="button" className="btn" onClick={() => void print()}>
              Print form 301
            </button>
          </div>
        </div>
      )}
      {editing && facts && (
        <EditDialog
          id={of.id}
          facts={facts}
          onClose={() => {
            setEditing(false);
            setFacts(null);
          }}
        />
      )}
    </Panel>
  );
}
