import { useController } from "react-hook-form";
import { groupBy } from "#kernel/group.ts";
import type { EndpointInput, EndpointRow, ShownSecret } from "#kernel/webhook.model.ts";
import { Field } from "#web/kit/form/Field.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { endpointPath } from "./endpointSteps.ts";

type Topic = { topic: string; label: string; group: string };

function Topics() {
  const topics = useGet<{ items: Topic[] }>("webhook-topics", "/api/v1/webhook-topics");
  const { field } = useController<EndpointInput, "topics">({ name: "topics" });
  const toggle = (topic: string) =>
    field.onChange(
      field.value.includes(topic)
        ? field.value.filter((each) => each !== topic)
        : [...field.value, topic],
    );
  return (
    <Field
      name="topics"
      label="Events"
      hint="Beside them, forms send there what names it as a destination."
    >
      {(control) => (
        <div role="group" aria-label="Events" id={control.id} tabIndex={-1}>
          {[...groupBy(topics.data?.items ?? [], ({ group }) => group)].map(([group, some]) => (
            <details
              key={group}
              open={some.some(({ topic }) => field.value.includes(topic)) || undefined}
            >
              <summary className="cursor-pointer py-1">
                {group}{" "}
                <small className="text-t3">
                  {some.filter(({ topic }) => field.value.includes(topic)).length} of {some.length}
                </small>
              </summary>
              {some.map(({ topic, label }) => (
                <label key={topic} className="check">
                  <input
                    type="checkbox"
                    checked={field.value.includes(topic)}
                    onChange={() => toggle(topic)}
                    onBlur={field.onBlur}
                  />
                  <span>
                    {label} <small className="mono text-t3">{topic}</small>
                  </span>
                </label>
              ))}
            </details>
          ))}
        </div>
      )}
    </Field>
  );
}

/** Registers a receiver, or changes one. */
export function EndpointForm({
  endpoint,
  onSecret,
  onClose,
}: {
  endpoint: EndpointRow | null;
  onSecret: (secret: ShownSecret) => void;
  onClose: () => void;
}) {
  const save = useMutationAction<ShownSecret>("webhook-endpoints");
  const submit = async (body: EndpointInput) => {
    const answer = await save.mutateAsync(
      endpoint
        ? {
            method: "PATCH",
            path: `${endpointPath}/${endpoint.id}`,
            body,
            version: endpoint.version,
          }
        : { path: endpointPath, body },
    );
    if (!endpoint) return onSecret(answer);
    notify.done("Saved", body.address);
    onClose();
  };
  return (
    <FormDialog<EndpointInput>
      title={endpoint ? "Change the endpoint" : "New endpoint"}
      description="Receivers are told which record it is about, never what stands in it."
      defaultValues={{
        address: endpoint?.address ?? "",
        description: endpoint?.description ?? "",
        topics: endpoint?.topics ?? [],
      }}
      submitLabel={endpoint ? "Save" : "Register"}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="address"
        label="Address"
        required
        hint="https:// on the public internet, such as https://hooks.example.gov/levee"
        maxLength={2000}
      />
      <TextField name="description" label="Which system it is" maxLength={200} />
      <Topics />
    </FormDialog>
  );
}
