import { Download, FileUp } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { download } from "#web/kit/api.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { PayDetail } from "../pay/pay.model.ts";
import type { WaiversOfApplication } from "./waiver.model.ts";

const PaperDialog = dialogOnDemand(async () => (await import("./WaiverDialogs.tsx")).PaperDialog);
const RevokeDialog = dialogOnDemand(async () => (await import("./WaiverDialogs.tsx")).RevokeDialog);

type Asked = WaiversOfApplication["asked"][number];
type Signed = WaiversOfApplication["signed"][number];

const paper = (id: string) =>
  void download(`/api/v1/waivers/${id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

function Demanded({ papers }: Pick<PayDetail, "papers">) {
  if (papers.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {papers.map((each) => (
        <li key={`${each.title} ${each.says}`} className={each.ok ? "text-t2" : "text-warning"}>
          {each.ok ? "In: " : "Lacks: "}
          {each.title} ({each.says}).
          {each.citation && <small className="block text-t3">{each.citation}</small>}
        </li>
      ))}
    </ul>
  );
}

function Waiver({ waiver: w, onRevoke }: { waiver: Signed; onRevoke: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span className="min-w-0 flex-1">
        <span className="mono">{w.number}</span> {w.title}, {formatCents(w.amount)} through{" "}
        {formatDate(w.throughOn)}
        <small className="block text-t3">
          {w.signerName}
          {w.onPaper && ", on paper"}; {w.place}
        </small>
      </span>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-label={`PDF of ${w.number}`}
        onClick={() => paper(w.id)}
      >
        <Download aria-hidden="true" />
        PDF
      </button>
      <Held permission="payApplication.edit" what="Hand back">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-label={`Hand back ${w.number}`}
          onClick={onRevoke}
        >
          Hand back
        </button>
      </Held>
    </li>
  );
}

/** Papers of an application: what is demanded before it is certified, and the waivers that are signed. */
export function Papers({ a }: { a: PayDetail }) {
  const [keeping, setKeeping] = useState<Asked | null>(null);
  const [revoking, setRevoking] = useState<Signed | null>(null);
  const { data } = useGet<WaiversOfApplication>(
    "pay-applications",
    `/api/v1/pay-applications/${a.id}/waivers`,
  );
  if (!data || data.signed.length + data.asked.length + a.papers.length === 0) return null;
  return (
    <Panel title="Papers">
      <div className="grid gap-3">
        <Demanded papers={a.papers} />
        {data.signed.length > 0 && (
          <ul className="grid gap-2">
            {data.signed.map((each) => (
              <Waiver key={each.id} waiver={each} onRevoke={() => setRevoking(each)} />
            ))}
          </ul>
        )}
        {data.asked.map((each) => (
          <Held key={each.kind} permission="payApplication.edit" what="Keep a waiver">
            <button
              type="button"
              className="btn btn-small justify-self-start"
              onClick={() => setKeeping(each)}
            >
              <FileUp aria-hidden="true" />
              {each.title}: keep the signed paper
            </button>
          </Held>
        ))}
      </div>
      {keeping && <PaperDialog id={a.id} asked={keeping} onClose={() => setKeeping(null)} />}
      {revoking && <RevokeDialog waiver={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  );
}
