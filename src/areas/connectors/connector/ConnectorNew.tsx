import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { ConnectorFields } from "./ConnectorFields.tsx";
import { bodyOf, valuesOf, type ConnectorValues } from "./connectorValues.ts";

/** /api-connectors/connectors/new: a source is named; nothing is fetched yet. */
export default function ConnectorNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("connectors");
  const submit = async (values: ConnectorValues) => {
    const { id } = await save.mutateAsync({ path: "/api/v1/connectors", body: bodyOf(values) });
    notify.done("Set up as a draft", "Try it now: a dry run writes nothing.");
    void navigate(pathTo("connector", { id }));
  };
  return (
    <div className="grid max-w-[860px] gap-5">
      <h1>New connector</h1>
      <Form<ConnectorValues>
        formKey={null}
        defaultValues={valuesOf(null)}
        submitLabel="Save the draft"
        onSubmit={submit}
      >
        <ConnectorFields locked={false} />
      </Form>
    </div>
  );
}
