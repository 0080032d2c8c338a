import { useWatch } from "react-hook-form";
import { SelectField, TextArea, TextField } from "../form/fields.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { useGet, useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";

type Standing = { items: { id: string; number: string; matter: string }[] };
type Values = { holdId: string; matter: string; reason: string };

function Fields({ standing }: { standing: Standing["items"] }) {
  const holdId = useWatch({ name: "holdId" }) as string;
  return (
    <>
      {standing.length > 0 && (
        <SelectField
          name="holdId"
          label="Hold"
          placeholder="A new one"
          options={standing.map(({ id, number, matter }) => ({
            value: id,
            label: `${number}: ${matter}`,
          }))}
        />
      )}
      {!holdId && (
        <>
          <TextField
            name="matter"
            label="Matter"
            hint="The case or request, with its number."
            required
            maxLength={200}
          />
          <TextArea name="reason" label="Why it is kept" rows={3} required maxLength={2000} />
        </>
      )}
    </>
  );
}

/** Puts a record under a legal hold, a new one or one that stands; another person lifts it. */
export function HoldDialog({
  path,
  record,
  onClose,
}: {
  path: string;
  record: { id: string; number: string };
  onClose: () => void;
}) {
  const send = useMutationAction<{ number: string }>("legal-holds", path);
  const standing = useGet<Standing>("legal-holds", "/api/v1/legal-holds?status=standing&limit=100");
  const submit = async ({ holdId, matter, reason }: Values) => {
    const records = [{ type: path.split("/").at(-1)!, id: record.id }];
    const hold = await send.mutateAsync(
      holdId
        ? { path: `/api/v1/legal-holds/${holdId}/actions/extend`, body: { records } }
        : { path: "/api/v1/legal-holds", body: { matter, reason, records } },
    );
    notify.done("The hold stands", `${hold.number} keeps ${record.number}.`);
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Legal hold on ${record.number}`}
      description="Nothing of it is deleted, disposed of or erased until another person lifts the hold with a reason."
      defaultValues={{ holdId: "", matter: "", reason: "" }}
      submitLabel="Place the hold"
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields standing={standing.data?.items ?? []} />
    </FormDialog>
  );
}
