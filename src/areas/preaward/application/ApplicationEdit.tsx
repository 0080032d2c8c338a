import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import {
  applicationBody,
  ApplicationFields,
  valuesOf,
  type ApplicationValues,
} from "./ApplicationFields.tsx";
import type { ApplicationRecord } from "./application.model.ts";

/** Changes the head of a draft. */
export default function ApplicationEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useRecord<ApplicationRecord>("/api/v1/grant-applications", id);
  const save = useMutationAction("grant-applications");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data) return <ErrorPanel error={record.error} what="This application" />;
  const { data } = record;
  const back = () => void navigate(pathTo("grantApplication", { id }));
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {data.number}</h1>
      <Form<ApplicationValues>
        formKey={`grant-application-${id}`}
        defaultValues={valuesOf(data)}
        submitLabel="Save"
        onCancel={back}
        onSubmit={async (values) => {
          await save.mutateAsync({
            method: "PATCH",
            path: `/api/v1/grant-applications/${id}`,
            body: applicationBody(values),
            version: data.version,
          });
          back();
        }}
      >
        <ApplicationFields />
      </Form>
    </div>
  );
}
