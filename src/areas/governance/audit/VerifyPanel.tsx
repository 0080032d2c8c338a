import { CircleCheck, OctagonX } from "lucide-react";
import { useId, useState } from "react";
import type { Report } from "#kernel/audit-bundle.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api, messageOf } from "#web/kit/api.ts";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { AuditEntryRow, AuditKey } from "./audit.model.ts";
import { fetchBundle, placeOf, verifyBundleFile } from "./verification.ts";
import { entriesWords } from "./audit.labels.ts";

type Outcome = { name: string; report: Report } | { name: string; failed: string };

function Result({ outcome, ownKey }: { outcome: Outcome; ownKey: boolean }) {
  const { timeZone } = useAgency();
  if ("failed" in outcome)
    return (
      <div className="notice tone-warning" role="alert">
        <OctagonX aria-hidden="true" />
        <div>
          <strong>{outcome.name} could not be checked</strong>
          <p>{outcome.failed}</p>
        </div>
      </div>
    );
  const { report, name } = outcome;
  if (report.finding)
    return (
      <div className="notice tone-danger" role="alert">
        <OctagonX aria-hidden="true" />
        <div className="grid gap-1">
          <strong>{name} does not hold</strong>
          <p>{report.finding.message}.</p>
          <p className="text-12">
            {placeOf(report.finding)}. Everything before it was checked; nothing after it can be
            relied on.
          </p>
        </div>
      </div>
    );
  const chosen = report.header?.indexes !== null;
  return (
    <div className="notice tone-success" role="status">
      <CircleCheck aria-hidden="true" />
      <div className="grid gap-1">
        <strong>{name} holds</strong>
        <p>
          {entriesWords(report.entries)} of {report.header?.agency}
          {chosen ? "" : " (the whole ledger)"}, under the checkpoint of{" "}
          {report.newest ? formatInstant(report.newest.at, timeZone) : "an empty ledger"} over{" "}
          {entriesWords(report.header?.size ?? 0)}.
          {report.erased > 0 &&
            ` The content of ${report.erased} was erased by law; the erasures are recorded.`}
        </p>
        <p className="text-12">
          {ownKey
            ? "Checked with the key that you gave."
            : "Checked with the key that this server gave. For a check that does not trust this server, give your own copy of the key."}
        </p>
      </div>
    </div>
  );
}

/** Checks a bundle, or a record straight from the server, in this browser. */
export function VerifyPanel() {
  const key = useGet<AuditKey>("auditKey", "/api/v1/audit-key");
  const [ownKey, setOwnKey] = useState("");
  const [number, setNumber] = useState("");
  const [busy, setBusy] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const ids = { key: useId(), number: useId() };
  const run = async (name: string, bundle: () => Promise<Blob>) => {
    setOutcome(null);
    setBusy(`Checking ${name}…`);
    try {
      setOutcome({
        name,
        report: await verifyBundleFile(
          await bundle(),
          ownKey.trim() || key.data?.verifierKey || "",
          (entries) => setBusy(`Checking ${name}: ${entriesWords(entries)}…`),
        ),
      });
    } catch (error) {
      setOutcome({
        name,
        failed: error instanceof RangeError ? `${error.message}.` : messageOf(error),
      });
    }
    setBusy(null);
  };
  const record = async (): Promise<Blob> => {
    const { items } = await api<ListAnswer<AuditEntryRow>>("/api/v1/audit-entries", {
      query: { q: number.trim(), limit: 20, count: "none" },
    });
    const entry = items.find(
      (item) => item.objectNumber?.toLowerCase() === number.trim().toLowerCase(),
    );
    if (!entry) throw new RangeError(`No entry of the ledger names a record ${number.trim()}`);
    return fetchBundle({ objectIds: [entry.objectId] });
  };
  return (
    <div className="record-body" data-rail="true">
      <div className="stack">
        <Panel title="Verify a bundle">
          <div className="grid gap-4">
            <p className="max-w-[68ch] text-t2">
              The file stays on this machine: it is checked here, not uploaded.
            </p>
            <DropZone
              accept=".jsonl"
              busy={busy !== null}
              onFiles={(files) => {
                const file = files[0];
                if (file) void run(file.name, () => Promise.resolve(file));
              }}
            />
          </div>
        </Panel>
        <Panel title="Verify a record">
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (number.trim()) void run(number.trim(), record);
            }}
          >
            <div className="field">
              <label htmlFor={ids.number}>Record number</label>
              <input
                id={ids.number}
                className="field-control mono"
                value={number}
                placeholder="INV-2027-00388"
                onChange={(event) => setNumber(event.target.value)}
              />
            </div>
            <button
              type="submit"
              className="btn btn-primary"
              disabled={busy !== null || !number.trim()}
            >
              Verify
            </button>
          </form>
        </Panel>
        <div aria-live="polite">
          {busy && <p className="text-t2">{busy}</p>}
          {outcome && <Result outcome={outcome} ownKey={ownKey.trim() !== ""} />}
        </div>
      </div>
      <aside className="stack" aria-label="Public key">
        <Panel title="Public key">
          <div className="grid gap-3">
            <p className="text-t2">
              Fingerprint of the key that this server signs with. Compare it with the one you were
              given in person.
            </p>
            <p className="mono text-12 break-words">{key.data?.fingerprint ?? "…"}</p>
            <div className="field">
              <label htmlFor={ids.key}>
                Your own copy of the key<span className="optional"> (optional)</span>
              </label>
              <textarea
                id={ids.key}
                className="field-control mono text-12"
                rows={3}
                value={ownKey}
                spellCheck={false}
                placeholder="levee-audit+…"
                onChange={(event) => setOwnKey(event.target.value)}
              />
            </div>
          </div>
        </Panel>
      </aside>
    </div>
  );
}
