import { Plus, Trash2, Upload } from "lucide-react";
import { useState, type ChangeEvent } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { addDays, isDate } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { blankWorker, workersOf } from "./payroll-form.ts";
import { complianceStatement } from "./payroll.labels.ts";
import type { PayrollRead } from "./payroll.model.ts";
import { wh347Columns } from "./wh347-columns.ts";

const days = [0, 1, 2, 3, 4, 5, 6];

/** What a day of the week is called, once its last day is known. */
const useDayNames = (): readonly string[] => {
  const ending: unknown = useWatch({ name: "weekEnding" });
  return days.map((day) =>
    typeof ending === "string" && isDate(ending)
      ? formatDate(addDays(ending, day - 6)).replace(/,.*/, "")
      : `Day ${day + 1}`,
  );
};

function Hours({ at }: { at: number }) {
  const names = useDayNames();
  const { register } = useFormContext();
  return (
    <div className="table-scroll">
      <table className="payroll-hours">
        <thead>
          <tr>
            <th scope="col">Hours</th>
            {names.map((name, day) => (
              <th scope="col" key={day}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["straight", "overtime"] as const).map((kind) => (
            <tr key={kind}>
              <th scope="row">{kind === "straight" ? "Straight" : "Overtime"}</th>
              {days.map((day) => (
                <td key={day}>
                  <input
                    {...register(`workers.${at}.${kind}.${day}`)}
                    className="field-control"
                    inputMode="decimal"
                    aria-label={`${kind === "straight" ? "Straight hours" : "Overtime hours"}, ${names[day]}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Worker({ at, onRemove }: { at: number; onRemove: () => void }) {
  const name: unknown = useWatch({ name: `workers.${at}.name` });
  const of = (field: string) => `workers.${at}.${field}`;
  return (
    <fieldset className="panel grid gap-3 p-4">
      <legend className="sr-only">{String(name || `Row ${at + 1}`)}</legend>
      <FormRow>
        <TextField name={of("name")} label="Name" required maxLength={120} />
        <TextField
          name={of("idNumber")}
          label="ID number"
          hint="Last four digits, or your own number"
          required
          maxLength={20}
        />
        <TextField
          name={of("classification")}
          label="Classification"
          required
          maxLength={160}
          list="wage-classifications"
        />
        <TextField
          name={of("apprenticePercent")}
          label="Apprentice, %"
          hint="Empty: journey worker"
        />
      </FormRow>
      <Hours at={at} />
      <FormRow>
        <MoneyField name={of("rate")} label="Rate" required />
        <MoneyField name={of("overtimeRate")} label="Overtime rate" />
        <MoneyField name={of("fringePlans")} label="To plans, an hour" />
        <MoneyField name={of("fringeCash")} label="In cash, an hour" />
      </FormRow>
      <FormRow>
        <MoneyField name={of("gross")} label="Gross, this project" required />
        <MoneyField name={of("grossAll")} label="Gross, all work" />
        <MoneyField name={of("deductions")} label="Deductions" />
        <MoneyField name={of("net")} label="Net pay" />
      </FormRow>
      <div>
        <button type="button" className="btn btn-small btn-quiet" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          Remove {String(name || `row ${at + 1}`)}
        </button>
      </div>
    </fieldset>
  );
}

function FromFile({ path, onRead }: { path: string; onRead: (read: PayrollRead) => void }) {
  const [errors, setErrors] = useState<PayrollRead["errors"]>([]);
  const read = useMutationAction<PayrollRead>();
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const [file] = input.files ?? [];
    if (!file) return;
    try {
      const found = await read.mutateAsync({ path, body: { text: await file.text() } });
      onRead(found);
      setErrors(found.errors);
    } catch (error) {
      notify.failed("The file could not be read", error);
    } finally {
      input.value = "";
    }
  };
  const template = `data:text/csv;charset=utf-8,${encodeURIComponent(`${wh347Columns.join(",")}\r\n`)}`;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <label className="btn btn-secondary">
          <Upload aria-hidden="true" />
          Read a CSV file
          <input
            type="file"
            className="sr-only"
            accept=".csv,text/csv"
            onChange={(event) => void choose(event)}
          />
        </label>
        <a className="text-link text-13" href={template} download="wh-347.csv">
          Columns of the file
        </a>
      </div>
      {errors.length > 0 && (
        <div role="alert">
          <p className="text-13 font-semibold">
            {counted(errors.length, "line was", "lines were")} not read; the others stand below.
          </p>
          <ul className="text-13">
            {errors.slice(0, 50).map(({ line, says }) => (
              <li key={line}>
                Line {line}: {says}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** The workers of a payroll: typed, or read from a file in the columns of form WH-347. */
function Workers({ path, classifications }: { path: string; classifications: readonly string[] }) {
  const { fields, append, remove } = useFieldArray({ name: "workers" });
  const noWork: unknown = useWatch({ name: "noWork" });
  if (noWork === true && fields.length === 0) return null;
  return (
    <FormSection title="Workers">
      <datalist id="wage-classifications">
        {classifications.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <FromFile path={path} onRead={({ workers }) => append(workersOf(workers))} />
      {fields.map(({ id }, at) => (
        <Worker key={id} at={at} onRemove={() => remove(at)} />
      ))}
      <div>
        <button type="button" className="btn btn-secondary" onClick={() => append(blankWorker())}>
          <Plus aria-hidden="true" />
          Add a worker
        </button>
      </div>
    </FormSection>
  );
}

function Statement() {
  return (
    <FormSection title="Statement of compliance">
      <ol className="list-decimal pl-5 text-13 text-t2">
        {complianceStatement.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ol>
      <TextArea
        name="exceptions"
        label="Exceptions"
        hint="What is still owed to whom, and why"
        rows={2}
        maxLength={4000}
      />
      <FormRow>
        <TextField name="signedBy" label="Signed by" maxLength={200} />
        <TextField name="signedTitle" label="Title" maxLength={200} />
      </FormRow>
    </FormSection>
  );
}

/** The fields of a certified payroll behind its order: the week, its workers, the statement. */
export function PayrollFields({
  readPath,
  classifications,
  today,
}: {
  readPath: string;
  classifications: readonly string[];
  today?: string;
}) {
  return (
    <>
      <FormSection title="Week">
        <FormRow>
          <TextField name="employer" label="Employer" required maxLength={200} />
          <TextField name="payrollNo" label="Payroll no." required />
          <DateField
            name="weekEnding"
            label="Week ending"
            required
            {...(today && { max: today })}
          />
          <DateField name="paidOn" label="Payday" />
        </FormRow>
        <CheckboxField name="noWork" label="No work was performed in this week" />
        <CheckboxField name="final" label="This is the last payroll of this employer" />
      </FormSection>
      <Workers path={readPath} classifications={classifications} />
      <Statement />
    </>
  );
}
