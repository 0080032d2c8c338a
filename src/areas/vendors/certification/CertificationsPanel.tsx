import { Download, Pencil, Plus, XCircle } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { certifications } from "../vendor/vendor.labels.ts";
import { certificationStandings } from "./certification.labels.ts";
import type { CertificateRow } from "./certification.model.ts";

const CertificateDialog = dialogOnDemand(
  async () => (await import("./CertificateDialogs.tsx")).CertificateDialog,
);
const EndCertificateDialog = dialogOnDemand(
  async () => (await import("./CertificateDialogs.tsx")).EndCertificateDialog,
);

/** Since when and until when it holds, in words; what was only stated says so. */
const daysOf = ({ datesRecorded, validFrom, validTo }: CertificateRow): string => {
  if (!datesRecorded)
    return validFrom
      ? `Dates not recorded; stated since ${formatDate(validFrom)}`
      : "Dates not recorded";
  return validTo
    ? `${formatDate(validFrom!)} to ${formatDate(validTo)}`
    : `From ${formatDate(validFrom!)}, without end`;
};

const givenBy = ({ certifier, certificateNumber }: CertificateRow): string =>
  [certifier, certificateNumber].filter(Boolean).join(" · ");

type Open = { what: "record" } | { what: "correct" | "end"; row: CertificateRow };

function Certificate({
  row,
  may,
  onOpen,
}: {
  row: CertificateRow;
  may: boolean;
  onOpen: (open: Open) => void;
}) {
  const called = certifications[row.kind];
  const open = may && row.endedOn === null;
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0">
      <span className="min-w-0 flex-1 basis-60">
        {called}
        <small className="block text-12 text-t3">
          {daysOf(row)}
          {givenBy(row) && ` · ${givenBy(row)}`}
        </small>
        {row.endedOn && (
          <small className="block text-12 text-t3">
            Ended {formatDate(row.endedOn)}: {row.endedReason}
          </small>
        )}
      </span>
      <StatusBadge statuses={certificationStandings} status={row.standing} />
      {row.fileId && (
        <button
          type="button"
          className="btn btn-small"
          aria-label={`Download ${row.fileName ?? "the certificate"}`}
          onClick={() =>
            void download(`/api/v1/files/${row.fileId}`).catch((error: unknown) =>
              notify.failed("Not downloaded", error),
            )
          }
        >
          <Download aria-hidden="true" />
        </button>
      )}
      {open && (
        <>
          <button
            type="button"
            className="btn btn-small"
            aria-label={`${row.datesRecorded ? "Correct" : "Record the dates of"} ${called}`}
            onClick={() => onOpen({ what: "correct", row })}
          >
            <Pencil aria-hidden="true" />
            {row.datesRecorded ? "Correct" : "Record dates"}
          </button>
          <button
            type="button"
            className="btn btn-small"
            aria-label={`Withdraw ${called}`}
            onClick={() => onOpen({ what: "end", row })}
          >
            <XCircle aria-hidden="true" />
            Withdraw
          </button>
        </>
      )}
    </li>
  );
}

/** Certificates of a vendor with the days on which each holds; who verifies vendors records them. */
export function CertificationsPanel({ vendorId, merged }: { vendorId: string; merged: boolean }) {
  const { can } = useAuth();
  const read = useGet<{ items: CertificateRow[] }>(
    "vendors",
    `/api/v1/vendors/${vendorId}/certifications`,
  );
  const [open, setOpen] = useState<Open | null>(null);
  const may = can("vendor.register") && !merged;
  const items = read.data?.items ?? [];
  if (read.error) return <ErrorPanel error={read.error} />;
  return (
    <Panel
      title="Certifications"
      flush={items.length > 0}
      aside={
        may && (
          <button
            type="button"
            className="btn btn-small"
            onClick={() => setOpen({ what: "record" })}
          >
            <Plus aria-hidden="true" />
            Record a certificate
          </button>
        )
      }
    >
      {items.length === 0 ? (
        <p className="text-t2">None. What is bought counts as bought of a firm without one.</p>
      ) : (
        <ul>
          {items.map((row) => (
            <Certificate key={row.id} row={row} may={may} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open && open.what !== "end" && (
        <CertificateDialog
          vendorId={vendorId}
          row={open.what === "correct" ? open.row : null}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === "end" && (
        <EndCertificateDialog row={open.row} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}
