import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { Held } from "#web/kit/Held.tsx";
import { DateField, FormRow, MoneyField, PercentField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";

type Tolerance = {
  id: string;
  effectiveFrom: Day;
  pricePercent: string;
  priceCents: number;
  quantityPercent: string;
};
type Values = {
  effectiveFrom: string;
  pricePercent: string;
  priceCents: number;
  quantityPercent: string;
};

function Set({ onDone }: { onDone: () => void }) {
  const send = useMutationAction("match-tolerances");
  return (
    <Form<Values>
      formKey={null}
      defaultValues={{
        effectiveFrom: "",
        pricePercent: "2",
        priceCents: 2500,
        quantityPercent: "0",
      }}
      submitLabel="Set tolerance"
      onCancel={onDone}
      onSubmit={async (body) => {
        await send.mutateAsync({
          path: "/api/v1/match-tolerances",
          body: {
            ...body,
            pricePercent: String(body.pricePercent),
            quantityPercent: String(body.quantityPercent),
          },
        });
        onDone();
      }}
    >
      <DateField
        name="effectiveFrom"
        label="From"
        hint="A tolerance that was set for this very day is replaced."
        required
      />
      <FormRow>
        <PercentField name="pricePercent" label="Price, percent" required />
        <MoneyField name="priceCents" label="and at most" required />
      </FormRow>
      <PercentField name="quantityPercent" label="Quantity, percent" />
    </Form>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const [setting, setSetting] = useState(false);
  const list = useGet<{ items: Tolerance[] }>("match-tolerances", "/api/v1/match-tolerances");
  if (setting) return <Set onDone={() => setSetting(false)} />;
  return (
    <div className="grid gap-4">
      {list.data?.items.length === 0 && <p>No tolerance is set: nothing may differ.</p>}
      <ul className="grid gap-2">
        {list.data?.items.map((t) => (
          <li key={t.id} className="flex justify-between gap-4">
            <span className="text-t2">from {formatDate(t.effectiveFrom)}</span>
            <span>
              {Number(t.pricePercent)}% and {formatCents(t.priceCents)} on price,{" "}
              {Number(t.quantityPercent)}% on quantity
            </span>
          </li>
        ))}
      </ul>
      <p className="text-12 text-t3">
        A line agrees on price when it is within both; over all invoices of the line.
      </p>
      <div className="flex justify-end gap-2">
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
        <Held permission="organization.edit" what="Set a new one">
          <button type="button" className="btn btn-primary" onClick={() => setSetting(true)}>
            Set a new one
          </button>
        </Held>
      </div>
    </div>
  );
}

/** The tolerances by date, and the form for a new one. */
export function TolerancesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Match tolerances">
      <Content onClose={onClose} />
    </Dialog>
  );
}
