import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { DateField, FormRow, FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { madeForm, RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import { issuesToInput, type IssueForm } from "./claimForm.ts";
import { IssueLines } from "./IssueLines.tsx";

type Values = {
  title: string;
  narrative: string;
  eventOn: string;
  knownOn: string;
  noticedOn: string;
  issues: IssueForm[];
};

const blank: Values = {
  title: "",
  narrative: "",
  eventOn: "",
  knownOn: "",
  noticedOn: "",
  issues: [],
};
const claimForm = madeForm("/api/v1/claims", blank, ({ issues, knownOn, ...values }) => ({
  ...values,
  knownOn: knownOn || null,
  issues: issuesToInput(issues),
}));

/** Enters a notice of claim that came on paper. */
export default function ClaimNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  if (contract.isPending) return <RecordSkeleton />;
  if (!contract.data) return <ErrorPanel error={contract.error} what="This contract" />;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Notice of claim under {contract.data.number}</h1>
        <p className="text-t2">
          {contract.data.title}, {contract.data.vendor}. A late notice is flagged and taken all the
          same.
        </p>
      </div>
      <RecordForm
        form={claimForm}
        nouns={["contracts"]}
        draft={`claim-new-${id}`}
        within={{ contractId: id }}
        submitLabel="Enter the notice"
        onCancel={() => void navigate(pathTo("contract", { id }))}
        onSaved={(made) => void navigate(pathTo("claim", { id: made }))}
      >
        <FormSection title="What is claimed">
          <TextField name="title" label="Claim" required maxLength={200} />
          <TextArea name="narrative" label="What happened" rows={4} required maxLength={20000} />
          <FormRow>
            <DateField name="eventOn" label="Happened on" required />
            <DateField
              name="knownOn"
              label="Known on"
              hint="Where the vendor learned of it on a later day: its clock runs from then"
            />
            <DateField name="noticedOn" label="Notice came on" required />
          </FormRow>
        </FormSection>
        <FormSection title="Points">
          <IssueLines headed />
        </FormSection>
      </RecordForm>
    </div>
  );
}
