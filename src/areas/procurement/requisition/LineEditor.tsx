import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { isTypedLumpSum } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { fieldId, useFieldError } from "#web/kit/form/FormContext.ts";
import { CostCodeField } from "#areas/budget/budget.ui.tsx";
import { StoresOffer } from "#areas/inventory/inventory.ui.tsx";
import { UnitField } from "#areas/organization/organization.ui.tsx";
import { CodeProposals } from "./CodeProposals.tsx";
import { PriceHint, useSettled } from "../price/PriceHint.tsx";
import {
  asLumpSum,
  blankLine,
  lineTotal,
  totalOf,
  type LineList,
  type LinesForm,
  type LineValues,
} from "./requisitionForm.ts";
import { SplitEditor } from "./SplitEditor.tsx";

type Commodity = { id: string; code: string; name: string };

/** What the stores have of a line, before it is bought. */
function OfStores({ line }: { line: LineValues }) {
  const departmentId = useWatch({ name: "departmentId" }) as string | undefined;
  const needed = useSettled({
    description: line.description.trim(),
    commodity: line.commodityCode ?? "",
  });
  return (
    <StoresOffer
      needed={needed}
      quantity={line.quantity}
      unit={line.unit}
      departmentId={departmentId ?? ""}
    />
  );
}

/** How much a line asks for: by quantity and price, or an amount as a whole. */
function HowMuch({ name, line }: { name: `${LineList}.${number}`; line: LineValues }) {
  const { setValue } = useFormContext<LinesForm>();
  const total = lineTotal(line);
  const lump = isTypedLumpSum(line);
  const turn = () => {
    const as = asLumpSum(line, !lump);
    for (const field of ["quantity", "unit", "unitPrice"] as const)
      setValue(`${name}.${field}`, as[field], { shouldDirty: true });
  };
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={lump} onChange={turn} />
        <span>Lump sum: an amount as a whole, of which shares are received and paid</span>
      </label>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {lump ? (
          <QuantityField
            name={`${name}.quantity`}
            label="Amount, $"
            decimals={2}
            least={2}
            required
          />
        ) : (
          <>
            <QuantityField name={`${name}.quantity`} label="Quantity" required />
            <UnitField name={`${name}.unit`} label="Unit" required />
            <QuantityField name={`${name}.unitPrice`} label="Unit price, $" least={2} required />
          </>
        )}
        <div className="field">
          <span className="label">Total</span>
          <output className="num flex min-h-10 items-center justify-end text-16 font-medium">
            {total === null ? "—" : formatCents(total)}
          </output>
        </div>
      </div>
    </>
  );
}

function Line({
  list,
  at,
  removable,
  offered,
  onRemove,
}: {
  list: LineList;
  at: number;
  removable: boolean;
  offered: boolean;
  onRemove: () => void;
}) {
  const name = `${list}.${at}` as const;
  const { control, setValue } = useFormContext<LinesForm>();
  const line = useWatch({ control, name }) as LineValues | undefined;
  const total = line ? lineTotal(line) : null;
  const counted = line !== undefined && !isTypedLumpSum(line);
  return (
    <fieldset className="line-block">
      <legend className="visually-hidden">Line {at + 1}</legend>
      <div className="flex items-center gap-3">
        <span className="line-no" aria-hidden="true">
          {at + 1}
        </span>
        <b className="min-w-0 flex-1 truncate font-medium">
          {line?.description || `Line ${at + 1}`}
        </b>
        <b className="num">{total === null ? "—" : formatCents(total)}</b>
        {removable && (
          <button
            type="button"
            className="btn btn-quiet btn-icon btn-small"
            aria-label={`Remove line ${at + 1}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" />
          </button>
        )}
      </div>
      <div className="grid gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TextField name={`${name}.description`} label="Description" required maxLength={500} />
        <Combobox<Commodity>
          name={`${name}.commodityId`}
          label="Commodity"
          needed="decides how it is bought"
          hint="Without it the line is compared with everything that its account paid, and a stricter method may follow."
          path="/api/v1/commodities"
          itemLabel={(commodity) => `${commodity.code} ${commodity.name}`}
          currentLabel={line?.commodityCode ?? null}
          onPick={(commodity) => setValue(`${name}.commodityCode`, commodity.code)}
        />
      </div>
      {line && !line.commodityCode && (
        <CodeProposals
          description={line.description}
          onTake={(code) => {
            setValue(`${name}.commodityId`, code, { shouldDirty: true });
            setValue(`${name}.commodityCode`, code, { shouldDirty: true });
          }}
        />
      )}
      {line && <HowMuch name={name} line={line} />}
      {counted && offered && <OfStores line={line} />}
      {counted && (
        <PriceHint
          commodity={line.commodityCode ?? ""}
          description={line.description}
          unit={line.unit}
          unitPrice={line.unitPrice}
          onTake={(price) => setValue(`${name}.unitPrice`, price, { shouldDirty: true })}
        />
      )}
      <SplitEditor list={list} line={at} />
      {line && (
        <CostCodeField
          name={`${name}.costCodeId`}
          accountStringIds={line.splits.map((split) => split.accountStringId)}
          current={line.costCode}
        />
      )}
    </fieldset>
  );
}

/**
 * What is needed, line by line, and which accounts each line is charged to. `least`: how many lines
 * there must be.
 */
export function LineEditor({
  list = "lines",
  least = 1,
  total = "Total",
}: {
  list?: LineList;
  least?: number;
  total?: string;
}) {
  const { control, getValues } = useFormContext<LinesForm>();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const lines = useWatch({ control, name: list });
  const error = useFieldError(list);
  return (
    <div className="grid grid-cols-1 gap-3" id={fieldId(list)} tabIndex={-1}>
      {error && (
        <p className="text-danger" role="alert">
          {error}
        </p>
      )}
      {fields.map((field, at) => (
        <Line
          key={field.id}
          list={list}
          at={at}
          removable={fields.length > least}
          offered={list === "lines"}
          onRemove={() => remove(at)}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <button
          type="button"
          className="btn"
          onClick={() =>
            append(blankLine(getValues(list)?.at(-1)), {
              focusName: `${list}.${fields.length}.description`,
            })
          }
        >
          <Plus aria-hidden="true" />
          Add a line
        </button>
        {fields.length > 0 && (
          <p className="flex items-baseline gap-4 border-b-[3px] border-double border-ctl py-1">
            <span className="text-t2">{total}</span>
            <b className="num text-18 font-semibold">{formatCents(totalOf(lines ?? []))}</b>
          </p>
        )}
      </div>
    </div>
  );
}
