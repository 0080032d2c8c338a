import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  QuantityField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ClassRow } from "../asset/asset.model.ts";
import type { ChecklistRow } from "../checklist/checklist.model.ts";
import { meterKinds } from "../meter/meter.labels.ts";
import { workPriorities } from "../work-order/work-order.labels.ts";
import { dueBy, planMakes, planUnits } from "./plan.labels.ts";
import type { PlanRow } from "./plan.model.ts";
const none = (label: string) => ({ value: "", label });

function When() {
  const by = useWatch({ name: "dueBy" }) as string;
  return (
    <FormSection title="When">
      <RadioGroup name="dueBy" label="Due by" options={options(dueBy)} />
      {by !== "meter" && (
        <>
          <FormRow>
            <QuantityField name="every" label="Every" decimals={0} required />
            <SelectField name="unit" label="Of" options={options(planUnits)} />
            <DateField name="anchorOn" label="First due on" required />
          </FormRow>
          <RadioGroup
            name="floating"
            label="The next one is counted"
            options={[
              { value: "no", label: "By the calendar, from the first day" },
              { value: "yes", label: "From the day on which the last one was done" },
            ]}
          />
          <FormRow>
            <TextField
              name="seasonFrom"
              label="Season from"
              hint="Month and day, such as 05-01."
              maxLength={5}
            />
            <TextField name="seasonTo" label="Season to" maxLength={5} />
          </FormRow>
        </>
      )}
      {by !== "calendar" && (
        <FormRow>
          <SelectField
            name="meterKind"
            label="Meter"
            options={[none("Choose"), ...options(meterKinds)]}
          />
          <QuantityField name="meterEvery" label="Interval" decimals={0} />
        </FormRow>
      )}
      <QuantityField
        name="leadDays"
        label="Create the work so many days ahead"
        unit="days"
        decimals={0}
      />
    </FormSection>
  );
}

function OnWhat({ names }: { names: ReadonlyMap<string, string> }) {
  const classes = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes");
  return (
    <FormSection title="Assets covered">
      <SelectField
        name="classId"
        label="All in service of a class"
        options={[
          none("No class"),
          ...(classes.data?.items ?? []).map((c) => ({ value: c.id, label: c.name })),
        ]}
      />
      <LineItems
        name="assetIds"
        label="And these assets"
        min={0}
        blank={() => ({ assetId: null, name: "" })}
        columns={[
          {
            name: "assetId",
            label: "Asset",
            kind: "lookup",
            path: "/api/v1/assets",
            query: "inUse=true",
            itemLabel: (a: { name: string }) => a.name,
            itemHint: (a: { number: string }) => a.number,
            current: (id) => names.get(id) ?? null,
          },
        ]}
      />
      <CheckboxField
        name="route"
        label="One round over all of them"
        hint="One work order with a stop for each asset, in place of one for each."
      />
    </FormSection>
  );
}

function What() {
  const makes = useWatch({ name: "makes" }) as string;
  const lists = useGet<{ items: ChecklistRow[] }>(
    "inspection-checklists",
    "/api/v1/inspection-checklists",
    { enabled: makes === "inspection" },
  );
  return (
    <FormSection title="Work created">
      <RadioGroup name="makes" label="Create" options={options(planMakes)} />
      {makes === "inspection" && (
        <SelectField
          name="checklistId"
          label="Checklist"
          options={[
            none("Choose"),
            ...(lists.data?.items ?? [])
              .filter((one) => one.status === "published")
              .map((one) => ({ value: one.definitionId, label: one.name })),
          ]}
        />
      )}
      <FormRow>
        <SelectField name="priority" label="Priority" options={options(workPriorities)} />
        <QuantityField name="estimateMinutes" label="Time" unit="minutes" decimals={0} />
      </FormRow>
      <Combobox<{ id: string; name: string; email: string }>
        name="leadId"
        label="Given to"
        path="/api/v1/members"
        query={`may=${makes === "inspection" ? "inspection.work" : "workOrder.work"}`}
        itemLabel={(m) => m.name}
        itemHint={(m) => m.email}
      />
      {makes === "workOrder" && (
        <LineItems
          name="tasks"
          label="Tasks"
          min={0}
          blank={() => ({ title: "", mandatory: "yes" })}
          columns={[
            { name: "title", label: "Task", kind: "text", required: true },
            {
              name: "mandatory",
              label: "Mandatory",
              kind: "select",
              options: [
                { value: "yes", label: "Yes" },
                { value: "no", label: "No" },
              ],
            },
          ]}
        />
      )}
    </FormSection>
  );
}

/** The fields of a plan. */
export function PlanFields({
  others,
  names,
}: {
  others: readonly PlanRow[];
  names: ReadonlyMap<string, string>;
}) {
  return (
    <>
      <FormSection title="Plan">
        <TextField name="name" label="Name" required maxLength={120} />
        <TextArea name="about" label="What is done" rows={3} maxLength={2000} />
      </FormSection>
      <When />
      <OnWhat names={names} />
      <What />
      <FormSection title="Other plans">
        <LineItems
          name="covers"
          label="It covers"
          min={0}
          blank={() => ({ definitionId: "" })}
          columns={[
            {
              name: "definitionId",
              label: "Plan",
              kind: "select",
              options: [
                none("Choose"),
                ...others.map((plan) => ({ value: plan.definitionId, label: plan.name })),
              ],
            },
          ]}
        />
        <p className="hint">A yearly service covers the monthly one that is due near it.</p>
      </FormSection>
    </>
  );
}
