import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { MaterialRow } from "./item.model.ts";

const partsOf = (
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
): readonly LinePart<MaterialRow>[] => [
  {
    label: "Issue",
    as: "title",
    cell: (m) => (
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          checked={chosen.has(m.id)}
          disabled={m.why !== null}
          onChange={() => toggle(m.id)}
        />
        <span>
          {m.item}
          <span className="block text-12 text-t2">
            <span className="mono">{m.movement}</span>
            {m.lot && `, lot ${m.lot}`}
          </span>
          {m.why && <span className="block text-12 text-t3">{m.why}</span>}
          {m.unpriced && !m.why && (
            <span className="block text-12 text-t3">
              No invoice and no price of the stores: enter one below.
            </span>
          )}
        </span>
      </label>
    ),
  },
  { label: "Used", cell: (m) => formatDate(m.movedOn) },
  { label: "Quantity", cell: (m) => `${shownDecimal(m.quantity)} ${m.unit}` },
  { label: "On invoices, $", cell: (m) => formatCents(m.billed, { symbol: false }) },
  { label: "Cost, $", as: "amount", cell: (m) => formatCents(m.cents, { symbol: false }) },
];

type Values = { site: string; basis: string; unitCents: number | null; reason: string };
const blank: Values = { site: "", basis: "area", unitCents: null, reason: "" };
const bases = [
  { value: "history", label: "History of prices" },
  { value: "area", label: "Prices of area vendors" },
];

function Priced() {
  return (
    <fieldset className="stack">
      <legend className="label">
        Price of one, where no invoice and no price of the stores is
      </legend>
      <FormRow>
        <SelectField name="basis" label="Known by" options={bases} />
        <MoneyField name="unitCents" label="Price of one" required />
      </FormRow>
      <TextField
        name="reason"
        label="Which purchases or vendors, with their days"
        required
        maxLength={500}
      />
    </fieldset>
  );
}

/** Chooses what the stores issued to the incident and a project used. */
export function MaterialsDialog({
  projectId,
  onClose,
}: {
  projectId: string;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const path = `/api/v1/pa-projects/${projectId}/materials`;
  const found = useGet<{ items: MaterialRow[] }>("pa-items", path);
  const act = useMutationAction("pa-items", "pa-projects");
  const items = found.data?.items ?? [];
  const isUnpriced = items.some((m) => chosen.has(m.id) && m.unpriced);
  const toggle = (id: string) =>
    setChosen((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const send = async ({ site, basis, unitCents, reason }: Values) => {
    const price = isUnpriced ? { basis, unitCents, reason } : null;
    await act.mutateAsync({ path, body: { stockLineIds: [...chosen], site, price } });
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Take materials from stock"
      description="What the stores issued to the incident or to this project. Assigned is not claimed."
      className="dialog dialog-wide"
    >
      {found.isPending && <RecordSkeleton />}
      {found.data && items.length === 0 && (
        <EmptyState kind="all-done" title="Nothing was issued to the incident">
          The storekeeper issues it under Inventory; then it stands here.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Form<Values>
          formKey={null}
          defaultValues={blank}
          submitLabel={`Take ${chosen.size || ""}`.trim()}
          onSubmit={send}
        >
          <LineTable
            label="Issues of stock"
            parts={partsOf(chosen, toggle)}
            lines={items}
            keyOf={(m) => m.id}
          />
          <TextField name="site" label="Where it was used" required maxLength={200} />
          {isUnpriced && <Priced />}
        </Form>
      )}
    </Dialog>
  );
}
