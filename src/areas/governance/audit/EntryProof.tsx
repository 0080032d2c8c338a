import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Download, Eraser, LoaderCircle, OctagonX } from "lucide-react";
import { useState } from "react";
import type { Content } from "#kernel/audit-proof.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { AuditEntryRow, AuditKey, AuditProof } from "./audit.model.ts";
import { fetchBundle, saveBlob, verifyProof } from "./verification.ts";
import { actionWords, entriesWords, typeWords, valueWords } from "./audit.labels.ts";

const EraseDialog = dialogOnDemand(async () => (await import("./EraseDialog.tsx")).EraseDialog);
const eraseAction = "audit.erase-content";

function Verdict({ proof, keyText }: { proof: AuditProof; keyText: string }) {
  const { timeZone } = useAgency();
  const verdict = useQuery({
    queryKey: ["noun", "auditproof", proof.leaf, proof.size, keyText],
    queryFn: () => verifyProof(proof, keyText),
  });
  if (verdict.isError) return <ErrorPanel error={verdict.error} what="The check" />;
  if (!verdict.data)
    return (
      <p role="status" className="text-t2">
        <LoaderCircle className="inline size-4" aria-hidden="true" /> Checking in this browser…
      </p>
    );
  return (
    <ul className="checks" role="status">
      {verdict.data.holds ? (
        <li>
          <CircleCheck className="pass size-4 flex-none" aria-hidden="true" />
          <span>
            The proof holds
            <small>
              Checked in this browser: {counted(proof.proof.length, "step leads", "steps lead")} to
              the root that was signed {formatInstant(verdict.data.checkpoint.at, timeZone)} over{" "}
              {entriesWords(verdict.data.checkpoint.size)}.
            </small>
          </span>
        </li>
      ) : (
        <li>
          <OctagonX className="fail size-4 flex-none" aria-hidden="true" />
          <span>
            The proof does not hold<small>{verdict.data.why}</small>
          </span>
        </li>
      )}
    </ul>
  );
}

function Changes({ content }: { content: string | null }) {
  if (content === null)
    return (
      <p className="text-t2">
        The content of this entry was erased by law. Its digest and its place in the ledger remain.
      </p>
    );
  const { changes, note } = JSON.parse(content) as Content;
  return (
    <>
      {note && <p className="text-t2">“{note}”</p>}
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map((change) => (
            <li key={change.field}>
              {typeWords(change.field)}:{" "}
              {change.before !== null && (
                <>
                  <del>{valueWords(change.before)}</del> →{" "}
                </>
              )}
              <ins>{valueWords(change.after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ExportRecord({ row }: { row: AuditEntryRow }) {
  const { me } = useAuth();
  const [busy, setBusy] = useState(false);
  if (!me?.permissions.includes("audit.export")) return null;
  const save = async () => {
    setBusy(true);
    try {
      saveBlob(
        `evidence-${row.objectNumber ?? row.objectId}.jsonl`,
        await fetchBundle({ objectIds: [row.objectId] }),
      );
    } catch (error) {
      notify.failed("The evidence was not exported", error);
    }
    setBusy(false);
  };
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {busy ? "Collecting…" : `Evidence of ${row.objectNumber ?? "this record"}`}
    </button>
  );
}

/**
 * Where the law demands it, an administrator takes an entry's content away; digests and proofs
 * stay.
 */
function Erase({ row }: { row: AuditEntryRow }) {
  const { can } = useAuth();
  const [open, setOpen] = useState(false);
  if (!can("audit.erase") || row.erased || row.action === eraseAction) return null;
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={() => setOpen(true)}>
        <Eraser aria-hidden="true" />
        Erase its content
      </button>
      {open && <EraseDialog entry={row} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * One entry with what changed, its proof checked here and now, and the evidence of its record as a
 * file.
 */
export function EntryProof({ row }: { row: AuditEntryRow }) {
  const { timeZone } = useAgency();
  const proof = useGet<AuditProof>("auditEntry", `/api/v1/audit-entries/${row.id}/proof`);
  const key = useGet<AuditKey>("auditKey", "/api/v1/audit-key");
  return (
    <div className="stack">
      <div>
        <h2>{actionWords(row.action)}</h2>
        <p className="text-t2">
          {typeWords(row.objectType)}{" "}
          {row.objectNumber && <span className="mono">{row.objectNumber}</span>}
        </p>
      </div>
      <Facts>
        <Fact label="Who">{row.actorName ?? (row.erased ? "Erased" : "System")}</Fact>
        <Fact label="When">{formatInstant(row.at, timeZone)}</Fact>
        <Fact label="Entry">
          <span className="mono">
            {row.index === null ? "being sealed" : row.index.toLocaleString("en-US")}
          </span>
        </Fact>
        {proof.data && (
          <Fact label="Leaf">
            <span className="mono">{proof.data.leaf}</span>
          </Fact>
        )}
      </Facts>
      {proof.isError && (
        <ErrorPanel error={proof.error} what="The proof" onRetry={() => void proof.refetch()} />
      )}
      {proof.data && <Changes content={proof.data.content} />}
      {proof.data && key.data && <Verdict proof={proof.data} keyText={key.data.verifierKey} />}
      {proof.data && proof.data.linked.length > 0 && (
        <p className="text-t2">
          {counted(proof.data.linked.length, "other entry", "other entries")} of this record:{" "}
          <span className="mono">
            {proof.data.linked.map((entry) => entry.index.toLocaleString("en-US")).join(", ")}
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ExportRecord row={row} />
        <Erase row={row} />
      </div>
    </div>
  );
}
