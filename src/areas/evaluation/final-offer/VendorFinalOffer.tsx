import { Download, PenLine, ShieldCheck, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { api, download } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import type { OfferDesk } from "./final-offer.model.ts";
import { Prepare, isLive } from "./PrepareOffer.tsx";

function WithdrawDialog({ desk, onClose }: { desk: OfferDesk; onClose: (done: boolean) => void }) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await api(`/api/v1/vendor/final-offers/${desk.id}/actions/withdraw`, { method: "POST" });
      notify.done("Final offer withdrawn", "Nobody can read it any more.");
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
      title="Withdraw the final offer?"
      description={`Your final offer on ${desk.solicitation.number} is taken back and can never be read, by you or anybody else. Your bid counts as it stands, unless you submit another final offer before the due instant.`}
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

type Sent = NonNullable<OfferDesk["sent"]>;
const becameOf = (desk: OfferDesk, sent: Sent): string =>
  sent.state === "withdrawn"
    ? `Taken back ${formatInstant(sent.withdrawnAt!, desk.timeZone)}: its key is destroyed, nobody can read it. ${desk.mayOffer ? "Your bid counts as it stands." : "Your bid counts as it stands, unless you submit another final offer."}`
    : sent.state === "failed"
      ? `It could not be opened: ${sent.failure}. Your bid counts as it stands.`
      : sent.state === "opened"
        ? "It is opened and counts in the place of your bid."
        : desk.endedAt
          ? "The request was taken back. It is never read."
          : "It is sealed: nobody in the agency sees it, or that it came, before the due instant.";

function Standing({
  desk,
  onReplace,
  onChanged,
}: {
  desk: OfferDesk;
  onReplace: (() => void) | null;
  onChanged: () => void;
}) {
  const { sent } = desk;
  const [withdrawing, setWithdrawing] = useState(false);
  const mayWithdraw = desk.mayOffer === null && sent?.state === "sealed";
  const what = sent
    ? becameOf(desk, sent)
    : desk.mayOffer
      ? "You sent none. Your bid counts as it stands."
      : null;
  return (
    <Panel title={sent ? `Final offer, revision ${sent.revision}` : "Your final offer"}>
      {sent && (
        <p>
          Received <b className="font-semibold">{formatInstant(sent.receivedAt, desk.timeZone)}</b>{" "}
          by the clock of {desk.agency}, from {sent.by}.
        </p>
      )}
      {what && <p className={sent ? "mt-1 text-t2" : ""}>{what}</p>}
      {desk.mayOffer && !desk.openedAt && (
        <p className="mt-1 text-t2">{desk.endedReason ?? desk.mayOffer}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {onReplace && (
          <button type="button" className="btn" onClick={onReplace}>
            <PenLine aria-hidden="true" />
            Prepare a replacement
          </button>
        )}
        {mayWithdraw && (
          <button type="button" className="btn btn-quiet" onClick={() => setWithdrawing(true)}>
            <Undo2 aria-hidden="true" />
            Withdraw
          </button>
        )}
        {sent?.state === "withdrawn" && (
          <button
            type="button"
            className="btn"
            onClick={() =>
              void download(`/api/v1/vendor/final-offers/${desk.id}/withdrawal-receipt`).catch(
                (error: unknown) => notify.failed("No receipt", error),
              )
            }
          >
            <Download aria-hidden="true" />
            Receipt of the withdrawal
          </button>
        )}
      </div>
      {sent?.state === "withdrawn" && (
        <p className="mt-3 text-13 text-t3">
          Check the receipt without this server:{" "}
          <a className="text-link underline" href="/api/v1/public/receipt-verify.mjs">
            the program
          </a>
          ,{" "}
          <a className="text-link underline" href="/api/v1/public/ledger-key.txt">
            the agency's public key
          </a>
          ,{" "}
          <a className="text-link underline" href="/documentation/bidding">
            how
          </a>
          .
        </p>
      )}
      {withdrawing && (
        <WithdrawDialog
          desk={desk}
          onClose={(done) => {
            setWithdrawing(false);
            if (done) onChanged();
          }}
        />
      )}
    </Panel>
  );
}

function Desk({ desk, onChanged }: { desk: OfferDesk; onChanged: () => void }) {
  const [replacing, setReplacing] = useState(false);
  const open = desk.mayOffer === null;
  const preparing = open && (!isLive(desk) || replacing);
  return (
    <div className="record-body !mt-0" data-rail="true">
      <div className="stack min-w-0">
        {desk.note && (
          <Panel title="What the agency asks">
            <p className="whitespace-pre-wrap">{desk.note}</p>
          </Panel>
        )}
        {(desk.sent || !open) && (
          <Standing
            desk={desk}
            onReplace={open && isLive(desk) && !replacing ? () => setReplacing(true) : null}
            onChanged={onChanged}
          />
        )}
        {preparing && (
          <Prepare
            key={desk.nextRevision}
            desk={desk}
            onSent={() => {
              setReplacing(false);
              onChanged();
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </div>
      <div className="stack max-lg:order-first">
        <Panel
          title={
            <span className="flex items-center gap-2">
              <ShieldCheck aria-hidden="true" className="size-4" />
              Sealed until the due instant
            </span>
          }
        >
          <p>
            Your browser encrypts the offer; the key lies in a key store apart from the application
            until the due instant has passed. Then all final offers are opened together.
          </p>
          <p className="mt-2 text-t2">
            You can replace or withdraw it until then. It does not protect against whoever operates
            both the server and the key store.
          </p>
          <p className="mt-3">
            <Link className="text-link" to={`/vendor-portal/bids/${desk.solicitation.id}`}>
              Your bid
            </Link>
          </p>
        </Panel>
      </div>
    </div>
  );
}

/**
 * /vendor-portal/final-offers/:id: the vendor's best and final offer, pre-filled with its bid and
 * sealed in the browser.
 */
export default function VendorFinalOffer() {
  const { id = "" } = useParams();
  const desk = useGet<OfferDesk>(
    "vendor-final-offers",
    `/api/v1/vendor/final-offers/${encodeURIComponent(id)}`,
  );
  const d = desk.data;
  if (desk.isPending)
    return (
      <PortalFrame title="Best and final offer">
        <RecordSkeleton />
      </PortalFrame>
    );
  if (!d)
    return (
      <PortalFrame title="Best and final offer">
        <ErrorPanel error={desk.error} what="This request" onRetry={() => void desk.refetch()} />
      </PortalFrame>
    );
  return (
    <PortalFrame
      title={`Best and final offer${d.roundNo > 1 ? `, round ${d.roundNo}` : ""}`}
      sub={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link className="plate-number" to={pathTo("opportunity", { id: d.solicitation.id })}>
            {d.solicitation.number}
          </Link>
          <span>{d.solicitation.title}</span>
          <span>{d.agency}</span>
          <DeadlineClock
            deadline={d.dueAt}
            label="Until"
            timeZone={d.timeZone}
            done={d.mayOffer !== null}
          />
        </span>
      }
    >
      <Desk desk={d} onChanged={() => void desk.refetch()} />
    </PortalFrame>
  );
}
