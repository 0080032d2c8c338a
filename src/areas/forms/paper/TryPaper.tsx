import { useEffect, useMemo, useRef, useState } from "react";
import { messageOf, saveFile } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { counted } from "#kernel/words.ts";
import type { PaperTemplate, Trial } from "./paper.model.ts";
import { usePdf } from "./usePaper.ts";

type Row = { id: string; number?: string; name?: string; title?: string };

const nameOf = (row: Row): string =>
  [row.number, row.name ?? row.title].filter(Boolean).join(", ") || row.id;
const listOf = ({ basis }: PaperTemplate): string =>
  basis.kind === "list" ? basis.path : `/api/v1/form-submissions?form=${basis.formId}`;

function Pages({ bytes }: { bytes: Uint8Array }) {
  const { pdf, problem } = usePdf(bytes);
  const place = useRef<HTMLDivElement>(null);
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!pdf) return;
    let gone = false;
    const draw = async () => {
      const drawn: HTMLCanvasElement[] = [];
      const read: string[] = [];
      for (let n = 1; n <= pdf.pages && !gone; n++) {
        const canvas = document.createElement("canvas");
        canvas.className = "w-full border border-hair bg-white";
        canvas.setAttribute("aria-hidden", "true");
        await pdf.draw(n, canvas, 1.6);
        drawn.push(canvas);
        read.push(await pdf.textOf(n));
      }
      if (gone) return;
      place.current?.replaceChildren(...drawn);
      setTexts(read);
    };
    void draw().catch(() => {});
    return () => {
      gone = true;
    };
  }, [pdf]);
  if (problem) return <p className="notice tone-danger">{problem}</p>;
  return (
    <>
      <div ref={place} className="grid gap-3" />
      {texts.map((text, at) => (
        <p key={`${at}:${text}`} className="sr-only">
          Page {at + 1}: {text}
        </p>
      ))}
    </>
  );
}

function Report({ trial }: { trial: Trial }) {
  const { report } = trial;
  return (
    <ul className="checks" aria-label="What filling did">
      <li className="pass">
        {counted(report.pages, "page")}, read again and equal to the values. Fonts:{" "}
        {report.fonts.join(", ") || "none"}.
      </li>
      {report.shrunk.map((each) => (
        <li key={`shrunk ${each.label}`} className="warn">
          {each.label}: letters of {each.size} points, so that it fits.
        </li>
      ))}
      {report.continued.map((each) => (
        <li key={`continued ${each.no}`} className="warn">
          {each.label}: goes on as continuation {each.no}.
        </li>
      ))}
      {report.empty.length > 0 && (
        <li className="warn">The PDF wants these filled: {report.empty.join(", ")}.</li>
      )}
    </ul>
  );
}

function Filled({ trial, name }: { trial: Trial; name: string }) {
  const bytes = useMemo(
    () => Uint8Array.from(atob(trial.pdf), (letter) => letter.charCodeAt(0)),
    [trial.pdf],
  );
  return (
    <div className="grid gap-4">
      <Report trial={trial} />
      <Pages bytes={bytes} />
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() =>
          saveFile(new Blob([bytes], { type: "application/pdf" }), `${trial.record}-${name}.pdf`)
        }
      >
        Save this PDF
      </button>
    </div>
  );
}

/** Fills a saved version in with one record, and shows the pages and what filling did. */
export function TryPaper({ template, onClose }: { template: PaperTemplate; onClose: () => void }) {
  const path = listOf(template);
  const joined = path.includes("?") ? "&" : "?";
  const [search, setSearch] = useState("");
  const [record, setRecord] = useState("");
  const rows = useGet<{ items: Row[] }>(
    "paper-trials",
    `${path}${joined}limit=20&count=none&q=${encodeURIComponent(search)}`,
    { keep: true },
  );
  const run = useMutationAction<Trial>("paper-trials-none");
  const send = () =>
    run.mutate({
      path: `/api/v1/paper-templates/${template.id}/actions/try`,
      body: { recordId: record || rows.data?.items[0]?.id },
    });
  return (
    <Dialog
      onClose={onClose}
      title={`Try ${template.name}`}
      description="Nothing is kept, and nobody is told."
      className="dialog dialog-wide"
      footer={
        <button
          type="button"
          className="btn btn-primary"
          disabled={run.isPending || !rows.data?.items.length}
          onClick={send}
        >
          {run.isPending ? "Filling in…" : "Fill it in"}
        </button>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-3 md:grid-cols-2">
          <label className="field">
            <span>Search</span>
            <input
              className="field-control"
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
                setRecord("");
              }}
            />
          </label>
          <label className="field">
            <span>Record</span>
            <select
              className="field-control"
              value={record || (rows.data?.items[0]?.id ?? "")}
              onChange={(event) => setRecord(event.target.value)}
            >
              {rows.data?.items.map((row) => (
                <option key={row.id} value={row.id}>
                  {nameOf(row)}
                </option>
              ))}
            </select>
          </label>
        </div>
        {rows.data?.items.length === 0 && <p>There is no such record to try it with.</p>}
        {run.isError && (
          <p className="notice tone-danger" role="alert">
            {messageOf(run.error)}
          </p>
        )}
        {run.data && !run.isPending && <Filled trial={run.data} name={template.name} />}
      </div>
    </Dialog>
  );
}
