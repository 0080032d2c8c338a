import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { blankProgram, ProgramFields, toInput, type ProgramForm } from "./ProgramFields.tsx";

/** Drafts a grant program of the agency's own. */
export default function ProgramNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("grant-programs");
  return (
    <div className="stack">
      <h1>New grant program</h1>
      <Form<ProgramForm>
        formKey="grant-program-new"
        defaultValues={blankProgram}
        submitLabel="Save program"
        wide
        onCancel={() => void navigate("/grant-management?tab=reviewer")}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: "/api/v1/grant-programs",
            body: toInput(values),
          });
          void navigate(pathTo("grantProgram", { id: made.id }));
        }}
      >
        <ProgramFields />
      </Form>
    </div>
  );
}
