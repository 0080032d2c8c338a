import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import { FormRow, QuantityField, SelectField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ItemShelf } from "./movement.model.ts";
import type { Begun } from "./begun.ts";
import { ItemField } from "../label/ItemField.tsx";

/** What is typed of a line that is taken from a shelf. */
export type TakenLine = {
  itemId: string | null;
  fromLocationId: string;
  lotId: string;
  quantity: string;
  /** Where it is charged as it is issued: the line of the stores, and about what it is worth. Not sent. */
  charge: { stores: string; cents: number } | null;
};

/** A new line of what is taken. */
export const blankLine = (item: Begun | null): TakenLine => ({
  itemId: item?.id ?? null,
  fromLocationId: "",
  lotId: "",
  quantity: "",
  charge: null,
});

/** The line as the server takes it: what is left open is proposed there, first expired first. */
export const takenBody = ({ charge: _shown, ...line }: TakenLine) => ({
  ...line,
  lotId: line.lotId || null,
});

type Shelves = { unit: string; items: ItemShelf[] };

const useShelves = (itemId: string | null): Shelves | undefined =>
  useGet<Shelves>("stock-movements", `/api/v1/stock-items/${itemId}/shelves`, {
    enabled: itemId !== null,
  }).data;

const freeAt = (shelves: readonly ItemShelf[]): bigint =>
  shelves.reduce((sum, { free, stopped }) => (stopped ? sum : sum + quantity(free)), 0n);

const placesOf = ({ items, unit }: Shelves) =>
  [...new Set(items.flatMap((one) => (one.transit ? [] : one.locationId)))].map((id) => {
    const there = items.filter(({ locationId }) => locationId === id);
    return {
      value: id,
      label: `${there[0]!.location}: ${shownDecimal(quantityText(freeAt(there)))} ${unit} free`,
    };
  });

const lotsOf = (there: readonly ItemShelf[], unit: string) => {
  const lots = there.filter(({ lotId }) => lotId !== null);
  return lots.map(({ lotId, lot, expiresOn, free, stopped }) => ({
    value: lotId!,
    label: [
      `${lot}: ${shownDecimal(free)} ${unit} free`,
      expiresOn && `expires on ${formatDate(expiresOn)}`,
      stopped,
    ]
      .filter(Boolean)
      .join(", "),
  }));
};

const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text);

function Left({ there, taken, unit }: { there: ItemShelf[]; taken: string; unit: string }) {
  if (there.length === 0) return null;
  const free = freeAt(there);
  const left = isAmount(taken) ? free - quantity(taken) : free;
  const name = there[0]!.location;
  return (
    <p className={left < 0n ? "text-danger" : "text-t2"} role="status">
      {left < 0n
        ? `${shownDecimal(quantityText(-left))} ${unit} are missing at ${name}.`
        : isAmount(taken)
          ? `${shownDecimal(quantityText(left))} ${unit} would be left at ${name}.`
          : `${shownDecimal(quantityText(free))} ${unit} are free at ${name}.`}
    </p>
  );
}

// What the fund's stock of it is worth, by its mean: first in, first out may come to something else.
const chargeOf = (there: readonly ItemShelf[], taken: string): TakenLine["charge"] => {
  const [shelf] = there;
  if (!shelf?.storesLine) return null;
  const whole = quantity(shelf.poolQuantity);
  const part = isAmount(taken) ? quantity(taken) : 0n;
  const cents = whole === 0n ? 0 : Number((BigInt(shelf.poolCents) * part) / whole);
  return { stores: shelf.storesLine, cents };
};

// A lot whose label was scanned is taken from where it lies, where that is one place.
const useScannedLot = (name: string, shelves: Shelves | undefined) => {
  const [lotId, setLotId] = useState<string | null>(null);
  const { setValue } = useFormContext();
  useEffect(() => {
    const there = (shelves?.items ?? []).filter((one) => one.lotId === lotId && !one.transit);
    if (lotId === null || there.length === 0) return;
    setLotId(null);
    if (new Set(there.map((one) => one.locationId)).size > 1) return;
    setValue(`${name}.fromLocationId`, there[0]!.locationId);
    setValue(`${name}.lotId`, lotId);
  }, [lotId, shelves, name, setValue]);
  return setLotId;
};

/** Item, place, lot and quantity of what is taken, with what is free and what would be left. */
export function ShelfFields({ name, item }: { name: string; item: Begun | null }) {
  const line = useWatch({ name }) as TakenLine;
  const { setValue } = useFormContext();
  const shelves = useShelves(line.itemId);
  const unit = shelves?.unit ?? item?.unit ?? "";
  const at = (shelves?.items ?? []).filter(({ locationId }) => locationId === line.fromLocationId);
  const lots = lotsOf(at, unit);
  const there = line.lotId ? at.filter(({ lotId }) => lotId === line.lotId) : at;
  const charge = chargeOf(there, line.quantity);
  const [stores, cents] = [charge?.stores ?? null, charge?.cents ?? 0];
  const setScanned = useScannedLot(name, shelves);
  useEffect(
    () => setValue(`${name}.charge`, stores === null ? null : { stores, cents }),
    [name, stores, cents, setValue],
  );
  return (
    <>
      <ItemField
        name={`${name}.itemId`}
        current={item}
        onLot={setScanned}
        onPick={() => {
          setValue(`${name}.fromLocationId`, "");
          setValue(`${name}.lotId`, "");
        }}
      />
      {shelves && shelves.items.length === 0 && (
        <p className="text-t2">None of it lies anywhere.</p>
      )}
      <FormRow>
        <SelectField
          name={`${name}.fromLocationId`}
          label="Taken from"
          required
          options={shelves ? placesOf(shelves) : []}
        />
        <QuantityField name={`${name}.quantity`} label="Quantity" required unit={unit} />
      </FormRow>
      {lots.length > 0 && (
        <SelectField
          name={`${name}.lotId`}
          label="Lot"
          placeholder="First expired first"
          options={lots}
        />
      )}
      <Left there={there} taken={line.quantity} unit={unit} />
    </>
  );
}
