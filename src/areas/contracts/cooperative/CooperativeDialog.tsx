import { options } from "#kernel/labels.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { competitions, rights } from "./cooperative.labels.ts";
import type { CooperativeAnswer } from "./cooperative.model.ts";

const texts = [
  "leadAgency",
  "leadNumber",
  "competitionNote",
  "rightNote",
  "scope",
  "quantityLeft",
  "clausesNote",
] as const;
const chosen = ["leadEndsOn", "competition", "rightKind"] as const;
type Values = Record<(typeof texts)[number] | (typeof chosen)[number], string> & {
  amountLeft: number | null;
  clausesThere: boolean;
  competitionFileId: StoredFile[];
  rightFileId: StoredFile[];
};

const optionsOf = (labels: Readonly<Record<string, string>>) => [
  { value: "", label: "Not known yet" },
  ...options(labels),
];

const valuesOf = (file: CooperativeAnswer): Values => ({
  ...(Object.fromEntries(texts.map((name) => [name, file[name]])) as Record<
    (typeof texts)[number],
    string
  >),
  ...(Object.fromEntries(chosen.map((name) => [name, file[name] ?? ""])) as Record<
    (typeof chosen)[number],
    string
  >),
  amountLeft: file.amountLeft,
  clausesThere: file.clausesThere,
  competitionFileId: [],
  rightFileId: [],
});

// A document that is not replaced stays.
const bodyOf = (file: CooperativeAnswer, values: Values) => ({
  ...values,
  ...Object.fromEntries(chosen.map((name) => [name, values[name] || null])),
  competitionFileId: values.competitionFileId[0]?.id ?? file.competitionFileId,
  rightFileId: values.rightFileId[0]?.id ?? file.rightFileId,
});

const replaces = (name: string | null) =>
  name ? { hint: `Now: ${name}. Another replaces it.` } : {};

/** Writes the file of a cooperative contract; what is not known yet stays empty. */
export function CooperativeDialog({
  contractId,
  file,
  onClose,
}: {
  contractId: string;
  file: CooperativeAnswer;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts");
  const send = async (values: Values) => {
    await act.mutateAsync({
      method: "PUT",
      path: `/api/v1/contracts/${contractId}/cooperative`,
      version: file.version,
      body: bodyOf(file, values),
    });
    notify.done("Saved");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="The cooperative file"
      description="What shows that this contract may rest on another agency's. You can save it before everything is there; orders wait until it is."
      defaultValues={valuesOf(file)}
      submitLabel="Save"
      onSubmit={send}
      onClose={onClose}
    >
      <CooperativeFields file={file} />
    </FormDialog>
  );
}

function CooperativeFields({ file }: { file: CooperativeAnswer }) {
  return (
    <>
      <FormSection title="The lead contract">
        <TextField name="leadAgency" label="Lead agency" maxLength={200} />
        <FormRow>
          <TextField name="leadNumber" label="Its contract number" maxLength={100} />
          <DateField name="leadEndsOn" label="Its last day" hint="Ours cannot last longer" />
        </FormRow>
      </FormSection>
      <FormSection title="How it was competed">
        <SelectField name="competition" label="Competed by" options={optionsOf(competitions)} />
        <TextField
          name="competitionNote"
          label="About it"
          maxLength={2000}
          hint="Such as bids, days"
        />
        <FileDrop
          name="competitionFileId"
          label="Evidence"
          multiple={false}
          {...replaces(file.competitionFile)}
        />
      </FormSection>
      <FormSection title="Our right to use it">
        <SelectField name="rightKind" label="By" options={optionsOf(rights)} />
        <TextField name="rightNote" label="Where it stands" maxLength={2000} />
        <FileDrop
          name="rightFileId"
          label="Document"
          multiple={false}
          {...replaces(file.rightFile)}
        />
      </FormSection>
      <FormSection title="Scope and room">
        <TextArea name="scope" label="Why this purchase is within its scope" maxLength={2000} />
        <FormRow>
          <TextField name="quantityLeft" label="Quantity left for us" maxLength={200} />
          <MoneyField name="amountLeft" label="Amount left for us" />
        </FormRow>
      </FormSection>
      <FormSection title="Clauses">
        <CheckboxField
          name="clausesThere"
          label="The lead contract has the clauses that federal money asks for"
          hint="Asked where a federal award pays and our own contract lacks one"
        />
        <TextField name="clausesNote" label="Where they stand" maxLength={2000} />
      </FormSection>
    </>
  );
}
