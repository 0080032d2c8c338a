import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { TickList } from "#web/kit/form/TickList.tsx";
import { clientKinds, type ClientKind } from "./client.labels.ts";
import type { ClientChoices, ClientRow } from "./client.model.ts";

type Values = { name: string; kind: ClientKind; redirects: string; host: string; areas: string[] };

const leaves = "Records that may leave for it, by area";

function Where() {
  const kind = useWatch<Values, "kind">({ name: "kind" });
  if (kind === "document")
    return (
      <TextField
        name="host"
        label="Host"
        hint="Programs that publish what they are at an address of this host."
        required
        maxLength={253}
      />
    );
  return (
    <TextArea
      name="redirects"
      label="Where it takes its answer, an address a line"
      hint="https://…, or http://127.0.0.1/… for a program on one's own machine."
      rows={3}
      required
      maxLength={4000}
    />
  );
}

/** A program that members may connect from then on. */
export function NewClient({ choices, onClose }: { choices: ClientChoices; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Let a program in"
      description="Members decide for themselves whether they connect it. Sealed bids, bank and tax data, pay, privacy cases and counsel's notes never leave."
      path="/api/v1/agent-clients"
      submit="Let it in"
      nouns={["agent-clients"]}
      values={{ name: "", kind: "entered", redirects: "", host: "", areas: [] }}
      bodyOf={({ redirects, host, ...values }) => ({
        ...values,
        ...(values.kind === "document"
          ? { host }
          : {
              redirectUris: redirects
                .split("\n")
                .map((line) => line.trim())
                .filter(Boolean),
            }),
      })}
      onClose={onClose}
    >
      <TextField name="name" label="What it is called" required maxLength={120} />
      <SelectField name="kind" label="Which" options={options(clientKinds)} required />
      <Where />
      <TickList name="areas" label={leaves} choices={choices.items} />
    </PostDialog>
  );
}

/** What may leave for a program, corrected. */
export function AreasDialog({
  client,
  choices,
  onClose,
}: {
  client: ClientRow;
  choices: ClientChoices;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ areas: string[] }>
      title={`What may leave for ${client.name}`}
      description="Its connections read no more than that from the next call on."
      path={`/api/v1/agent-clients/${client.id}`}
      method="PATCH"
      submit="Save"
      version={client.version}
      nouns={["agent-clients"]}
      values={{ areas: client.areas }}
      onClose={onClose}
    >
      <TickList name="areas" label={leaves} choices={choices.items} />
    </PostDialog>
  );
}
