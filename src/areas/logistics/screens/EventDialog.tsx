import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { FormRow, InstantField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { eventKinds, type EventKind } from "../shipment/shipment.labels.ts";

/** What the dialog needs of a shipment that it may be about. */
export type Chosen = { id: string; number: string; title: string; orderId: string };
type Values = { shipment: string; kind: EventKind | ""; at: string; place: string };

/**
 * Enters what happened to a shipment; of several its shipment is chosen first. `delivery`: that it was
 * delivered is what is entered, and where its receipt is posted is said afterwards.
 */
export function EventDialog({
  of,
  delivery,
  onClose,
}: {
  of: readonly Chosen[];
  delivery: boolean;
  onClose: () => void;
}) {
  const act = useMutationAction<{ id: string }>("ship-notices", "purchase-orders");
  const [now] = useState(() => new Date().toISOString());
  const only = of.length === 1 ? of[0]!.id : "";
  const submit = async ({ shipment, kind, at, place }: Values) => {
    await act.mutateAsync({
      path: `/api/v1/ship-notices/${shipment}/events`,
      body: { at, kind: kind || null, place },
    });
    const one = of.find(({ id }) => id === shipment);
    notify.done(
      delivery ? "Delivery recorded" : "Saved",
      delivery ? `Now post the receipt of what came with ${one?.number ?? "it"}.` : one?.number,
    );
    onClose();
  };
  return (
    <FormDialog<Values>
      title={delivery ? "Record delivery" : "Enter what happened"}
      description={
        delivery
          ? "That goods are there. What of them is accepted stands in the receipt."
          : "By the time at which it happened; entered later it counts where it belongs."
      }
      className="dialog dialog-wide"
      defaultValues={{ shipment: only, kind: delivery ? "delivered" : "", at: now, place: "" }}
      submitLabel={delivery ? "Record delivery" : "Save"}
      onSubmit={submit}
      onClose={onClose}
    >
      {of.length !== 1 && (
        <SelectField
          name="shipment"
          label="Shipment"
          required
          options={of.map((one) => ({ value: one.id, label: `${one.number}, ${one.title}` }))}
        />
      )}
      <FormRow>
        {!delivery && (
          <SelectField name="kind" label="What happened" required options={options(eventKinds)} />
        )}
        <InstantField name="at" label="When" required />
        <TextField name="place" label="Where" maxLength={200} />
      </FormRow>
      {only && delivery && (
        <p className="text-13 text-t2">
          <Link to={`${pathTo("orderReceive", { id: of[0]!.orderId })}?shipment=${only}`}>
            Receive goods
          </Link>{" "}
          records the delivery with it.
        </p>
      )}
    </FormDialog>
  );
}
