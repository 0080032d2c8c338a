import { PackageCheck } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { RequestDetail } from "../request/request.model.ts";
import type { Bundle } from "./bundle.model.ts";

const standing = new Set(["certified", "submitted", "paid"]);

function Made({ of }: { of: Bundle }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  return (
    <li className="grid gap-1">
      <span>
        <b>{formatInstant(of.createdAt, timeZone)}</b>
        {of.requestedBy && `, asked by ${of.requestedBy}`}
      </span>
      {of.sha256 ? (
        <>
          <span className="text-13 text-t2">
            {counted(of.files ?? 0, "file")}, {counted(of.entries ?? 0, "entry", "entries")} of the
            audit ledger, {formatCents(of.cents ?? 0)} asked for
          </span>
          <span className="text-12 text-t3 break-all">
            Manifest <span className="mono">{of.manifest}</span>
          </span>
          {can("recovery.bundle") && (
            <span>
              <button
                type="button"
                className="btn btn-small no-print"
                onClick={() =>
                  void download(`/api/v1/pa-bundles/${of.id}/file`).catch((error: unknown) =>
                    notify.failed("The bundle was not handed over", error),
                  )
                }
              >
                Download the ZIP
              </button>
            </span>
          )}
        </>
      ) : (
        <span className="text-13 text-t2">
          Not made yet: the tray of long work says how far it is, or why it stopped.
        </span>
      )}
    </li>
  );
}

/** Bundles of a request: one ZIP each, which anyone checks without us. */
export function BundlePanel({ r }: { r: RequestDetail }) {
  const { can } = useAuth();
  const path = `/api/v1/pa-requests/${r.id}/bundles`;
  const found = useGet<{ items: Bundle[] }>("pa-requests", path);
  const ask = useMutationAction("pa-requests", "jobs");
  const make = async () => {
    try {
      await ask.mutateAsync({ path });
      notify.done("The bundle is being made", "The tray of long work offers it when it is ready.");
    } catch (error) {
      notify.failed("The bundle could not be asked for", error);
    }
  };
  return (
    <Panel title="Bundle">
      <p className="text-t2">
        One ZIP with the forms, the evidence in the order of upload, the trace of every cent and the
        audit ledger&rsquo;s proofs. Whoever has audit-verify.mjs and your public key checks it
        without a connection. Made twice, it has the same manifest.
      </p>
      {!standing.has(r.status) && (
        <p className="mt-2">It is made of a certified request, whose lines stand still.</p>
      )}
      {standing.has(r.status) && can("recovery.bundle") && (
        <button
          type="button"
          className="btn mt-3 no-print"
          disabled={ask.isPending}
          onClick={() => void make()}
        >
          <PackageCheck aria-hidden="true" />
          Make the bundle
        </button>
      )}
      <ul className="mt-3 grid gap-3">
        {found.data?.items.map((b) => (
          <Made key={b.id} of={b} />
        ))}
      </ul>
    </Panel>
  );
}
