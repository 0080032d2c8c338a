import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { DateField, FormRow, FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
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

/** Enters a notice of claim that came on paper. */
export default function ClaimNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  const save = useMutationAction<{ id: string }>("contracts", "claims");
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
      <Form<Values>
        formKey={`claim-new-${id}`}
        defaultValues={{
          title: "",
          narrative: "",
          eventOn: "",
          knownOn: "",
          noticedOn: "",
          issues: [],
        }}
        submitLabel="Enter the notice"
        wide
        onCancel={() => void navigate(pathTo("contract", { id }))}
        onSubmit={async ({ issues, knownOn, ...values }) => {
          const made = await save.mutateAsync({
            path: "/api/v1/claims",
            body: {
              ...values,
              knownOn: knownOn || null,
              issues: issuesToInput(issues),
              contractId: id,
            },
          });
          void navigate(pathTo("claim", { id: made.id }));
        }}
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
      </Form>
    </div>
  );
}
