import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProgramInput, ProgramRecord } from "./program.model.ts";
import { ProgramFields } from "./ProgramFields.tsx";

const path = "/api/v1/programs";

/** /api-connectors/programs/:id/edit: what a program is for, may do, and who answers for it. */
export default function ProgramEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useRecord<ProgramRecord>(path, id);
  const save = useMutationAction("programs");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel error={record.error} what="The program" onRetry={() => void record.refetch()} />
    );
  const { name, purpose, ownerId, ownerName, scopes, endsOn, version } = record.data;
  const submit = async (body: ProgramInput) => {
    await save.mutateAsync({ method: "PATCH", path: `${path}/${id}`, body, version });
    notify.done(
      "Saved",
      body.ownerId === ownerId
        ? body.name
        : "Its keys were revoked: who answers for it makes new ones.",
    );
    void navigate(pathTo("program", { id }));
  };
  return (
    <div className="grid max-w-[860px] gap-5">
      <h1>Change {name}</h1>
      <p className="notice">
        Whoever you name anew gets the program without keys: who answered for it before knows them.
      </p>
      <Form<ProgramInput>
        formKey={`program-${id}`}
        defaultValues={{
          name,
          purpose,
          ownerId,
          scopes: scopes.map(({ permission }) => permission),
          endsOn,
        }}
        submitLabel="Save"
        onSubmit={submit}
      >
        <ProgramFields ownerName={ownerName} />
      </Form>
    </div>
  );
}
