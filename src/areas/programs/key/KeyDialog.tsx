import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ShownKey } from "./key.model.ts";

type Fields = { days: string; callsPerMinute: string; networks: string };

const lives = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "180", label: "Half a year" },
  { value: "365", label: "A year" },
];

function Shown({ made, onClose }: { made: ShownKey; onClose: () => void }) {
  const { timeZone } = useAgency();
  const copy = () =>
    void navigator.clipboard
      .writeText(made.key)
      .then(() => notify.done("Copied!", "The key is in your clipboard"));
  return (
    <div className="grid gap-4">
      <div className="field">
        <label htmlFor="new-program-key">Key</label>
        <span className="flex gap-2">
          <input id="new-program-key" className="field-control mono" readOnly value={made.key} />
          <button type="button" className="btn" onClick={copy}>
            Copy
          </button>
        </span>
      </div>
      <p>It is good until {formatInstant(made.expiresAt, timeZone)}.</p>
      <button type="button" className="btn btn-primary justify-self-start" onClick={onClose}>
        I have kept it
      </button>
    </div>
  );
}

/** Makes a key: how long, how often, from where; then shows it this once. */
export function KeyDialog({ programId, onClose }: { programId: string; onClose: () => void }) {
  const [made, setMade] = useState<ShownKey | null>(null);
  const make = useMutationAction<ShownKey>("programs");
  const submit = async ({ days, callsPerMinute, networks }: Fields) =>
    setMade(
      await make.mutateAsync({
        path: `/api/v1/programs/${programId}/keys`,
        body: {
          days: Number(days),
          callsPerMinute: Number(callsPerMinute),
          networks: networks.split(/[\s,;]+/).filter(Boolean),
        },
      }),
    );
  return (
    <Dialog
      onClose={onClose}
      title={made ? "The new key" : "New key"}
      description={
        made
          ? "It is shown this once and stored as its hash. Give it to the program now, and keep it nowhere else."
          : "Two are good at once, so that one takes over from the other."
      }
    >
      {made ? (
        <Shown made={made} onClose={onClose} />
      ) : (
        <Form<Fields>
          formKey={null}
          defaultValues={{ days: "90", callsPerMinute: "120", networks: "" }}
          submitLabel="Make the key"
          onCancel={onClose}
          onSubmit={submit}
        >
          <FormRow>
            <SelectField name="days" label="Good for" options={lives} required />
            <TextField
              name="callsPerMinute"
              label="Calls a minute"
              required
              hint="What is more is answered 429."
            />
          </FormRow>
          <TextArea
            name="networks"
            label="From where"
            rows={2}
            hint="Addresses or networks such as 203.0.113.0/24, one a line. Empty: from everywhere."
          />
        </Form>
      )}
    </Dialog>
  );
}
