import { Form } from "#web/kit/form/Form.tsx";
import { InstantField, SelectField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useList, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { LeavingPage, LeavingRow } from "./leaver.model.ts";

type Fields = { endsAt: string; reason: string; successors: Record<string, string> };
type Named = { id: string; name: string };

const chosen = (successors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(successors).filter(([, id]) => id));

/** The instant of the end, and a successor for each kind of things. */
export function LeavingForm({
  personId,
  holds,
  leaving,
}: {
  personId: string;
  holds: LeavingPage["holds"];
  leaving: LeavingRow | null;
}) {
  const members = useList<Named>("/api/v1/members", "active=true&limit=500&sort=name");
  const plan = useMutationAction<LeavingRow>("leavings", "people", "leaving");
  const kinds = holds.filter((kind) => kind.successor);
  const save = async (values: Fields) => {
    await plan.mutateAsync({
      method: "PUT",
      path: `/api/v1/people/${personId}/leaving`,
      body: { ...values, successors: chosen(values.successors) },
    });
    notify.done("The end is set", "Access ends at that instant; successors take over then.");
  };
  const options = (members.data?.items ?? [])
    .filter((one) => one.id !== personId)
    .map((one) => ({ value: one.id, label: one.name }));
  return (
    <Form<Fields>
      formKey={null}
      defaultValues={{
        endsAt: leaving?.endsAt ?? "",
        reason: leaving?.reason ?? "",
        successors: Object.fromEntries(
          kinds.map(({ kind }) => [kind, leaving?.successors[kind] ?? ""]),
        ),
      }}
      submitLabel={leaving ? "Change the end" : "Set the end"}
      onSubmit={save}
    >
      <InstantField
        name="endsAt"
        label="Access ends"
        hint="Day and time of your agency. It ends then to the second, on every device."
        required
      />
      {kinds.map(({ kind, label, items }) => (
        <SelectField
          key={kind}
          name={`successors.${kind}`}
          label={`${label} (${items.length}) go to`}
          placeholder="Nobody yet"
          options={options}
        />
      ))}
      <ReasonField rows={2} maxLength={500} />
    </Form>
  );
}
