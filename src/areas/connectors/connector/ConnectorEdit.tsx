import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ConnectorRecord } from "./connector.model.ts";
import { ConnectorFields } from "./ConnectorFields.tsx";
import { bodyOf, valuesOf, type ConnectorValues } from "./connectorValues.ts";

const path = "/api/v1/connectors";

/** /api-connectors/connectors/:id/edit: another source is tested anew, another hour is not. */
export default function ConnectorEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const record = useRecord<ConnectorRecord>(path, id);
  const save = useMutationAction<{ status: string }>("connectors");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel error={record.error} what="The connector" onRetry={() => void record.refetch()} />
    );
  const { name, version, credentialHeader } = record.data;
  const submit = async (values: ConnectorValues) => {
    const { status } = await save.mutateAsync({
      method: "PATCH",
      path: `${path}/${id}`,
      body: bodyOf(values),
      version,
    });
    notify.done("Saved", status === "draft" ? "It is a draft: try it before it runs." : name);
    void navigate(pathTo("connector", { id }));
  };
  return (
    <div className="grid max-w-[860px] gap-5">
      <h1>Change {name}</h1>
      <p className="notice">
        Another source, or one that is read another way, is a draft again until it was tried. A
        credential is never sent to another host: type it anew.
      </p>
      <Form<ConnectorValues>
        formKey={null}
        defaultValues={valuesOf(record.data)}
        submitLabel="Save"
        onSubmit={submit}
      >
        <ConnectorFields locked={credentialHeader !== ""} view={valuesOf(record.data).view} />
      </Form>
    </div>
  );
}
