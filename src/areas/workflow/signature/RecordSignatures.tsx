import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { proofs, signatureStatuses, signerStatuses } from "./signature.labels.ts";
import type { SignatureDetail } from "./signature.model.ts";

const path = "/api/v1/signature-requests";
type Of = { request: SignatureDetail };
type Signer = SignatureDetail["signers"][number];

const sides = { ours: "for the agency", portal: "in the vendor portal", link: "by a link" };

function SignerRow({ signer: s, onSend }: { signer: Signer; onSend: (() => void) | null }) {
  const { timeZone } = useAgency();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1">
        {s.signedName ?? s.name}{" "}
        <span className="text-t3">
          {sides[s.side]}
          {s.email && `, ${s.email}`}
        </span>
        {s.signedAt && s.proof && (
          <small className="block text-t3">
            {formatInstant(s.signedAt, timeZone)} · {s.typed ? "typed" : "drawn"} ·{" "}
            {proofs[s.proof]} · from {s.address}
          </small>
        )}
        {s.declinedReason && <small className="block text-t2">{s.declinedReason}</small>}
      </span>
      {onSend && (
        <button type="button" className="btn btn-small" onClick={onSend}>
          Send the letter again
        </button>
      )}
      <StatusBadge statuses={signerStatuses} status={s.status} />
    </li>
  );
}

function Hashes({ request: r }: Of) {
  const save = (what: "document" | "certificate") =>
    void download(`${path}/${r.id}/${what}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <>
      <div className="mt-4">
        <Facts>
          <Fact label="Document, SHA-256">
            <span className="mono text-12 break-all">{r.sha256}</span>
          </Fact>
          {r.resultSha256 && (
            <Fact label="Signed, with certificate, SHA-256">
              <span className="mono text-12 break-all">{r.resultSha256}</span>
            </Fact>
          )}
        </Facts>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="btn btn-small" onClick={() => save("document")}>
          Document
        </button>
        {r.resultSha256 && (
          <button
            type="button"
            className="btn btn-small btn-primary"
            onClick={() => save("certificate")}
          >
            Signed document with certificate
          </button>
        )}
      </div>
    </>
  );
}

/** One request: who signed when and how, the hashes, and what the person may do with it. */
export function OneSignature({ request: r }: Of) {
  const { can } = useAuth();
  const act = useMutationAction("signature-requests", "signatures");
  const [voiding, setVoiding] = useState(false);
  const run = (to: string, body: object, done: string, version?: number) =>
    act.mutate(
      { path: `${path}/${r.id}/${to}`, body, ...(version === undefined ? {} : { version }) },
      {
        onSuccess: () => notify.done(done),
        onError: (error) => notify.failed("Nothing was done", error),
      },
    );
  const mayKeep = r.status === "open" && can("signature.ask");
  return (
    <Panel
      title={`Signatures under ${r.number}`}
      aside={<StatusBadge statuses={signatureStatuses} status={r.status} />}
    >
      <p className="mb-3 text-13 text-t2">
        Asked by {r.requestedBy ?? "a former member"}, to sign by {formatDate(r.expiresOn)},{" "}
        {r.ordered ? "one after the other" : "all at once"}.
        {r.statusReason && <span className="block">{r.statusReason}</span>}
      </p>
      <ul className="grid gap-3">
        {r.signers.map((s) => (
          <SignerRow
            key={s.id}
            signer={s}
            onSend={
              mayKeep && s.side !== "ours" && s.status === "asked"
                ? () => run(`signers/${s.id}/actions/send-link`, {}, "The letter is on its way")
                : null
            }
          />
        ))}
      </ul>
      <Hashes request={r} />
      {mayKeep && (
        <button
          type="button"
          className="btn btn-small btn-danger mt-3"
          onClick={() => setVoiding(true)}
        >
          Void the request
        </button>
      )}
      {voiding && (
        <TextDialog
          title={`Void the request for signatures under ${r.number}?`}
          label="Why"
          hint="Signatures given so far do not count any more, and the signers are told."
          confirm="Void the request"
          onClose={() => setVoiding(false)}
          onConfirm={(reason) => {
            setVoiding(false);
            run("actions/void", { reason }, "The request is void", r.version);
          }}
        />
      )}
    </Panel>
  );
}

/** Signatures asked for under a record, newest first; nothing where none were. */
export function RecordSignatures({
  sourceType,
  sourceId,
}: {
  sourceType: string;
  sourceId: string;
}) {
  const list = useGet<{ items: SignatureDetail[] }>(
    "signatures",
    `${path}?sourceType=${sourceType}&sourceId=${sourceId}`,
  );
  return list.data?.items.map((request) => <OneSignature key={request.id} request={request} />);
}
