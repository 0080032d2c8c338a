import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { api, messageOf } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { MarkdownText } from "../merge/MarkdownText.tsx";
import type { PreviewAnswer, TemplateInput } from "./template.model.ts";

type Found = { items: { kind: string; id: string; number?: string; title: string }[] };

/** Records of a kind, as the one search finds them. */
function RecordChoice({
  noun,
  chosen,
  onChoose,
}: {
  noun: string;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) {
  const [typed, setTyped] = useState("");
  const found = useGet<Found>("search", `/api/v1/search?q=${encodeURIComponent(typed.trim())}`, {
    enabled: typed.trim().length > 1 && chosen === null,
  });
  const fits = (found.data?.items ?? []).filter((each) => each.kind === noun).slice(0, 6);
  return (
    <div className="grid gap-2">
      <label className="field">
        <span className="label">Look at it with a record</span>
        <input
          className="field-control"
          value={typed}
          placeholder="Number or name"
          onChange={(event) => {
            setTyped(event.target.value);
            onChoose(null);
          }}
        />
      </label>
      {fits.length > 0 && chosen === null && (
        <ul className="flex flex-wrap gap-2">
          {fits.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className="btn btn-small"
                onClick={() => {
                  setTyped(each.number ?? each.title);
                  onChoose(each.id);
                }}
              >
                {each.number ? `${each.number} ` : ""}
                {each.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How the text reads with a record, and what is wrong with it; the server's own reading. */
export function TemplatePreview() {
  const { noun, subject, body } = useWatch<TemplateInput>() as TemplateInput;
  const [record, setRecord] = useState<string | null>(null);
  const [shown, setShown] = useState<PreviewAnswer | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => setRecord(null), [noun]);
  useEffect(() => {
    const soon = setTimeout(() => {
      api<PreviewAnswer>("/api/v1/rpc/letter-preview", {
        method: "POST",
        body: { noun, objectId: record, subject, body },
      }).then(
        (answer) => {
          setShown(answer);
          setSaid(null);
        },
        (error: unknown) => setSaid(messageOf(error)),
      );
    }, 400);
    return () => clearTimeout(soon);
  }, [noun, record, subject, body]);
  return (
    <aside className="grid content-start gap-4 self-start xl:sticky xl:top-4" aria-label="Preview">
      <h2>How it reads</h2>
      {noun !== "" && <RecordChoice noun={noun} chosen={record} onChoose={setRecord} />}
      {said && <p className="notice tone-danger">{said}</p>}
      {shown && shown.trouble.length > 0 && (
        <ul className="checks" aria-label="What must be mended">
          {shown.trouble.slice(0, 8).map((each) => (
            <li key={`${each.line}${each.sentence}`} className="warn">
              Line {each.line}: {each.sentence}
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <div className="panel">
          <div className="panel-body grid gap-3">
            <p className="text-18 font-semibold">{shown.subject || "No subject yet"}</p>
            <MarkdownText text={shown.text} />
          </div>
        </div>
      )}
    </aside>
  );
}
