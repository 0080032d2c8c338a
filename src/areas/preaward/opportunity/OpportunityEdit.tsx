import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { OpportunityRecord } from "./opportunity.model.ts";
import { OpportunityFields } from "./OpportunityFields.tsx";
import { bodyOf, valuesOf, type OpportunityValues } from "./opportunityForm.ts";

/** Changes what is known of an opportunity. */
export default function OpportunityEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useRecord<OpportunityRecord>("/api/v1/grant-opportunities", id);
  const save = useMutationAction("grant-opportunities");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data) return <ErrorPanel error={record.error} what="This opportunity" />;
  const { data } = record;
  const back = () => void navigate(pathTo("grantOpportunity", { id }));
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {data.number}</h1>
      <Form<OpportunityValues>
        formKey={`grant-opportunity-${id}`}
        defaultValues={valuesOf(data)}
        submitLabel="Save"
        wide
        onCancel={back}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/grant-opportunities/${id}`,
            body: bodyOf(values),
            version: data.version,
          });
          back();
        }}
      >
        <OpportunityFields />
      </Form>
    </div>
  );
}
