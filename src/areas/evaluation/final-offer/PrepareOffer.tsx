import { Lock } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { ApiProblem, messageOf } from "#web/kit/api.ts";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OfferDesk } from "./final-offer.model.ts";
import { sealAndSubmitOffer } from "./seal-offer.ts";

const row =
  "grid gap-2 border-b border-hair px-4 py-3 last:border-0 " +
  "sm:grid-cols-[minmax(0,1fr)_11rem_8rem] sm:items-center";

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
    <li className={row}>
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

export function Prepare({ desk, onSent }: { desk: OfferDesk; onSent: () => void }) {
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
export const isLive = ({ sent }: OfferDesk): boolean => sent !== null && sent.state !== "withdrawn";
