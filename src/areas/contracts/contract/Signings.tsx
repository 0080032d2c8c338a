import { formatDate } from "#kernel/dates.ts";
import { download } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ContractDetail } from "./contract.model.ts";

/** Signatures that count, on paper or electronic, with the signed file. */
export function Signings({ signings }: Pick<ContractDetail, "signings">) {
  if (signings.length === 0) return null;
  const open = (fileId: string) =>
    void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <Panel title="Signatures">
      <ul className="grid gap-3">
        {signings.map((s) => (
          <li key={s.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1">
              {s.ourSigner} for the agency, {s.vendorSigner} for the vendor
              <small className="block text-t3">
                {s.kind === "electronic" ? "Electronically" : "Wet ink"}, {formatDate(s.signedOn)}
                {s.recordedBy && ` · recorded by ${s.recordedBy}`}
                {s.unsearchable && ` · Not searchable: ${s.unsearchable}`}
              </small>
            </span>
            <button type="button" className="btn btn-small" onClick={() => open(s.fileId)}>
              Signed document
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
