import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { AwardFields, toForm, toInput, type AwardForm } from "./AwardFields.tsx";
import type { AwardDetail } from "./award.model.ts";

/** Corrects an award that is not accepted yet. */
export default function AwardEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const award = useRecord<AwardDetail>("/api/v1/grant-awards", id);
  const save = useMutationAction<{ id: string }>("grant-awards");
  if (award.isPending) return <RecordSkeleton />;
  if (!award.data) return <ErrorPanel error={award.error} what="This award" />;
  const { version, number } = award.data;
  return (
    <div className="stack">
      <h1>Change {number}</h1>
      <Form<AwardForm>
        formKey={`award-${id}`}
        defaultValues={toForm(award.data)}
        submitLabel="Save award"
        wide
        onCancel={() => void navigate(pathTo("award", { id }))}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/grant-awards/${id}`,
            body: toInput(values),
            version,
          });
          void navigate(pathTo("award", { id }));
        }}
      >
        <AwardFields />
      </Form>
    </div>
  );
}
