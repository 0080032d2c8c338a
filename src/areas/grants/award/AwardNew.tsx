import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { AwardFields, blankAward, toInput, type AwardForm } from "./AwardFields.tsx";

/** Enters an award as the grantor offers it. */
export default function AwardNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("grant-awards");
  return (
    <div className="stack">
      <h1>New award</h1>
      <Form<AwardForm>
        formKey="award-new"
        defaultValues={blankAward}
        submitLabel="Save award"
        wide
        onCancel={() => void navigate(pathTo("allGrants"))}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: "/api/v1/grant-awards",
            body: toInput(values),
          });
          void navigate(pathTo("award", { id: made.id }));
        }}
      >
        <AwardFields />
      </Form>
    </div>
  );
}
