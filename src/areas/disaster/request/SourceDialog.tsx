import { options } from "#kernel/labels.ts";
import { plainDecimal, shownDecimal } from "#kernel/quantity.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useFieldArray, useWatch } from "react-hook-form";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { requestSources } from "./request.labels.ts";
import type { InStores, RequestDetail } from "./request.model.ts";

type Part = {
  lineId: string;
  source: string;
  supplier: string;
  quantity: string;
  giverId: string | null;
  fromStores: boolean;
  purchaseOrderId: string | null;
};
const partOf = (l: RequestDetail["lines"][number]): Part => ({
  lineId: l.id,
  source: "",
  supplier: "",
  quantity: plainDecimal(l.quantity),
  giverId: null,
  fromStores: false,
  purchaseOrderId: null,
});

function Where({ name, available }: { name: string; available: string | undefined }) {
  const source = useWatch({ name: `${name}.source` }) as string;
  if (source === "own")
    return (
      <>
        <Combobox<{ id: string; name: string; email: string }>
          name={`${name}.giverId`}
          label="Who gives it"
          required
          path="/api/v1/members"
          query="active=true"
          itemLabel={(m) => m.name}
          itemHint={(m) => m.email}
        />
        {available !== undefined && (
          <CheckboxField
            name={`${name}.fromStores`}
            label="Out of the stores"
            hint={`${shownDecimal(available)} can be given now. They are held, and issued when they are given.`}
          />
        )}
      </>
    );
  if (source === "contract")
    return (
      <Combobox<{ id: string; number: string; title: string }>
        name={`${name}.purchaseOrderId`}
        label="Order in force"
        required
        path="/api/v1/purchase-orders"
        query="status=issued,acknowledged,partly_received"
        itemLabel={(o) => `${o.number} ${o.title}`}
      />
    );
  return <TextField name={`${name}.supplier`} label="Supplier or agreement" maxLength={200} />;
}

function Parts({ id, lines }: { id: string; lines: RequestDetail["lines"] }) {
  const found = useGet<{ items: InStores[] }>(
    "stock-items",
    `/api/v1/incident-requests/${id}/stores`,
  );
  const stores = found.data?.items ?? [];
  const { fields, append, remove } = useFieldArray({ name: "parts" });
  const parts = useWatch({ name: "parts" }) as Part[];
  return (
    <>
      {lines.map((line) => (
        <fieldset key={line.id} className="stack">
          <legend className="label">
            {line.lineNo}. {line.description}, {plainDecimal(line.quantity)} {line.unit}
          </legend>
          {fields.map((field, n) =>
            parts[n]?.lineId === line.id ? (
              <FormRow key={field.id}>
                <SelectField
                  name={`parts.${n}.source`}
                  label="Source"
                  required
                  options={options(requestSources)}
                />
                <Where
                  name={`parts.${n}`}
                  available={stores.find(({ lineId }) => lineId === line.id)?.available}
                />
                <QuantityField name={`parts.${n}.quantity`} label="Quantity" unit={line.unit} />
                {parts.filter((p) => p.lineId === line.id).length > 1 && (
                  <button
                    type="button"
                    className="btn btn-small justify-self-start"
                    onClick={() => remove(n)}
                  >
                    Take the part away
                  </button>
                )}
              </FormRow>
            ) : null,
          )}
          <button
            type="button"
            className="btn btn-small justify-self-start"
            onClick={() => append({ ...partOf(line), quantity: "" })}
          >
            A part of line {line.lineNo} comes from elsewhere
          </button>
        </fieldset>
      ))}
    </>
  );
}

/** Says of every line where it comes from; a line may be divided over several sources. */
export function SourceDialog({
  request: r,
  onClose,
}: {
  request: RequestDetail;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ parts: Part[] }>
      title="Say where it comes from"
      description="Own stock and crew are confirmed by who gives them; what is bought follows its order and receipt."
      path={`/api/v1/incident-requests/${r.id}/actions/order`}
      submit="Say where it comes from"
      nouns={["incident-requests", "incidents"]}
      version={r.version}
      values={{ parts: r.lines.map(partOf) }}
      bodyOf={({ parts }) => ({
        sources: parts.map((p) => ({ ...p, quantity: p.quantity || null })),
      })}
      onClose={onClose}
    >
      <Parts id={r.id} lines={r.lines} />
    </PostDialog>
  );
}
