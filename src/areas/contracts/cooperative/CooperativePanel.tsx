import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
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
    <Facts>
      <Fact label="Lead agency">{said(file.leadAgency)}</Fact>
      <Fact label="Its contract">{said(file.leadNumber)}</Fact>
      <Fact label="Ends there">{file.leadEndsOn ? formatDate(file.leadEndsOn) : "—"}</Fact>
      <Fact label="Competed by">
        {said(file.competition && competitions[file.competition], file.competitionNote)}
      </Fact>
      <Fact label="Evidence">
        <Document id={file.competitionFileId} name={file.competitionFile} />
      </Fact>
      <Fact label="Our right to use it">
        {said(file.rightKind && rights[file.rightKind], file.rightNote)}
      </Fact>
      <Fact label="Document">
        <Document id={file.rightFileId} name={file.rightFile} />
      </Fact>
      <Fact label="Within its scope">{said(file.scope)}</Fact>
      <Fact label="Left for us">
        {[file.quantityLeft, file.amountLeft === null ? "" : formatCents(file.amountLeft)]
          .filter(Boolean)
          .join(", ") || "no limit named"}
      </Fact>
      <Fact label="Federal clauses there">
        {file.clausesThere ? said("yes", file.clausesNote) : "not confirmed"}
      </Fact>
    </Facts>
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
