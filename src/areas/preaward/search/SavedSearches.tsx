import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { CheckboxField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { searchForm } from "./search.form.ts";

type Row = { id: string; name: string; words: string; digest: string; found: number };
const digests = { daily: "Every morning", weekly: "Every Monday", off: "Never" } as const;

/** One's own searches: what they find now, and when a letter tells what is new. */
export function SavedSearches() {
  const [adding, setAdding] = useState(false);
  const rows = useGet<{ items: Row[] }>("grant-searches", "/api/v1/grant-searches");
  const act = useMutationAction("grant-searches");
  return (
    <Panel title="Saved searches">
      <ul className="stack">
        {(rows.data?.items ?? []).map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <b>{row.name}</b>: {row.found} now. Letter:{" "}
              {digests[row.digest as keyof typeof digests].toLowerCase()}.
            </span>
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() =>
                void act.mutateAsync({ method: "DELETE", path: `/api/v1/grant-searches/${row.id}` })
              }
            >
              End {row.name}
            </button>
          </li>
        ))}
      </ul>
      {adding ? (
        <RecordForm
          form={searchForm}
          draft={null}
          wide={false}
          submitLabel="Save search"
          onCancel={() => setAdding(false)}
          saved={(_saved, { name }) => notify.done("Kept", name as string)}
          onSaved={() => setAdding(false)}
        >
          <TextField name="name" label="Name" required maxLength={80} />
          <TextField name="words" label="Words" hint="All of them stand in the opportunity." />
          <TextField name="alns" label="Assistance listings" hint="Such as 93.045, 93.048." />
          <CheckboxField name="eligibleOnly" label="Not those that exclude us" />
          <SelectField name="digest" label="Letter with what is new" options={options(digests)} />
        </RecordForm>
      ) : (
        <button type="button" className="btn" onClick={() => setAdding(true)}>
          Save a search
        </button>
      )}
    </Panel>
  );
}
