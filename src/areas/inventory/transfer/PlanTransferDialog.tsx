import { useFieldArray, useWatch } from "react-hook-form";
import { shownDecimal } from "#kernel/quantity.ts";
import {
  DateField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ItemShelf } from "../movement/movement.model.ts";
import { ItemField } from "../label/ItemField.tsx";
import { LocationField } from "../label/LocationField.tsx";

type Line = { itemId: string | null; lotId: string; quantity: string };
type Values = {
  fromLocationId: string | null;
  toLocationId: string | null;
  expectedOn: string | null;
  note: string;
  lines: Line[];
};
type Shelves = { unit: string; items: ItemShelf[] };

const blank: Line = { itemId: null, lotId: "", quantity: "" };

function PlannedLine({ at }: { at: number }) {
  const [itemId, from] = useWatch({ name: [`lines.${at}.itemId`, "fromLocationId"] }) as (
    | string
    | null
  )[];
  const shelves = useGet<Shelves>("stock-movements", `/api/v1/stock-items/${itemId}/shelves`, {
    enabled: Boolean(itemId),
  }).data;
  const there = (shelves?.items ?? []).filter(({ locationId }) => locationId === from);
  const lots = there.filter(({ lotId }) => lotId !== null);
  return (
    <>
      <ItemField name={`lines.${at}.itemId`} label={at === 0 ? "Item" : "Another item"} />
      {from && shelves && there.length === 0 && (
        <p className="text-t2">None of it lies where it is taken from.</p>
      )}
      <FormRow>
        <QuantityField
          name={`lines.${at}.quantity`}
          label="Quantity"
          required
          unit={shelves?.unit ?? ""}
        />
        {lots.length > 0 && (
          <SelectField
            name={`lines.${at}.lotId`}
            label="Lot"
            placeholder="First expired first"
            options={lots.map(({ lotId, lot, free }) => ({
              value: lotId!,
              label: `${lot}: ${shownDecimal(free)} free`,
            }))}
          />
        )}
      </FormRow>
    </>
  );
}

function Lines() {
  const { fields, append } = useFieldArray({ name: "lines" });
  return (
    <>
      {fields.map((field, at) => (
        <PlannedLine key={field.id} at={at} />
      ))}
      <button
        type="button"
        className="btn btn-small justify-self-start"
        onClick={() => append(blank)}
      >
        Another item
      </button>
    </>
  );
}

/** Plans a transfer that travels; nothing moves before it is sent. */
export function PlanTransferDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<Values>
      title="Plan a transfer"
      description="Nothing moves until it is sent. Then it is on the way until somebody counts it at the other end."
      path="/api/v1/stock-transfers"
      submit="Plan"
      nouns={["stock-transfers"]}
      values={{
        fromLocationId: null,
        toLocationId: null,
        expectedOn: null,
        note: "",
        lines: [blank],
      }}
      bodyOf={({ lines, ...head }) => ({
        ...head,
        expectedOn: head.expectedOn || null,
        lines: lines.map((line) => ({ ...line, lotId: line.lotId || null })),
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <LocationField name="fromLocationId" label="Taken from" />
      <LocationField name="toLocationId" label="Goes to" />
      <Lines />
      <FormRow>
        <DateField name="expectedOn" label="Expected on" />
        <TextField name="note" label="Note" maxLength={500} />
      </FormRow>
    </PostDialog>
  );
}
