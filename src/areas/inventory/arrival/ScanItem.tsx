import { useId, useState } from "react";
import { codeOf } from "#kernel/label-tag.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { ScanButton } from "#web/kit/scan/ScanButton.tsx";
import type { Taken } from "#web/kit/scan/ScanDialog.tsx";
import { lotOf } from "../label/scanned.ts";
import type { PutAwayRow } from "./arrival.model.ts";

type Rows = { items: PutAwayRow[] };

const addressOf = async (said: string): Promise<string> => {
  const lot = await lotOf(said);
  const search = new URLSearchParams({ limit: "20", q: lot?.code ?? codeOf(said) });
  if (lot) search.set("itemId", lot.itemId);
  return `/api/v1/stock-put-away?${search}`;
};

function Found({ address, onPick }: { address: string; onPick: (row: PutAwayRow) => void }) {
  const found = useGet<Rows>("stock-put-away", address).data?.items;
  if (!found) return null;
  return (
    <ul className="grid gap-2" aria-label="Found">
      {found.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className="btn min-h-12 w-full justify-start text-left"
            onClick={() => onPick(row)}
          >
            <span className="mr-auto">
              {row.item}
              {row.lot && `, ${row.lot}`}
            </span>
            {shownDecimal(row.quantity)} {row.unit}
            {row.shelf && <span className="mono"> → {row.shelf}</span>}
          </button>
        </li>
      ))}
      {found.length === 0 && <li className="text-t2">Nothing of it waits.</li>}
    </ul>
  );
}

/** A scanner, the camera or a person says what is in their hands; the one line that waits of it is opened. */
export function ScanItem({ onPick }: { onPick: (row: PutAwayRow) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [address, setAddress] = useState("");
  const [failed, setFailed] = useState("");
  const find = async (said: string): Promise<Taken> => {
    setFailed("");
    const asked = await addressOf(said);
    const { items } = await api<Rows>(asked);
    setAddress(items.length === 1 ? "" : asked);
    if (items.length === 0) return { said: "Nothing of it waits. Scan another one.", wrong: true };
    if (items.length === 1) onPick(items[0]!);
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) find(text).catch((error: unknown) => setFailed(messageOf(error)));
      }}
    >
      <div className="field">
        <label className="label" htmlFor={id}>
          Scan an item or lot, or type its name
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            className="field-control mono min-h-12 min-w-0 grow"
            autoComplete="off"
            maxLength={300}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button className="btn min-h-12">Find</button>
          <ScanButton
            what="an item"
            onCode={(code) =>
              find(code).catch((error: unknown) => ({
                said: `${messageOf(error)} Scan another one.`,
                wrong: true,
              }))
            }
          />
        </div>
      </div>
      {failed && (
        <p role="alert" className="text-danger">
          {failed}
        </p>
      )}
      {address && <Found address={address} onPick={onPick} />}
    </form>
  );
}
