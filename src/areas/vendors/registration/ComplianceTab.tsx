import { Ban, Download } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { documentKinds, type DocumentKind } from "./registration.labels.ts";

const EndDebarmentDialog = dialogOnDemand(
  async () => (await import("./DebarDialog.tsx")).EndDebarmentDialog,
);
const DebarDialog = dialogOnDemand(async () => (await import("./DebarDialog.tsx")).DebarDialog);

type Kept = {
  id: string;
  kind: DocumentKind;
  label: string;
  fileName: string;
  expiresOn: Day | null;
  canRead: boolean;
};
type Debarment = {
  id: string;
  cause: string;
  noticedOn: Day;
  hearingOn: Day | null;
  fromOn: Day;
  untilOn: Day;
  decidedBy: string | null;
  endedOn: Day | null;
  endedReason: string | null;
  running: boolean;
};

function Debarments({ vendorId }: { vendorId: string }) {
  const { can } = useAuth();
  const read = useGet<{ items: Debarment[] }>("vendors", `/api/v1/vendors/${vendorId}/debarments`);
  const [open, setOpen] = useState(false);
  const [ending, setEnding] = useState<Debarment | null>(null);
  const items = read.data?.items ?? [];
  if (items.length === 0 && !can("vendor.debar")) return null;
  return (
    <Panel
      title="Debarment by this agency"
      aside={
        can("vendor.debar") &&
        !items.some((d) => d.running) && (
          <button type="button" className="btn btn-small" onClick={() => setOpen(true)}>
            <Ban aria-hidden="true" />
            Debar
          </button>
        )
      }
      flush={items.length > 0}
    >
      {items.length === 0 ? (
        <p className="text-t2">Never debarred here.</p>
      ) : (
        <ul>
          {items.map((d) => (
            <li key={d.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
              <span className="flex flex-wrap items-center gap-3">
                {formatDate(d.fromOn)} to {formatDate(d.untilOn)}
                <Badge
                  tone={d.running ? "danger" : "neutral"}
                  label={d.running ? "Runs" : "Over"}
                />
                {d.running && can("vendor.debar") && (
                  <button
                    type="button"
                    className="btn btn-small ml-auto"
                    onClick={() => setEnding(d)}
                  >
                    End early
                  </button>
                )}
              </span>
              <span className="text-t2">{d.cause}</span>
              <span className="text-12 text-t3">
                Notice {formatDate(d.noticedOn)}
                {d.hearingOn && `, hearing ${formatDate(d.hearingOn)}`} ·{" "}
                {d.decidedBy ?? "a former member"}
                {d.endedOn && ` · ended ${formatDate(d.endedOn)}: ${d.endedReason ?? ""}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {open && <DebarDialog vendorId={vendorId} onClose={() => setOpen(false)} />}
      {ending && (
        <EndDebarmentDialog id={ending.id} until={ending.untilOn} onClose={() => setEnding(null)} />
      )}
    </Panel>
  );
}

/** Documents with the day on which each runs out, and the agency's debarments. */
export function ComplianceTab({ vendorId }: { vendorId: string }) {
  const documents = useGet<{ items: Kept[] }>("vendors", `/api/v1/vendors/${vendorId}/documents`);
  const items = documents.data?.items ?? [];
  return (
    <>
      <Panel title="Compliance documents" flush={items.length > 0}>
        {items.length === 0 ? (
          <p className="text-t2">
            None came with a registration. Files that members attach stand below.
          </p>
        ) : (
          <ul>
            {items.map((d) => (
              <li
                key={d.id}
                className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
              >
                <span className="min-w-0 flex-1">
                  {documentKinds[d.kind]}
                  {d.label && `, ${d.label}`}
                  <small className="block truncate text-12 text-t3">{d.fileName}</small>
                </span>
                {d.expiresOn && (
                  <span className="text-13">
                    <DeadlineClock deadline={d.expiresOn} label="until" />
                  </span>
                )}
                {d.canRead ? (
                  <button
                    type="button"
                    className="btn btn-small"
                    aria-label={`Download ${d.fileName}`}
                    onClick={() =>
                      void download(`/api/v1/vendors/${vendorId}/documents/${d.id}`).catch(
                        (error: unknown) => notify.failed("Not downloaded", error),
                      )
                    }
                  >
                    <Download aria-hidden="true" />
                  </button>
                ) : (
                  <span className="text-12 text-t3">Holds the tax number: not for your role</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Debarments vendorId={vendorId} />
    </>
  );
}
