import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { competitions, isCooperative, rights } from "./cooperative.labels.ts";
import type { CooperativeAnswer } from "./cooperative.model.ts";

const CooperativeDialog = dialogOnDemand(
  async () => (await import("./CooperativeDialog.tsx")).CooperativeDialog,
);

const open = (fileId: string) =>
  void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
    notify.failed("The file did not come", error),
  );

function Document({ id, name }: { id: string | null; name: string | null }) {
  if (!id || !name) return <>missing</>;
  return (
    <button type="button" className="btn btn-small max-w-full" onClick={() => open(id)}>
      <span className="truncate">{name}</span>
    </button>
  );
}

const said = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(". ") || "—";

function Kept({ file }: { file: CooperativeAnswer }) {
  return (
    <dl className="facts facts-left">
      <dt>Lead agency</dt>
      <dd>{said(file.leadAgency)}</dd>
      <dt>Its contract</dt>
      <dd>{said(file.leadNumber)}</dd>
      <dt>Ends there</dt>
      <dd>{file.leadEndsOn ? formatDate(file.leadEndsOn) : "—"}</dd>
      <dt>Competed by</dt>
      <dd>{said(file.competition && competitions[file.competition], file.competitionNote)}</dd>
      <dt>Evidence</dt>
      <dd>
        <Document id={file.competitionFileId} name={file.competitionFile} />
      </dd>
      <dt>Our right to use it</dt>
      <dd>{said(file.rightKind && rights[file.rightKind], file.rightNote)}</dd>
      <dt>Document</dt>
      <dd>
        <Document id={file.rightFileId} name={file.rightFile} />
      </dd>
      <dt>Within its scope</dt>
      <dd className="whitespace-pre-wrap">{said(file.scope)}</dd>
      <dt>Left for us</dt>
      <dd>
        {[file.quantityLeft, file.amountLeft === null ? "" : formatCents(file.amountLeft)]
          .filter(Boolean)
          .join(", ") || "no limit named"}
      </dd>
      <dt>Federal clauses there</dt>
      <dd>{file.clausesThere ? said("yes", file.clausesNote) : "not confirmed"}</dd>
    </dl>
  );
}

/** The file of another agency's contract that this one rests on, and what it lacks. */
export function CooperativePanel({
  contract: c,
}: {
  contract: { id: string; kind: string; basis?: string | null };
}) {
  return isCooperative(c) ? <CooperativeFile contractId={c.id} /> : null;
}

function CooperativeFile({ contractId }: { contractId: string }) {
  const [editing, setEditing] = useState(false);
  const file = useGet<CooperativeAnswer>(
    "contracts",
    `/api/v1/contracts/${contractId}/cooperative`,
  );
  if (file.isPending) return <RecordSkeleton />;
  if (!file.data) return <ErrorPanel error={file.error} what="The cooperative file" />;
  const { gaps, warnings, canEdit, version } = file.data;
  return (
    <Panel
      title="Cooperative file"
      aside={
        canEdit && (
          <button type="button" className="btn btn-small" onClick={() => setEditing(true)}>
            {version === 0 ? "Enter the file" : "Change the file"}
          </button>
        )
      }
    >
      <div className="grid gap-4">
        <ul className="checks">
          {gaps.map((text) => (
            <li key={text} className="warn">
              {text}
            </li>
          ))}
          {warnings.map((text) => (
            <li key={text} className="warn">
              {text}
            </li>
          ))}
          {gaps.length === 0 && <li className="pass">The file is complete: orders may go out.</li>}
        </ul>
        {gaps.length > 0 && (
          <p className="text-t2">
            No order goes out under this contract until the file is complete.
          </p>
        )}
        {version > 0 && <Kept file={file.data} />}
      </div>
      {editing && (
        <CooperativeDialog
          contractId={contractId}
          file={file.data}
          onClose={() => setEditing(false)}
        />
      )}
    </Panel>
  );
}
