import { Download, KeyRound, PenLine, ShieldCheck, Undo2 } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { api, download } from "#web/kit/api.ts";
import { saveFile } from "#web/kit/bytes.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { bidStatusesOf, protectionTexts } from "./bid.labels.ts";
import type { BidDesk } from "./bid.model.ts";
import type { SealedBid } from "./seal-bid.ts";

/** Which protection applies, and against whom; who opens the bids. */
export function ProtectionPanel({ desk }: { desk: BidDesk }) {
  const text = protectionTexts[desk.solicitation.protection];
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <ShieldCheck aria-hidden="true" className="size-4" />
          {text.title}
        </span>
      }
    >
      <p>{text.text}</p>
      <p className="mt-2 text-t2">{text.against}</p>
      {desk.officers.length > 0 && desk.solicitation.protection === "sealed" && (
        <>
          <h3 className="mt-4 mb-1 font-semibold">Any two of them open the bids</h3>
          <ul className="grid gap-2">
            {desk.officers.map((each) => (
              <li key={each.x} className="grid">
                <span className="flex items-center gap-2">
                  <KeyRound aria-hidden="true" className="size-4 text-t3" />
                  {each.name}
                </span>
                <span className="mono pl-6 text-12 break-words text-t3">{each.fingerprint}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function WithdrawDialog({
  desk,
  id,
  onClose,
}: {
  desk: BidDesk;
  id: string;
  onClose: (done: boolean) => void;
}) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await api(`/api/v1/vendor/bids/${id}/actions/withdraw`, { method: "POST" });
      notify.done("Bid withdrawn", "Its key is destroyed: nobody can read it any more.");
      onClose(true);
    } catch (error) {
      notify.failed("Not withdrawn", error);
      onClose(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose(false);
      }}
      title="Withdraw the bid?"
      description={`Your bid on ${desk.solicitation.number} is taken back and can never be read, by you or anybody else. Until the deadline you can submit another one.`}
      footer={
        <>
          <button type="button" className="btn" onClick={() => onClose(false)}>
            Keep it
          </button>
          <button
            type="button"
            className="btn btn-danger"
            disabled={busy}
            onClick={() => void go()}
          >
            Withdraw
          </button>
        </>
      }
    />
  );
}

/** How the vendor's bid stands: what was received when, the receipt, and what can still be done. */
export function BidStanding({
  desk,
  fresh,
  open,
  onRevise,
  onChanged,
}: {
  desk: BidDesk;
  fresh: SealedBid | null;
  open: boolean;
  onRevise: (() => void) | null;
  onChanged: () => void;
}) {
  const [withdrawing, setWithdrawing] = useState(false);
  const live = desk.revisions[0];
  if (!live) return null;
  const sealed = live.status === "submitted";
  const missing = desk.addenda.filter(
    (each) => each.material && !live.addendaAcknowledged.includes(each.addendumNo),
  );
  return (
    <Panel
      title={`Revision ${live.revision}`}
      aside={
        <StatusBadge statuses={bidStatusesOf(desk.solicitation.protection)} status={live.status} />
      }
    >
      <div className="grid gap-3">
        {live.receivedAt && (
          <p>
            Received{" "}
            <b className="font-semibold">{formatInstant(live.receivedAt, desk.timeZone)}</b> by the
            clock of {desk.agency}.
            {live.endedAt && ` Ended ${formatInstant(live.endedAt, desk.timeZone)}.`}
          </p>
        )}
        {sealed && missing.length > 0 && (
          <p className="text-warning">
            Addendum {missing.map((each) => each.addendumNo).join(", ")} came after this bid. Submit
            a revision that takes it into account.
          </p>
        )}
        {live.failure && <p className="text-danger">It could not be opened: {live.failure}</p>}
        <div className="flex flex-wrap gap-2">
          {live.receivedAt && (
            <button
              type="button"
              className="btn"
              onClick={() =>
                void download(`/api/v1/vendor/bids/${live.id}/receipt`).catch((error: unknown) =>
                  notify.failed("No receipt", error),
                )
              }
            >
              <Download aria-hidden="true" />
              Receipt
            </button>
          )}
          {live.status === "withdrawn" && (
            <button
              type="button"
              className="btn"
              onClick={() =>
                void download(`/api/v1/vendor/bids/${live.id}/withdrawal-receipt`).catch(
                  (error: unknown) => notify.failed("No receipt", error),
                )
              }
            >
              <Download aria-hidden="true" />
              Receipt of the withdrawal
            </button>
          )}
          {fresh?.id === live.id &&
            fresh.plains.map((each) => (
              <button
                key={each.envelope}
                type="button"
                className="btn"
                onClick={() =>
                  saveFile(
                    `bid-${desk.solicitation.number}-${live.revision}-${each.envelope}.plain`,
                    each.bytes,
                  )
                }
              >
                <Download aria-hidden="true" />
                Your copy{fresh.plains.length > 1 && `, ${each.envelope}`}
              </button>
            ))}
          {sealed && open && onRevise && (
            <button type="button" className="btn" onClick={onRevise}>
              <PenLine aria-hidden="true" />
              Prepare a revision
            </button>
          )}
          {sealed && open && (
            <button type="button" className="btn btn-quiet" onClick={() => setWithdrawing(true)}>
              <Undo2 aria-hidden="true" />
              Withdraw
            </button>
          )}
        </div>
        {fresh?.id === live.id && (
          <p className="text-13 text-t3">
            The receipt proves when the bid came in. With your copy it also proves, after the
            opening, what it said. The copy exists only on this device: save it now.
          </p>
        )}
        {live.receivedAt && (
          <p className="text-13 text-t3">
            Check it without this server:{" "}
            <a className="text-link" href="/api/v1/public/receipt-verify.mjs">
              the program
            </a>
            ,{" "}
            <a className="text-link" href="/api/v1/public/ledger-key.txt">
              the agency's public key
            </a>
            ,{" "}
            <a className="text-link" href="/documentation/bidding">
              how
            </a>
            .
          </p>
        )}
      </div>
      {withdrawing && (
        <WithdrawDialog
          desk={desk}
          id={live.id}
          onClose={(done) => {
            setWithdrawing(false);
            if (done) onChanged();
          }}
        />
      )}
    </Panel>
  );
}
