import { useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { duties, dutyLabels } from "#roles.ts";
import {
  CheckboxField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { severities, watched, type Severity, type Watched } from "../alarm/alarm.labels.ts";
import type { RuleRow } from "../alarm/alarm.model.ts";
import { metrics } from "../reading/metrics.data.ts";

type Values = {
  name: string;
  watches: Watched;
  metric: string;
  bound: string;
  clears: string;
  minutes: string;
  latitude: string;
  longitude: string;
  radius: string;
  severity: Severity;
  hourly: string;
  tells: RuleRow["tells"];
};

const text = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);
const number = (value: string): number | null => (value.trim() === "" ? null : Number(value));

const blankTells = {
  ...{ duty: "device_keeper", task: false, work: false, quarantine: false, shipment: false },
};

const valuesOf = (rule: RuleRow | null): Values => ({
  name: rule?.name ?? "",
  watches: rule?.watches ?? "above",
  metric: rule?.metric ?? "temperature",
  bound: text(rule?.bound),
  clears: text(rule?.clears),
  minutes: String(rule?.minutes ?? 0),
  latitude: text(rule?.fence?.center.latitude),
  longitude: text(rule?.fence?.center.longitude),
  radius: text(rule?.fence?.radius),
  severity: rule?.severity ?? "high",
  hourly: String(rule?.hourly ?? 3),
  tells: rule?.tells ?? blankTells,
});

const bodyOf = (rule: RuleRow | null) => (given: Values) => {
  const { latitude, longitude, radius, watches, metric, bound, clears, minutes, hourly, ...rest } =
    given;
  const limited = watches === "above" || watches === "below";
  const center = { latitude: number(latitude), longitude: number(longitude) };
  return {
    ...rest,
    watches,
    metric: limited ? metric : "",
    bound: limited ? number(bound) : null,
    clears: limited ? number(clears) : null,
    minutes: number(minutes) ?? 0,
    hourly: number(hourly) ?? 3,
    fence: watches === "outside" ? { center, radius: number(radius) } : null,
    deviceIds: rule?.deviceIds ?? [],
  };
};

function Limit() {
  const { control } = useFormContext<Values>();
  const watches = useWatch({ control, name: "watches" });
  const metric = useWatch({ control, name: "metric" });
  if (watches === "silent") return null;
  if (watches === "outside")
    return (
      <FormRow>
        <TextField name="latitude" label="Latitude of the center" required maxLength={14} />
        <TextField name="longitude" label="Longitude" required maxLength={14} />
        <QuantityField name="radius" label="Radius, meters" required />
      </FormRow>
    );
  const unit = metrics[metric as keyof typeof metrics]?.unit ?? "";
  return (
    <FormRow>
      <SelectField
        name="metric"
        label="Metric"
        required
        options={options(metrics).filter(({ value }) => value !== "position")}
      />
      <TextField name="bound" label={`Limit, ${unit}`} required maxLength={14} />
      <TextField
        name="clears"
        label={`Over again at, ${unit}`}
        maxLength={14}
        hint="So that it does not come and go at the limit"
      />
    </FormRow>
  );
}

/** Drafts a rule, changes a draft, or drafts the next version of a published one. */
export function RuleDialog({
  rule,
  onClose,
  onDone,
}: {
  rule: RuleRow | null;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  const path = "/api/v1/device-alarm-rules";
  const draft = rule?.status === "draft";
  return (
    <PostDialog<Values>
      title={rule ? (draft ? `Change ${rule.name}` : `Next version of ${rule.name}`) : "New rule"}
      description="A draft raises nothing: try it on the past, then publish it."
      method={draft ? "PATCH" : "POST"}
      path={
        draft ? `${path}/${rule.id}` : rule ? `${path}?nextVersionOf=${rule.definitionId}` : path
      }
      submit="Save the draft"
      values={valuesOf(rule)}
      nouns={["device-alarm-rules"]}
      {...(draft ? { version: rule.version } : {})}
      bodyOf={bodyOf(rule)}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <TextField name="name" label="Rule" required maxLength={120} />
        <SelectField name="watches" label="Watches" options={options(watched)} required />
      </FormRow>
      <Limit />
      <FormRow>
        <QuantityField name="minutes" label="For, minutes" required />
        <SelectField name="severity" label="Severity" options={options(severities)} required />
        <QuantityField name="hourly" label="Alarms an hour at most" required />
      </FormRow>
      <SelectField
        name="tells.duty"
        label="Tells"
        options={[
          { value: "", label: "Nobody" },
          ...duties.map((duty) => ({ value: duty, label: dutyLabels[duty].label })),
        ]}
      />
      <CheckboxField name="tells.task" label="Gives somebody of the duty a task" />
      <CheckboxField name="tells.work" label="Asks for work at its asset or place" />
      <CheckboxField
        name="tells.quarantine"
        label="Puts the lots at its location into quarantine"
      />
      <CheckboxField name="tells.shipment" label="Marks its shipment as held up" />
    </PostDialog>
  );
}
