import { useAuth } from "#web/auth/AuthProvider.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { EmptyState } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ConnectorRecord } from "./connector.model.ts";

type Values = Record<string, string>;

/** Which column of the source fills which field. */
export function MappingForm({ connector }: { connector: ConnectorRecord }) {
  const { can } = useAuth();
  const save = useMutationAction("connectors");
  const { id, columns, fields, mapping, version } = connector;
  if (connector.kind === "list" || connector.kind === "ocds" || connector.kind === "push")
    return (
      <p className="max-w-[640px] text-t2">
        {connector.kind === "push"
          ? "It takes files as they were built."
          : connector.kind === "list"
            ? "It sends the columns that an export of the list has."
            : "OCDS has no columns: it is read by its published schema."}
      </p>
    );
  if (columns.length === 0)
    return (
      <EmptyState kind="first-use" title="No heading was seen yet">
        A dry run reads the heading of the source; then its columns are matched here.
      </EmptyState>
    );
  if (fields.length === 0)
    return (
      <p className="max-w-[640px] text-t2">
        The heading as it was tried: {columns.join(", ")}. It is taken as it is; when it changes,
        the connector stops before the first row.
      </p>
    );
  const options = columns.map((column) => ({ value: column, label: column }));
  const submit = async (values: Values) => {
    await save.mutateAsync({
      method: "PUT",
      path: `/api/v1/connectors/${id}/mapping`,
      body: {
        mapping: Object.fromEntries(fields.map(({ name }) => [name, values[name] || null])),
      },
      version,
    });
    notify.done("Columns matched", "Try it once more: a dry run writes nothing.");
  };
  return (
    <div className="grid max-w-[640px] gap-4">
      <p className="text-t2">
        The heading as it was tried: {columns.join(", ")}. When it changes, the connector stops
        before the first row.
      </p>
      <Form<Values>
        formKey={null}
        defaultValues={Object.fromEntries(fields.map(({ name }) => [name, mapping[name] ?? ""]))}
        submitLabel="Save columns"
        onSubmit={submit}
      >
        <fieldset disabled={!can("connector.edit")} className="grid gap-3">
          {fields.map(({ name, label, required }) => (
            <SelectField
              key={name}
              name={name}
              label={label}
              required={required}
              options={options}
            />
          ))}
        </fieldset>
      </Form>
    </div>
  );
}
