import { Split, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { MoneyField, PercentField } from "#web/kit/form/fields.tsx";
import { useFieldError } from "#web/kit/form/FormContext.ts";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import {
  openShare,
  sharesOf,
  type LineList,
  type LinesForm,
  type LineValues,
} from "./requisitionForm.ts";

const free = (account: AccountString) =>
  account.available === null ? "no budget line" : `${formatCents(account.available)} free`;

function SplitRow({
  list,
  line,
  row,
  values,
  single,
  onRemove,
}: {
  list: LineList;
  line: number;
  row: number;
  values: LineValues;
  single: boolean;
  onRemove: () => void;
}) {
  const name = `${list}.${line}.splits.${row}` as const;
  const { setValue } = useFormContext<LinesForm>();
  const share = sharesOf(values)[row] ?? null;
  const department = useWatch<LinesForm>({ name: "departmentId" }) as string;
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_120px_110px_36px]">
      <div className={single ? "sm:col-span-4" : ""}>
        <Combobox<AccountString>
          name={`${name}.accountStringId`}
          label={single ? "Account to charge" : `Account ${row + 1}`}
          required
          path="/api/v1/account-strings"
          query={department ? `departmentId=${department}` : ""}
          itemLabel={(account) => `${account.code} · ${account.label}`}
          itemHint={free}
          currentLabel={values.splits[row]?.code ?? null}
          onPick={(account) => setValue(`${name}.code`, `${account.code} · ${account.label}`)}
        />
      </div>
      {!single &&
        (values.splitBy === "percent" ? (
          <PercentField name={`${name}.percent`} label="Share" required />
        ) : (
          <MoneyField name={`${name}.amount`} label="Amount" required />
        ))}
      {!single && (
        <span className="num pb-2.5 text-14 text-t2">
          {share === null ? "—" : formatCents(share)}
        </span>
      )}
      {!single && (
        <button
          type="button"
          className="btn btn-quiet btn-icon mb-0.5"
          aria-label={`Take account ${row + 1} off line ${line + 1}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function Rest({ values }: { values: LineValues }) {
  const open = openShare(values);
  if (open === 0) return <span className="text-13 text-success">Adds up</span>;
  const text =
    values.splitBy === "percent"
      ? `${Math.abs(open).toLocaleString("en-US", { maximumFractionDigits: 4 })}%`
      : formatCents(Math.abs(open));
  return (
    <span className="text-13 text-warning">
      {text} {open > 0 ? "not shared out yet" : "too much"}
    </span>
  );
}

/** Which accounts a line is charged to: one, or several by percent or by amount. */
export function SplitEditor({ list, line }: { list: LineList; line: number }) {
  const name = `${list}.${line}.splits` as const;
  const { control, setValue, getValues } = useFormContext<LinesForm>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const values = useWatch({ control, name: `${list}.${line}` });
  const error = useFieldError(name);
  if (!values) return null;
  const single = fields.length === 1;
  const add = () => {
    if (single) setValue(`${name}.0.percent`, "50", { shouldDirty: true });
    append(
      { accountStringId: "", code: "", percent: single ? "50" : "", amount: null },
      { shouldFocus: false },
    );
  };
  const take = (row: number) => {
    remove(row);
    if (getValues(name).length !== 1) return;
    setValue(`${list}.${line}.splitBy`, "percent");
    setValue(`${name}.0.percent`, "100");
    setValue(`${name}.0.amount`, null);
  };
  return (
    <div className="grid gap-3">
      {error && (
        <p className="text-14 font-medium text-danger" role="alert">
          {error}
        </p>
      )}
      {fields.map((field, row) => (
        <SplitRow
          key={field.id}
          list={list}
          line={line}
          row={row}
          values={values}
          single={single}
          onRemove={() => take(row)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-small" onClick={add}>
          <Split aria-hidden="true" />
          {single ? "Split between accounts" : "Add an account"}
        </button>
        {!single && (
          <>
            <label className="flex items-center gap-2 text-13 text-t2">
              by{" "}
              <select
                className="field-control !min-h-7 !w-28 !py-0 !text-13"
                value={values.splitBy}
                onChange={(event) =>
                  setValue(`${list}.${line}.splitBy`, event.target.value as LineValues["splitBy"], {
                    shouldDirty: true,
                  })
                }
              >
                <option value="percent">percent</option>
                <option value="amount">amount</option>
              </select>
            </label>
            <Rest values={values} />
          </>
        )}
      </div>
    </div>
  );
}
