import { useState } from "react";
import { Dialog } from "#web/kit/overlays.tsx";
import { SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { tieKinds } from "../standard/standard.labels.ts";

const shipped = [
  { key: "green-book", label: "Green Book: seventeen principles" },
  { key: "uniform-guidance-d", label: "2 CFR part 200, subpart D" },
] as const;

/** Takes a standard in: one that comes with the product, or a file. */
export function TakeDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<{ name: string; content: string } | null>(null);
  const take = useMutationAction("standards");
  const takeShipped = async (key: string) => {
    try {
      await take.mutateAsync({ path: "/api/v1/standards/actions/take-shipped", body: { key } });
      onClose();
    } catch (error) {
      notify.failed("It was not taken in", error);
    }
  };
  if (file)
    return (
      <PostDialog
        title="Take in a standard"
        description="The whole file or nothing: a clause twice, a circle or a cut file is refused with its place."
        path="/api/v1/standards/actions/take"
        submit="Take it in"
        nouns={["standards"]}
        values={{
          ...{ name: file.name.replace(/\.\w+$/, ""), edition: "", source: "" },
          format: file.name.toLowerCase().endsWith(".csv") ? "csv" : "oscal",
        }}
        bodyOf={(values) => ({ ...values, content: file.content })}
        onClose={onClose}
      >
        <TextField name="name" label="Standard" required maxLength={200} />
        <TextField name="edition" label="Edition" required maxLength={120} />
        <TextField name="source" label="Where it comes from" maxLength={400} />
        <SelectField
          name="format"
          label="File"
          required
          options={[
            { value: "oscal", label: "OSCAL catalog (JSON)" },
            { value: "csv", label: "CSV: number, title, text, parent, withdrawn" },
          ]}
        />
      </PostDialog>
    );
  return (
    <Dialog onClose={onClose} title="Take in a standard">
      <div className="grid gap-3">
        {shipped.map(({ key, label }) => (
          <button key={key} type="button" className="btn" onClick={() => void takeShipped(key)}>
            {label}
          </button>
        ))}
        <label className="field">
          <span className="field-label">A file: an OSCAL catalog, or a tree by CSV</span>
          <input
            type="file"
            accept=".json,.csv"
            className="field-control"
            onChange={async (event) => {
              const [picked] = event.target.files ?? [];
              if (picked) setFile({ name: picked.name, content: await picked.text() });
            }}
          />
        </label>
      </div>
    </Dialog>
  );
}

type Choice = { kind: keyof typeof tieKinds; id: string; name: string };

/** Ties a clause to what proves it. */
export function TieDialog({ clauseId, onClose }: { clauseId: string; onClose: () => void }) {
  const { data } = useGet<{ items: Choice[] }>("standards", "/api/v1/standard-proofs");
  if (!data) return null;
  return (
    <PostDialog<{ proof: string }>
      title="Tie what proves it"
      path={`/api/v1/standard-clauses/${clauseId}/actions/tie`}
      submit="Tie"
      nouns={["standards", "standard-clauses"]}
      values={{ proof: "" }}
      bodyOf={({ proof }) => {
        const [kind, targetId] = proof.split(" ");
        return { kind, targetId };
      }}
      onClose={onClose}
    >
      <SelectField
        name="proof"
        label="What proves it"
        required
        options={data.items.map(({ kind, id, name }) => ({
          value: `${kind} ${id}`,
          label: `${tieKinds[kind]}: ${name}`,
        }))}
      />
    </PostDialog>
  );
}
