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
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { NamedDevices } from "./rule-words.ts";
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
  devices: { deviceId: string | null }[];
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
  devices: (rule?.deviceIds ?? []).map((deviceId) => ({ deviceId })),
  tells: rule?.tells ?? blankTells,
});

const bodyOf = (given: Values) => {
  const { latitude, longitude, radius, watches, metric, bound, clears, ...others } = given;
  const { minutes, hourly, devices, ...rest } = others;
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
    deviceIds: [...new Set(devices.flatMap(({ deviceId }) => deviceId ?? []))],
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

function Watched({ devices }: { devices: NamedDevices }) {
  return (
    <LineItems
      name="devices"
      label="Devices, or none for all that measure it"
      min={0}
      blank={() => ({ deviceId: null })}
      columns={[
        {
          ...{ name: "deviceId", label: "Device", kind: "lookup", path: "/api/v1/devices" },
          query: "status=provisioned,active,stale",
          itemLabel: ({ name }: { id: string; name: string }) => name,
          current: (id) => devices.find((each) => each.id === id)?.name ?? null,
        },
      ]}
    />
  );
}

/** Drafts a rule, changes a draft, or drafts the next version of a published one. */
export function RuleDialog({
  rule,
  devices,
  onClose,
  onDone,
}: {
  rule: RuleRow | null;
  devices: NamedDevices;
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
      bodyOf={bodyOf}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <TextField name="name" label="Rule" required maxLength={120} />
        <SelectField name="watches" label="Watches" options={options(watched)} required />
      </FormRow>
      <Limit />
      <Watched devices={devices} />
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
