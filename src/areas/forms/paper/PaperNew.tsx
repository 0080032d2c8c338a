import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Bases, PaperRow, PaperTemplate } from "./paper.model.ts";

const send = (file: File): Promise<PaperRow> => {
  const body = new FormData();
  body.append("file", file);
  return api<PaperRow>("/api/v1/papers", { method: "POST", body });
};
const wordOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function Upload({
  paper,
  onPaper,
}: {
  paper: PaperRow | null;
  onPaper: (paper: PaperRow) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setSaid(null);
    await send(file).then(onPaper, (error: unknown) => setSaid(messageOf(error)));
    setBusy(false);
  };
  return (
    <Panel title="1. The PDF">
      <div className="grid gap-3">
        <p className="text-t2">
          Up to 20 MB and 300 pages. A form that can be filled in brings its fields; on a flat page
          you draw boxes.
        </p>
        <DropZone
          accept="application/pdf,.pdf"
          busy={busy}
          invalid={said !== null}
          onFiles={(files) => void take(files[0])}
        />
        {said && (
          <p className="notice tone-danger" role="alert">
            {said}
          </p>
        )}
        {paper && (
          <p role="status">
            <b>{paper.name}</b>: {counted(paper.sheet.pages.length, "page")},{" "}
            {paper.sheet.fields.length === 0
              ? "no fields, so boxes are drawn"
              : counted(paper.sheet.fields.length, "field")}
            .
          </p>
        )}
      </div>
    </Panel>
  );
}

function Basis({
  bases,
  value,
  onChange,
}: {
  bases: Bases;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Panel title="2. Filled from">
      <label className="field max-w-[420px]">
        <span>A form or a list</span>
        <select
          className="field-control"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Choose</option>
          <optgroup label="Submissions of a form">
            {bases.forms.map((form) => (
              <option key={form.formId} value={`form ${form.formId}`}>
                {form.name}
              </option>
            ))}
          </optgroup>
          <optgroup label="Records of a list">
            {bases.lists.map((list) => (
              <option key={list.path} value={`list ${list.path}`}>
                {wordOf(list.name)}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
    </Panel>
  );
}

/** /utility-form-filler/papers/new: a PDF and what it is filled from, as a draft. */
export default function PaperNew() {
  const navigate = useNavigate();
  const bases = useGet<Bases>("form-definitions", "/api/v1/paper-bases", { first: true });
  const create = useMutationAction<PaperTemplate>("paper-templates");
  const [paper, setPaper] = useState<PaperRow | null>(null);
  const [basis, setBasis] = useState("");
  if (bases.isError) return <ErrorPanel error={bases.error} what="Forms and lists" />;
  if (!bases.data) return <RecordSkeleton />;
  const begin = async () => {
    const [kind, of = ""] = basis.split(" ");
    const made = await create.mutateAsync({
      path: "/api/v1/paper-templates",
      body: {
        name: paper!.name.replace(/\.pdf$/i, "").slice(0, 120),
        paperId: paper!.id,
        basis: kind === "form" ? { kind, formId: of } : { kind: "list", path: of },
        places: [],
      },
    });
    void navigate(pathTo("paperEdit", { id: made.id }));
  };
  return (
    <div className="stack max-w-[760px]">
      <h1>New PDF template</h1>
      <Upload paper={paper} onPaper={setPaper} />
      <Basis bases={bases.data} value={basis} onChange={setBasis} />
      <button
        type="button"
        className="btn btn-primary justify-self-start"
        disabled={!paper || basis === "" || create.isPending}
        onClick={() =>
          void begin().catch((error: unknown) => notify.failed("The draft was not made", error))
        }
      >
        Say what stands where
      </button>
    </div>
  );
}
