import { FileCheck2, Printer } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { RunDetail } from "./run.model.ts";

type File = RunDetail["files"][number];
const fileNames = { nacha: "Bank file (NACHA, CCD)", register: "Check register (CSV)" };

const standing = (run: RunDetail) => run.bankFiles.find((f) => f.replacedAt === null);

/** Why the bank file is not to be uploaded, or not this way. */
function Warning({ run }: { run: RunDetail }) {
  const inside = standing(run)?.voided ?? [];
  const text = run.refused
    ? "The bank refused this file and its payments are void. Never upload it again."
    : inside.length === 0
      ? null
      : run.status === "released"
        ? `${inside.join(", ")} is void and stands in it. Press Make bank file anew; this one is not handed out.`
        : `${inside.join(", ")} is void since and stands in it. Never upload it again.`;
  return text && <p className="text-13 text-danger">{text}</p>;
}

/** Bank files that were replaced because a payment of them is void: they are never sent. */
function Replaced({ run }: { run: RunDetail }) {
  const { timeZone } = useAgency();
  const old = run.bankFiles.filter((f) => f.replacedAt !== null);
  if (old.length === 0) return null;
  return (
    <ul className="border-t border-hair px-4 py-3 text-13 text-t2">
      {old.map((f) => (
        <li key={f.sha256} className="py-1">
          Replaced on {formatInstant(f.replacedAt!, timeZone)}, because {f.voided.join(", ")} is
          void.{" "}
          {f.takenAt
            ? `It was downloaded on ${formatInstant(f.takenAt, timeZone)} by ${f.takenBy ?? "a former member"}: never upload it.`
            : "Nobody downloaded it."}{" "}
          <span className="mono break-all text-12 text-t3">SHA-256 {f.sha256}</span>
        </li>
      ))}
    </ul>
  );
}

/** The run's files with their hashes; the bank file is for approvers and the treasurer. */
export function Files({ run }: { run: RunDetail }) {
  const { can } = useAuth();
  if (run.files.length === 0)
    return (
      <EmptyState kind="first-use" title="No files yet">
        The bank file and the check register are written when the run is released.
      </EmptyState>
    );
  // A file that went out with a payment that is void since: for the record, never for the bank.
  const forRecord = (f: File) =>
    f.kind === "nacha" && run.status !== "released" && (standing(run)?.voided.length ?? 0) > 0;
  const may = can("payment.release") || can("payment.approve");
  const get = (href: string) =>
    void download(href).catch((error: unknown) =>
      notify.failed("The file was not downloaded", error),
    );
  return (
    <Panel title="Files" flush>
      <ul>
        {run.files.map((f) => (
          <li
            key={f.kind}
            className="flex flex-wrap items-center gap-3 border-t border-hair px-4 py-3 first:border-t-0"
          >
            <FileCheck2 className="text-t3" aria-hidden="true" />
            <div className="min-w-60 flex-1">
              <p className="font-medium">
                {fileNames[f.kind]} <span className="mono text-t3">{f.name}</span>
              </p>
              <p className="mono break-all text-12 text-t3">SHA-256 {f.sha256}</p>
              {f.kind === "nacha" && <Warning run={run} />}
            </div>
            {f.kind === "register" && (
              <Link className="btn" to={pathTo("paymentRegister", { id: run.id })}>
                <Printer aria-hidden="true" />
                Print
              </Link>
            )}
            <button
              type="button"
              className="btn"
              aria-disabled={!may}
              onClick={() => {
                if (may) get(forRecord(f) ? `${f.href}?withVoid=true` : f.href);
              }}
            >
              {forRecord(f) ? "Download for the record" : "Download"}
            </button>
          </li>
        ))}
      </ul>
      <Replaced run={run} />
      {!may && (
        <p className="border-t border-hair px-4 py-3 text-13 text-t3">
          People who approve or release payments download these files.
        </p>
      )}
    </Panel>
  );
}
