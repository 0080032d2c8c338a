import { useQueryClient } from "@tanstack/react-query";
import { Download, KeyRound, OctagonX } from "lucide-react";
import { useState } from "react";
import { dateIn, timeAgo } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { saveText } from "#web/kit/csv.ts";
import { useNow } from "#web/kit/now.ts";
import { invalidateNoun, useGet } from "#web/kit/queries.ts";
import { EmptyState } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AuditKey, AuditSummary } from "./audit.model.ts";
import { PackageList } from "../evidence/PackageList.tsx";
import { CheckpointList } from "./CheckpointList.tsx";
import { EntryList } from "./EntryList.tsx";
import { fetchBundle, saveBlob } from "./verification.ts";
import { VerifyPanel } from "./VerifyPanel.tsx";
import { WhatItProves } from "./WhatItProves.tsx";
import { entriesWords } from "./audit.labels.ts";

function Head({ summary, mayExport }: { summary: AuditSummary | undefined; mayExport: boolean }) {
  const key = useGet<AuditKey>("auditKey", "/api/v1/audit-key");
  const now = useNow();
  const { timeZone } = useAgency();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const exportAll = async () => {
    setBusy(true);
    try {
      saveBlob(
        `audit-ledger-${dateIn(new Date().toISOString(), timeZone)}.jsonl`,
        await fetchBundle({ all: true }),
      );
      notify.done("Ledger exported", "The export is itself an entry.");
      await invalidateNoun(client, "auditEntry");
    } catch (error) {
      notify.failed("The ledger was not exported", error);
    }
    setBusy(false);
  };
  return (
    <header className="list-head !mb-0">
      <div className="mr-auto grid gap-1">
        <h1>
          Audit ledger
          {summary && <span className="count"> {summary.sealed.toLocaleString("en-US")}</span>}
        </h1>
        <p className="text-t2">
          {summary
            ? summary.newest
              ? `Tamper-evident. Newest checkpoint ${timeAgo(summary.newest.at, now)}, over ${entriesWords(summary.newest.size)}.`
              : "Tamper-evident. The first checkpoint is signed within a minute."
            : "Tamper-evident."}
        </p>
      </div>
      <button
        type="button"
        className="btn"
        disabled={!key.data}
        onClick={() => saveText("levee-audit-key.txt", `${key.data!.verifierKey}\n`, "text/plain")}
      >
        <KeyRound aria-hidden="true" />
        Public key
      </button>
      {mayExport && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy}
          onClick={() => void exportAll()}
        >
          <Download aria-hidden="true" />
          {busy ? "Collecting…" : "Export the ledger"}
        </button>
      )}
    </header>
  );
}

function Refused({ summary }: { summary: AuditSummary }) {
  if (summary.refused.length === 0) return null;
  return (
    <div className="notice tone-danger" role="alert">
      <OctagonX aria-hidden="true" />
      <div>
        <strong>
          {counted(summary.refused.length, "entry was", "entries were")} not written by this
          application
        </strong>
        <p>
          Somebody wrote to the database directly. These entries are kept but not sealed:{" "}
          {summary.refused.map((entry) => entry.action ?? entry.entryId).join(", ")}. Tell whoever
          looks after your security.
        </p>
      </div>
    </div>
  );
}

/**
 * The audit ledger: entries with their proofs, checkpoints, verification in the browser, and what
 * it all means.
 */
export default function AuditLedger() {
  const { me } = useAuth();
  const mayRead = me?.permissions.includes("audit.read") ?? false;
  const mayExport = me?.permissions.includes("audit.export") ?? false;
  const summary = useGet<AuditSummary>("auditEntry", "/api/v1/audit-ledger", { enabled: mayRead });
  const reading = mayRead
    ? [
        { id: "entries", label: "Entries", content: () => <EntryList summary={summary.data} /> },
        {
          id: "checkpoints",
          label: "Checkpoints",
          count: summary.data?.checkpoints,
          content: () => <CheckpointList />,
        },
        ...(mayExport
          ? [{ id: "packages", label: "Packages", content: () => <PackageList /> }]
          : []),
      ]
    : [
        {
          id: "entries",
          label: "Entries",
          content: () => (
            <EmptyState kind="no-access" title="The entries are for auditors">
              Managers, administrators and people with the duty of auditor can read them. You can
              still verify a bundle that you were given.
            </EmptyState>
          ),
        },
      ];
  return (
    <div className="stack">
      <Head summary={summary.data} mayExport={mayExport} />
      {summary.data && <Refused summary={summary.data} />}
      <Tabs
        label="Parts of the ledger"
        tabs={[
          ...reading,
          { id: "verify", label: "Verify", content: () => <VerifyPanel /> },
          { id: "meaning", label: "What it proves", content: () => <WhatItProves /> },
        ]}
      />
    </div>
  );
}
