import { ChevronLeft, ChevronRight, FlaskConical, PenLine, Plus, Wand2 } from "lucide-react";
import type { Base, Draft } from "./editing.ts";
import type { PaperRow } from "./paper.model.ts";

/** What a filled copy of the PDF will not have any more. */
function Dropped({ sheet }: Pick<PaperRow, "sheet">) {
  const gone = [
    ...(sheet.hybrid ? ["its XFA part"] : []),
    ...(sheet.usageRights ? ["the usage rights that Adobe's program reads"] : []),
    ...(sheet.scripts ? ["its scripts and attached files"] : []),
  ];
  if (gone.length === 0) return null;
  return (
    <p className="notice">
      A filled copy is without {gone.join(", ")}. The pages look the same; the PDF itself stays as
      it was uploaded.
    </p>
  );
}

type HeadProps = {
  draft: Draft;
  dirty: boolean;
  paper: PaperRow;
  base: Base;
  form: boolean;
  page: number;
  drawing: boolean;
  busy: boolean;
  /** A version in force is shown: what is saved is the draft of the next. */
  next: boolean;
  onDraft: (draft: Draft) => void;
  onPage: (page: number) => void;
  onDraw: () => void;
  onAdd: () => void;
  onSuggest: () => void;
  onSave: () => void;
  onTry: () => void;
};

function Turn({ page, paper, onPage }: Pick<HeadProps, "page" | "paper" | "onPage">) {
  const { length } = paper.sheet.pages;
  if (length === 1) return null;
  return (
    <div className="flex items-center gap-1" role="group" aria-label="Page">
      <button
        type="button"
        className="btn btn-quiet btn-icon btn-small"
        aria-label="Page before"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <span className="text-13" role="status">
        Page {page + 1} of {length}
      </span>
      <button
        type="button"
        className="btn btn-quiet btn-icon btn-small"
        aria-label="Next page"
        disabled={page === length - 1}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}

function Tools(props: HeadProps) {
  const { drawing, onDraw, onAdd, onSuggest, base, paper } = props;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Turn {...props} />
      <button type="button" className="btn btn-small" aria-pressed={drawing} onClick={onDraw}>
        <PenLine aria-hidden="true" />
        {drawing ? "Draw on the page…" : "Draw a box"}
      </button>
      <button type="button" className="btn btn-small" onClick={onAdd}>
        <Plus aria-hidden="true" />
        Add a box
      </button>
      {paper.sheet.fields.length > 0 && base && (
        <button type="button" className="btn btn-small" onClick={onSuggest}>
          <Wand2 aria-hidden="true" />
          Map by names
        </button>
      )}
      <span className="ml-auto text-12 text-t3 max-md:ml-0">
        Arrows move a chosen box, with Shift by ten points, with Alt they make it larger.
      </span>
    </div>
  );
}

/** Name, buttons and tools of the editor, and what a filled copy loses. */
export function EditorHead(props: HeadProps) {
  const { draft, dirty, paper, base, form, busy, next, onDraft, onSave, onTry } = props;
  return (
    <>
      <div className="list-head !mb-0">
        <div className="min-w-0 flex-1 max-md:basis-full">
          <h1>{draft.name || "PDF template"}</h1>
          <p className="text-13 text-t3">
            {paper.name} · filled from{" "}
            {base
              ? form
                ? `the form ${base.name}`
                : `the list of ${base.name}`
              : "what you may not see"}
          </p>
        </div>
        {dirty && (
          <span className="text-13 text-t3" role="status">
            Not saved yet
          </span>
        )}
        <button type="button" className="btn" disabled={busy} onClick={onTry}>
          <FlaskConical aria-hidden="true" />
          Try it
        </button>
        <button type="button" className="btn btn-primary" disabled={busy} onClick={onSave}>
          {next ? "Save as next draft" : "Save draft"}
        </button>
      </div>
      {next && (
        <p className="notice">
          This version is in force and stays as it is. What you change becomes the draft of the next
          one.
        </p>
      )}
      <Dropped sheet={paper.sheet} />
      <div className="flex flex-wrap items-end gap-4">
        <label className="field w-full max-w-[420px]">
          <span>Name</span>
          <input
            className="field-control"
            value={draft.name}
            maxLength={120}
            onChange={(event) => onDraft({ ...draft, name: event.target.value })}
          />
        </label>
        {form && (
          <label className="flex items-center gap-2 pb-2 text-13">
            <input
              type="checkbox"
              checked={draft.offered}
              onChange={(event) => onDraft({ ...draft, offered: event.target.checked })}
            />
            Offer the empty PDF beside the public form
          </label>
        )}
      </div>
      <Tools {...props} />
    </>
  );
}
