import { FileText, X } from "lucide-react";
import { Panel } from "#web/kit/states.tsx";
import type { BidDraft, DraftFile } from "./bid-draft.ts";
import type { BidDesk } from "./bid.model.ts";

type Props = {
  desk: BidDesk;
  draft: BidDraft;
  files: readonly DraftFile[];
  faults: ReadonlyMap<string, string>;
  onChange: (draft: BidDraft) => void;
  onFiles: (files: DraftFile[]) => void;
};
type Need = BidDesk["requirements"][number];

const sizeOf = (bytes: number) =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;

function Chosen({
  files,
  onRemove,
}: {
  files: readonly DraftFile[];
  onRemove: (file: DraftFile) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ul className="files">
      {files.map((each) => (
        <li key={each.file.name}>
          <FileText aria-hidden="true" className="size-4 flex-none" />
          <span className="min-w-0 flex-1 truncate">{each.file.name}</span>
          <span className="mono">{sizeOf(each.file.size)}</span>
          <button
            type="button"
            className="btn btn-quiet btn-icon btn-small"
            aria-label={`Remove ${each.file.name}`}
            onClick={() => onRemove(each)}
          >
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Control({
  need,
  value,
  onChange,
}: {
  need: Need;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = `answer-${need.id}`;
  if (need.kind === "yes_no")
    return (
      <select
        id={id}
        className="field-control"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Choose</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </select>
    );
  if (need.kind === "text")
    return (
      <textarea
        id={id}
        className="field-control"
        rows={3}
        maxLength={20_000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <input
      id={id}
      className="field-control"
      type={need.kind === "date" ? "date" : "text"}
      inputMode={need.kind === "number" ? "decimal" : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Answer({
  need,
  draft,
  files,
  faults,
  onChange,
  onFiles,
}: Omit<Props, "desk"> & { need: Need }) {
  const id = `answer-${need.id}`;
  const fault = faults.get(id);
  const own = files.filter((each) => each.requirementId === need.id);
  const add = (list: FileList | null) =>
    onFiles([
      ...files,
      ...Array.from(list ?? [], (file) => ({
        requirementId: need.id,
        envelope: need.envelope,
        file,
      })),
    ]);
  return (
    <div className="field">
      <label htmlFor={id}>
        {need.label}
        {!need.mandatory && <span className="optional"> (optional)</span>}
      </label>
      {need.guidance && <p className="hint">{need.guidance}</p>}
      {fault && <p className="error">{fault}</p>}
      {need.kind === "document" ? (
        <>
          <input
            id={id}
            type="file"
            className="field-control"
            onChange={(event) => {
              add(event.target.files);
              event.target.value = "";
            }}
          />
          <Chosen files={own} onRemove={(gone) => onFiles(files.filter((each) => each !== gone))} />
        </>
      ) : (
        <Control
          need={need}
          value={draft.answers[need.id] ?? ""}
          onChange={(value) =>
            onChange({ ...draft, answers: { ...draft.answers, [need.id]: value } })
          }
        />
      )}
    </div>
  );
}

/** Addenda to acknowledge, answers, documents, a statement. */
export function BidAnswers(props: Props) {
  const { desk, draft, files, faults, onChange, onFiles } = props;
  const more = files.filter((each) => each.requirementId === null);
  const acknowledge = (no: number, yes: boolean) =>
    onChange({
      ...draft,
      acknowledged: yes
        ? [...draft.acknowledged, no].sort((a, b) => a - b)
        : draft.acknowledged.filter((each) => each !== no),
    });
  return (
    <>
      {desk.addenda.length > 0 && (
        <Panel title="Addenda">
          <ul className="grid gap-4">
            {desk.addenda.map((each) => (
              <li key={each.addendumNo}>
                <p className="font-medium">
                  Addendum {each.addendumNo}: {each.title}
                  {each.material && (
                    <span className="ml-2 text-13 font-normal text-warning">changes the bid</span>
                  )}
                </p>
                <p className="mt-1 whitespace-pre-line text-t2">{each.text}</p>
                <label className="check">
                  <input
                    id={`addendum-${each.addendumNo}`}
                    type="checkbox"
                    checked={draft.acknowledged.includes(each.addendumNo)}
                    onChange={(event) => acknowledge(each.addendumNo, event.target.checked)}
                  />
                  <span>I have taken addendum {each.addendumNo} into account</span>
                </label>
                {faults.get(`addendum-${each.addendumNo}`) && (
                  <p className="text-13 text-danger">{faults.get(`addendum-${each.addendumNo}`)}</p>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Answers and documents">
        <div className="grid gap-5">
          {desk.requirements.map((need) => (
            <Answer key={need.id} {...props} need={need} />
          ))}
          <div className="field">
            <label htmlFor="statement">
              Statement <span className="optional">(optional)</span>
            </label>
            <textarea
              id="statement"
              className="field-control"
              rows={4}
              maxLength={20_000}
              value={draft.statement}
              onChange={(event) => onChange({ ...draft, statement: event.target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor="more-files">
              Further documents <span className="optional">(optional)</span>
            </label>
            <input
              id="more-files"
              type="file"
              multiple
              className="field-control"
              onChange={(event) => {
                onFiles([
                  ...files,
                  ...Array.from(event.target.files ?? [], (file) => ({
                    requirementId: null,
                    envelope: "technical" as const,
                    file,
                  })),
                ]);
                event.target.value = "";
              }}
            />
            <Chosen
              files={more}
              onRemove={(gone) => onFiles(files.filter((each) => each !== gone))}
            />
          </div>
        </div>
      </Panel>
    </>
  );
}
