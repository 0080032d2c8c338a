import { options } from "#kernel/labels.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { delayCauses } from "./log.labels.ts";
import type { LogStart } from "./log.model.ts";

const crewColumns: readonly LineColumn[] = [
  { name: "employer", label: "Employer", kind: "text", required: true },
  { name: "trade", label: "Trade", kind: "text", required: true },
  { name: "people", label: "People", kind: "decimal", required: true },
  { name: "hours", label: "Hours each", kind: "decimal", required: true },
];
const machineColumns: readonly LineColumn[] = [
  { name: "employer", label: "Employer", kind: "text", required: true },
  { name: "what", label: "Equipment", kind: "text", required: true },
  { name: "hours", label: "Hours", kind: "decimal", required: true },
];
const quantityColumns = (lines: LogStart["lines"]): readonly LineColumn[] => [
  {
    name: "purchaseOrderLineId",
    label: "Line of the order",
    kind: "select",
    required: true,
    options: lines.map((l) => ({
      value: l.purchaseOrderLineId,
      label: `${l.order}, ${l.lineNo} ${l.description} (${shownDecimal(l.logged)} of ${shownDecimal(l.ordered)} ${l.unit} logged)`,
    })),
  },
  { name: "quantity", label: "Quantity", kind: "decimal", required: true },
  { name: "station", label: "Station", kind: "text" },
  { name: "note", label: "Note", kind: "text" },
];

function Delay() {
  return (
    <FormSection title="Delay">
      <FormRow>
        <SelectField
          name="delayCause"
          label="Cause"
          placeholder="No delay"
          options={options(delayCauses)}
        />
        <TextField name="delayHours" label="Hours lost" hint="The whole day when left empty" />
      </FormRow>
      <TextArea name="delayNote" label="What stood still" rows={2} maxLength={1000} />
    </FormSection>
  );
}

/** The fields of a daily log, in the order of a day on the site. */
export function LogFields({ lines, today }: { lines: LogStart["lines"]; today: string }) {
  return (
    <>
      <FormSection title="Day and weather">
        <FormRow>
          <DateField name="day" label="Day" required max={today} />
          <TextField
            name="conditions"
            label="Weather"
            hint="Such as: overcast, rain from two on"
            maxLength={300}
          />
        </FormRow>
        <FormRow>
          <TextField name="temperatureLow" label="Lowest, °F" />
          <TextField name="temperatureHigh" label="Highest, °F" />
        </FormRow>
      </FormSection>
      <FileDrop
        name="photos"
        label="Photos"
        accept="image/*"
        most={40}
        hint="Private until a project manager chooses them for publication."
      />
      {lines.length > 0 && (
        <FormSection title="What was built">
          <LineItems
            name="quantities"
            label="Quantities"
            columns={quantityColumns(lines)}
            blank={() => ({ purchaseOrderLineId: "", quantity: "", station: "", note: "" })}
            min={0}
          />
        </FormSection>
      )}
      <FormSection title="Who and what was there">
        <LineItems
          name="crews"
          label="Crews"
          columns={crewColumns}
          blank={() => ({ employer: "", trade: "", people: "", hours: "8" })}
          min={0}
        />
        <LineItems
          name="equipment"
          label="Equipment"
          columns={machineColumns}
          blank={() => ({ employer: "", what: "", hours: "8" })}
          min={0}
        />
      </FormSection>
      <Delay />
      <TextArea name="notes" label="Notes" rows={4} maxLength={10_000} />
    </>
  );
}
