import { useWatch } from "react-hook-form";
import { isLumpSum, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { options } from "#kernel/labels.ts";
import { addQuantity, shownDecimal } from "#kernel/quantity.ts";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { centsOf, claimsOf, dollarsOf, doneOf, type Claim } from "./amounts.model.ts";
import { retainageScopes } from "./pay.labels.ts";
import type { AskedLine } from "./pay-form.ts";

const decimal = /^\d{1,12}(\.\d{1,4})?$/;

// What the typed value comes to, before anything is sent.
function Comes({ line, at }: { line: AskedLine; at: number }) {
  const [claim, value, stored] = useWatch({
    name: [`lines.${at}.claim`, `lines.${at}.value`, `lines.${at}.stored`],
  }) as [Claim, string, string];
  const [typed, material] = [value.trim() || "0", stored.trim() || "0"];
  if (typed === "0" && material === "0" && line.storedBefore === "0")
    return <p className="text-12 text-t3">Nothing this period.</p>;
  if (!decimal.test(typed) || !decimal.test(material)) return null;
  const done = doneOf(
    {
      ...line,
      previous: addQuantity(line.previous, line.storedBefore),
      stored: line.storedBefore,
    },
    claim,
    typed,
    material,
  );
  return "fault" in done ? (
    <p className="text-12 text-danger" role="status">
      {done.fault}
    </p>
  ) : (
    <p className="text-12 text-t2" role="status">
      {!isLumpSum(line) && `${muchOf(line, done.placed)} in place, `}
      {formatCents(centsOf(line, done.quantity))} this period
    </p>
  );
}

function LineFields({ line, at, rate }: { line: AskedLine; at: number; rate: string }) {
  return (
    <Panel
      title={`${line.lineNo} ${line.description}`}
      aside={
        <span className="text-t2">
          {lineWords({ ...line, quantity: line.ordered })}, {muchOf(line, line.previous)} before,{" "}
          {muchOf(line, line.balance)} left
        </span>
      }
    >
      <FormRow>
        <SelectField
          name={`lines.${at}.claim`}
          label="Given as"
          options={options(claimsOf(line))}
        />
        <TextField name={`lines.${at}.value`} label="Put in place" />
        <TextField
          name={`lines.${at}.stored`}
          label="Stored on the site now, $"
          hint={`$${shownDecimal(dollarsOf(line, line.storedBefore), 2)} by the certificate before`}
        />
        <TextField
          name={`lines.${at}.retainagePercent`}
          label="Own retainage, %"
          hint={`${rate} % when left empty`}
        />
      </FormRow>
      <Comes line={line} at={at} />
    </Panel>
  );
}

/** The fields of an application: its period, its paper, and what was done of each line. */
export function PayFields({ lines, rate }: { lines: readonly AskedLine[]; rate: string }) {
  return (
    <>
      <FormRow>
        <DateField name="periodFrom" label="Work from" required />
        <DateField name="periodTo" label="Work to" required />
        <TextField
          name="contractorNumber"
          label="Contractor's number"
          hint="As its own application or invoice bears it"
          required
          maxLength={60}
        />
      </FormRow>
      {lines.map((line, at) => (
        <LineFields key={line.purchaseOrderLineId} line={line} at={at} rate={rate} />
      ))}
      <SelectField
        name="retainageScope"
        label="A changed rate of retainage holds"
        options={options(retainageScopes)}
      />
      <FileDrop
        name="file"
        label="Contractor's signed application"
        multiple={false}
        hint="Needed unless the contractor sends it in its portal."
      />
      <FileDrop
        name="storedFiles"
        label="Bills and insurance of stored material"
        hint="Demanded before it is certified, where material is paid that is not in place yet."
      />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </>
  );
}
