import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import type { Criterion, SourceRow } from "./request.model.ts";
import { sourceForm } from "./source.form.ts";

type Settings = {
  criteria: { versionNo: number; items: Criterion[] } | null;
  sources: SourceRow[];
};
type Fund = { id: string; code: string; name: string };

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);

function CriteriaDialog({ now, onClose }: { now: Settings["criteria"]; onClose: () => void }) {
  const save = useMutationAction("capital-requests");
  return (
    <FormDialog<{ items: { name: string; about: string; weight: string }[] }>
      title="Publish criteria"
      description="A new version; scores that were given keep theirs. The weights come to 100."
      defaultValues={{
        items: (now?.items ?? []).map((c) => ({ ...c, weight: String(c.weight) })),
      }}
      submitLabel="Publish"
      onSubmit={async ({ items }) => {
        await save.mutateAsync({
          path: "/api/v1/capital-criteria",
          body: {
            items: items.map(({ name, about, weight }) => ({
              key: keyOf(name),
              name,
              about,
              weight: Number(weight),
            })),
          },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <LineItems
        name="items"
        label="Criteria"
        blank={() => ({ name: "", about: "", weight: "" })}
        columns={[
          { name: "name", label: "Criterion", kind: "text", required: true },
          { name: "about", label: "What ten points mean", kind: "text" },
          { name: "weight", label: "Weight", kind: "decimal", required: true },
        ]}
      />
    </FormDialog>
  );
}

function SourceDialog({ onClose }: { onClose: () => void }) {
  const funds = useGet<{ items: Fund[] }>("segments", "/api/v1/segments?kind=fund");
  return (
    <RecordDialog
      form={sourceForm}
      nouns={["capital-requests"]}
      title="Add a source"
      submitLabel="Add the source"
      onClose={onClose}
    >
      <TextField name="code" label="Code" required maxLength={20} />
      <TextField name="name" label="Name" required maxLength={120} />
      <SelectField
        name="fundId"
        label="Fund that it is spent from"
        required
        options={[
          { value: "", label: "Choose a fund" },
          ...(funds.data?.items ?? []).map((f) => ({
            value: f.id,
            label: `${f.code} ${f.name}`,
          })),
        ]}
      />
    </RecordDialog>
  );
}

/** Criteria with their weights, in versions, and the sources of capital money. */
export default function CapitalSettings() {
  const { can } = useAuth();
  const [open, setOpen] = useState<"criteria" | "source" | null>(null);
  const found = useGet<Settings>("capital-requests", "/api/v1/capital-settings", { first: true });
  const edits = can("capital.edit");
  const button = (what: "criteria" | "source", label: string) =>
    edits && (
      <button type="button" className="btn btn-small" onClick={() => setOpen(what)}>
        {label}
      </button>
    );
  return (
    <>
      <CapitalNav />
      <div className="stack">
        <h1 className="text-22 font-semibold">Criteria and sources</h1>
        {found.isPending && <RecordSkeleton />}
        {found.isError && <ErrorPanel error={found.error} what="Criteria and sources" />}
        {found.data && (
          <>
            <Panel
              title={
                found.data.criteria
                  ? `Criteria, version ${found.data.criteria.versionNo}`
                  : "Criteria"
              }
              aside={button("criteria", "Publish a new version")}
            >
              {!found.data.criteria && (
                <p className="text-t2">None yet: nobody can score before they are published.</p>
              )}
              <ul className="grid gap-2">
                {(found.data.criteria?.items ?? []).map((c) => (
                  <li key={c.key}>
                    <strong>{c.name}</strong>, weight {c.weight}
                    {c.about && <span className="text-t2"> · {c.about}</span>}
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel title="Sources" aside={button("source", "Add a source")}>
              {found.data.sources.length === 0 && <p className="text-t2">No sources yet.</p>}
              <ul className="grid gap-1">
                {found.data.sources.map((s) => (
                  <li key={s.id}>
                    <span className="mono">{s.code}</span> {s.name}
                  </li>
                ))}
              </ul>
            </Panel>
          </>
        )}
      </div>
      {open === "criteria" && (
        <CriteriaDialog now={found.data?.criteria ?? null} onClose={() => setOpen(null)} />
      )}
      {open === "source" && <SourceDialog onClose={() => setOpen(null)} />}
    </>
  );
}
