import { Download, Lock, PenLine, ShieldCheck, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { api, ApiProblem, download, messageOf } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import type { OfferDesk } from "./final-offer.model.ts";
import { sealAndSubmitOffer } from "./seal-offer.ts";

type Prices = Readonly<Record<string, string>>;
const isPrice = (text: string) => /^\d{1,12}(\.\d{1,4})?$/.test(text);
const typed = (text: string) => text.replaceAll(",", "").trim();

function Line({
  item,
  value,
  wrong,
  onChange,
}: {
  item: OfferDesk["items"][number];
  value: string;
  wrong: boolean;
  onChange: (value: string) => void;
}) {
  const id = `final-${item.id}`;
  const price = typed(value);
  const total = isPrice(price) ? lineTotalCents(item.quantity, price) : null;
  const changed =
    item.unitPrice !== null && isPrice(price) && Number(price) !== Number(item.unitPrice);
  return (
    <li className="grid gap-2 border-b border-hair px-4 py-3 last:border-0 sm:grid-cols-[minmax(0,1fr)_11rem_8rem] sm:items-center">
      <p>
        <span className="mono mr-2 text-13 text-t3">{item.itemNo}</span>
        <span className="font-medium">{item.description}</span>
        <small className="block text-t3">
          {shownDecimal(item.quantity)} {item.unit}
          {item.unitPrice === null
            ? ", no bid so far"
            : `, until now ${shownPrice(item.unitPrice)}`}
        </small>
      </p>
      <div className="field">
        <label htmlFor={id} className="visually-hidden">
          Unit price, $: {item.description}
        </label>
        <DecimalInput
          id={id}
          least={2}
          value={value}
          aria-invalid={wrong}
          {...(wrong ? { "aria-describedby": `${id}-error` } : {})}
          onChange={onChange}
        />
        {wrong && (
          <p id={`${id}-error`} className="text-13 text-danger">
            Enter a price with at most four decimals.
          </p>
        )}
      </div>
      <p className="num text-right">
        {total === null ? "—" : formatCents(total)}
        {changed && (
          <small
            className={`block ${Number(price) < Number(item.unitPrice) ? "text-success" : "text-warning"}`}
          >
            {Number(price) < Number(item.unitPrice) ? "lower" : "higher"}
          </small>
        )}
      </p>
    </li>
  );
}

function Prepare({ desk, onSent }: { desk: OfferDesk; onSent: () => void }) {
  const [prices, setPrices] = useState<Prices>(() =>
    Object.fromEntries(
      desk.items.map((item) => [
        item.id,
        item.unitPrice === null ? "" : String(Number(item.unitPrice)),
      ]),
    ),
  );
  const [note, setNote] = useState("");
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const priceOf = (id: string) => typed(prices[id] ?? "");
  const wrong = (item: OfferDesk["items"][number]) =>
    priceOf(item.id) === "" ? item.unitPrice !== null : !isPrice(priceOf(item.id));
  const total = desk.items.reduce(
    (sum, item) =>
      sum + (isPrice(priceOf(item.id)) ? lineTotalCents(item.quantity, priceOf(item.id)) : 0),
    0,
  );
  const groups = [
    ...desk.lots.map((lot) => ({
      id: lot.id as string | null,
      title: `Lot ${lot.lotNo}, ${lot.title}`,
    })),
    ...(desk.items.some((item) => item.lotId === null) ? [{ id: null, title: "Items" }] : []),
  ];
  const send = async () => {
    setChecked(true);
    const fault = desk.items.find(wrong);
    if (fault) return document.getElementById(`final-${fault.id}`)?.focus();
    setBusy(true);
    try {
      const { receivedAt } = await sealAndSubmitOffer(desk, {
        lines: desk.items.flatMap((item) =>
          priceOf(item.id) ? [{ itemId: item.id, unitPrice: priceOf(item.id) }] : [],
        ),
        note: note.trim(),
      });
      notify.done(
        "Final offer submitted and sealed",
        `Received ${formatInstant(receivedAt, desk.timeZone)}.`,
      );
      onSent();
    } catch (error) {
      notify.failed(
        "The final offer was not submitted",
        error instanceof ApiProblem ? messageOf(error) : (error as Error).message,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {groups.map((group) => (
        <Panel key={group.id ?? "items"} title={group.title} aside="unit price, $" flush>
          <ul>
            {desk.items
              .filter((item) => item.lotId === group.id)
              .map((item) => (
                <Line
                  key={item.id}
                  item={item}
                  value={prices[item.id] ?? ""}
                  wrong={checked && wrong(item)}
                  onChange={(value) => setPrices((old) => ({ ...old, [item.id]: value }))}
                />
              ))}
          </ul>
        </Panel>
      ))}
      <Panel title="Note" aside="optional">
        <label className="field">
          <span className="visually-hidden">Note to the final offer</span>
          <textarea
            className="field-control"
            rows={3}
            maxLength={4000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        <p className="mt-2 text-13 text-t3">
          Discounts, limits and everything else of your bid stay as they are.
        </p>
      </Panel>
      <div className="panel bottom-0 z-10 flex flex-wrap items-center gap-3 px-4 py-3 md:sticky">
        <p className="min-w-36 flex-1">
          In all <b className="num font-semibold">{formatCents(total)}</b>
        </p>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy}
          onClick={() => {
            if (!busy) void send();
          }}
        >
          <Lock aria-hidden="true" />
          {isLive(desk) ? "Seal and replace the final offer" : "Seal and submit the final offer"}
        </button>
      </div>
    </>
  );
}

/** Whether a final offer lies there that would count. */
const isLive = ({ sent }: OfferDesk): boolean => sent !== null && sent.state !== "withdrawn";

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
