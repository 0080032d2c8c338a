import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { OpportunityFields } from "./OpportunityFields.tsx";
import { bodyOf, valuesOf, type OpportunityValues } from "./opportunityForm.ts";

/** Enters an opportunity by hand. */
export default function OpportunityNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("grant-opportunities");
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Enter a grant opportunity</h1>
      <Form<OpportunityValues>
        formKey="grant-opportunity-new"
        defaultValues={valuesOf(null)}
        submitLabel="Save"
        wide
        onCancel={() => void navigate(pathTo("grantOpportunities"))}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: "/api/v1/grant-opportunities",
            body: bodyOf(values),
          });
          void navigate(pathTo("grantOpportunity", { id: made.id }));
        }}
      >
        <OpportunityFields />
      </Form>
    </div>
  );
}
