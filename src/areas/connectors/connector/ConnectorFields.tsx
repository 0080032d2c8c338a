import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { weekdayNames } from "#kernel/weekday-names.ts";
import { FormRow, FormSection, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ConnectorValues } from "./connector.form.ts";
import {
  connectorKinds,
  everies,
  onlyImports,
  pagings,
  type ConnectorKind,
} from "./connector.labels.ts";
import type { ImporterRow, ListRow } from "./connector.model.ts";

function RestFields() {
  const paging = useWatch<ConnectorValues, "settings.paging">({ name: "settings.paging" });
  return (
    <FormSection title="How the answer is read">
      <TextField
        name="settings.items"
        label="Path to the items"
        hint="A path such as data.items. Empty: the answer is the list itself."
      />
      <TextArea
        name="fields"
        label="Fields of an item"
        required
        rows={4}
        hint="A path on each line, such as number or address.city. Each becomes a column."
      />
      <SelectField name="settings.paging" label="Pages" options={options(pagings)} required />
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
              label="Cursor field"
              hint="A path such as next"
              required
            />
          )}
        </FormRow>
      )}
      <FormRow>
        <TextField
          name="settings.watermark"
          label="Field that says how new an item is"
          hint="Such as changedAt. Its highest value is kept. Empty: all is read every time."
        />
        <TextField
          name="settings.since"
          label="Parameter that asks from there"
          hint="Such as changed_since"
        />
      </FormRow>
    </FormSection>
  );
}

function ListFields({ kept }: { kept: string }) {
  const lists = useGet<{ items: ListRow[] }>("connector-lists", "/api/v1/connector-lists");
  const options = (lists.data?.items ?? []).flatMap(({ path, name, views }) => [
    { value: `${path}?`, label: `${name}: all` },
    ...views.map((view) => ({
      value: `${path}?${view.query}`,
      label: `${name}: ${view.name}`,
    })),
  ]);
  // A view that was changed since is sent as it was chosen.
  if (kept && !options.some(({ value }) => value === kept))
    options.unshift({ value: kept, label: `As it was chosen: ${kept}` });
  return (
    <FormSection title="What goes out">
      <FormRow>
        <SelectField
          name="view"
          label="List"
          options={options}
          required
          hint="As you see it: your saved views and those of your agency stand here."
        />
        <SelectField
          name="settings.method"
          label="Sent by"
          required
          options={[
            { value: "PUT", label: "PUT: it takes the place of the one before" },
            { value: "POST", label: "POST: each is a new one" },
          ]}
        />
      </FormRow>
    </FormSection>
  );
}

function CallsField() {
  return (
    <TextField
      name="dailyCalls"
      label="Calls allowed a day"
      hint="Empty: it says nothing of it. When they are made, it goes on tomorrow."
    />
  );
}

function ScheduleFields() {
  const every = useWatch<ConnectorValues, "every">({ name: "every" });
  return (
    <>
      <FormRow>
        <SelectField name="every" label="Runs" options={options(everies)} required />
        {every === "week" && (
          <SelectField name="weekDay" label="Day" options={options(weekdayNames)} required />
        )}
        <TextField
          name="runAt"
          label="At"
          required
          hint={
            every === "hour"
              ? "Only its minutes count: 00:15 is a quarter past every hour."
              : "In your agency's time, such as 02:30."
          }
        />
      </FormRow>
      <CallsField />
    </>
  );
}

/** The fields of a connector, for a new one and for a change; `locked` where a credential is kept. */
export function ConnectorFields({ locked, view = "" }: { locked: boolean; view?: string }) {
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
        <SelectField name="kind" label="Source" options={options(connectorKinds)} required />
        {onlyImports[kind as ConnectorKind] === undefined && (
          <SelectField name="importer" label="What it brings in" options={kinds} required />
        )}
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
          label="Authentication header"
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
      {kind === "push" ? <CallsField /> : <ScheduleFields />}
      {kind === "rest" && <RestFields />}
      {kind === "list" && <ListFields kept={view} />}
    </>
  );
}
