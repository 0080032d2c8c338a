import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { ProgramFields, toForm, toInput, type ProgramForm } from "./ProgramFields.tsx";
import type { ProgramDetail } from "./program.model.ts";

/** Changes a program that is not published yet. */
export default function ProgramEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const program = useRecord<ProgramDetail>("/api/v1/grant-programs", id);
  const save = useMutationAction<{ id: string }>("grant-programs");
  if (program.isPending) return <RecordSkeleton />;
  if (!program.data) return <ErrorPanel error={program.error} what="This program" />;
  const { version, number } = program.data;
  return (
    <div className="stack">
      <h1>Change {number}</h1>
      <Form<ProgramForm>
        formKey={`grant-program-${id}`}
        defaultValues={toForm(program.data)}
        submitLabel="Save program"
        wide
        onCancel={() => void navigate(pathTo("grantProgram", { id }))}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/grant-programs/${id}`,
            body: toInput(values),
            version,
          });
          void navigate(pathTo("grantProgram", { id }));
        }}
      >
        <ProgramFields />
      </Form>
    </div>
  );
}
