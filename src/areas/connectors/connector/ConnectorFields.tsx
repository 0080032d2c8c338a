import { useWatch } from "react-hook-form";
import { FormRow, FormSection, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { connectorKinds, pagings } from "./connector.labels.ts";
import type { ImporterRow } from "./connector.model.ts";
import type { ConnectorValues } from "./connectorValues.ts";

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function RestFields() {
  const paging = useWatch<ConnectorValues, "settings.paging">({ name: "settings.paging" });
  return (
    <FormSection title="How the answer is read">
      <TextField
        name="settings.items"
        label="Where the items stand"
        hint="A path such as data.items. Empty: the answer is the list itself."
      />
      <TextArea
        name="fields"
        label="Fields of an item"
        required
        rows={4}
        hint="A path on each line, such as number or address.city. Each becomes a column."
      />
      <SelectField name="settings.paging" label="Pages" options={optionsOf(pagings)} required />
      {(paging === "page" || paging === "cursor") && (
        <FormRow>
          <TextField
            name="settings.parameter"
            label="Parameter of the address"
            hint={paging === "page" ? "Such as page" : "Such as cursor"}
            required
          />
          {paging === "cursor" && (
            <TextField
              name="settings.cursor"
              label="Where the cursor stands"
              hint="A path such as next"
              required
            />
          )}
        </FormRow>
      )}
    </FormSection>
  );
}

/** The fields of a connector, for a new one and for a change; `locked` where a credential is kept. */
export function ConnectorFields({ locked }: { locked: boolean }) {
  const importers = useGet<{ items: ImporterRow[] }>(
    "connector-importers",
    "/api/v1/connector-importers",
  );
  const kind = useWatch<ConnectorValues, "kind">({ name: "kind" });
  const kinds =
    importers.data?.items.map((each) => ({ value: each.kind, label: each.label })) ?? [];
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={80}
        hint="Such as Vendors of the ERP."
      />
      <FormRow>
        <SelectField name="kind" label="Source" options={optionsOf(connectorKinds)} required />
        <SelectField name="importer" label="What it brings in" options={kinds} required />
      </FormRow>
      <TextField
        name="address"
        label="Address"
        required
        hint="https, on the public internet. Without user name or key."
      />
      <FormRow>
        <TextField
          name="credentialHeader"
          label="Header that lets us in"
          hint="Such as Authorization or X-Api-Key. Empty: none."
        />
        <TextField
          name="credential"
          label="Its value"
          autoComplete="off"
          type="password"
          hint={locked ? "One is kept. Empty: it stays." : "Such as Bearer and a key. Kept sealed."}
        />
      </FormRow>
      <TextField
        name="runAt"
        label="Every day at"
        required
        hint="In your agency's time, such as 02:30."
      />
      {kind === "rest" && <RestFields />}
    </>
  );
}
