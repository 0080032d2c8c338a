import { Form } from "#web/kit/form/Form.tsx";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Metrics } from "./Charts.tsx";
import type { RuleRow } from "./monitor.model.ts";

type Values = {
  metric: string;
  direction: "above" | "below";
  threshold: string;
  margin: string;
  minutes: string;
  audience: "running" | "all";
  enabled: boolean;
};

const valuesOf = (rule: RuleRow | null): Values =>
  rule
    ? {
        metric: rule.metric,
        direction: rule.direction,
        threshold: String(rule.threshold),
        margin: String(rule.margin),
        minutes: String(rule.minutes),
        audience: rule.audience,
        enabled: rule.enabled,
      }
    : {
        metric: "p95",
        direction: "above",
        threshold: "1000",
        margin: "200",
        minutes: "5",
        audience: "running",
        enabled: true,
      };

const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
const directions = [
  { value: "above", label: "is above" },
  { value: "below", label: "is below" },
];
const audiences = [
  { value: "running", label: "Administrators of the agency that runs this installation" },
  { value: "all", label: "Administrators of every agency" },
];
const units = { count: "", ms: "ms", seconds: "s", MB: "MB", percent: "%" } as const;

/** Adds, changes or takes away an alarm. */
export function RuleDialog({
  rule,
  metrics,
  onClose,
}: {
  rule: RuleRow | null;
  metrics: Metrics;
  onClose: () => void;
}) {
  const act = useMutationAction("alarm-rules", "monitoring");
  const path = rule ? `/api/v1/alarm-rules/${rule.id}` : "/api/v1/alarm-rules";
  const version = rule ? { version: rule.version } : {};
  const save = async (values: Values) => {
    const body = {
      ...values,
      threshold: numberOf(values.threshold),
      margin: numberOf(values.margin),
      minutes: numberOf(values.minutes),
    };
    await act.mutateAsync({ method: rule ? "PUT" : "POST", path, body, ...version });
    notify.done(rule ? "Changed" : "Added", "It counts from the next minute on.");
    onClose();
  };
  const remove = () =>
    act.mutate(
      { method: "DELETE", path, ...version },
      {
        onSuccess: () => {
          notify.done("Taken away");
          onClose();
        },
        onError: (error) => notify.failed("Not taken away", error),
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title={rule ? "Change an alarm" : "Add an alarm"}
      description="It is raised when the number is beyond the threshold in every one of these minutes, and ends when it is better by the margin for as long."
    >
      <Form<Values>
        formKey={null}
        defaultValues={valuesOf(rule)}
        submitLabel="Save"
        onSubmit={save}
      >
        <SelectField
          name="metric"
          label="When this number"
          required
          options={metrics.map(({ name, label, unit }) => ({
            value: name,
            label: units[unit] ? `${label} (${units[unit]})` : label,
          }))}
        />
        <FormRow>
          <SelectField name="direction" label="is" required options={directions} />
          <TextField name="threshold" label="Threshold" required />
        </FormRow>
        <FormRow>
          <TextField name="minutes" label="For so many minutes" required />
          <TextField name="margin" label="Margin to end" required />
        </FormRow>
        <SelectField name="audience" label="Who is told, once" required options={audiences} />
        <CheckboxField name="enabled" label="On" />
      </Form>
      {rule && (
        <button
          type="button"
          className="btn btn-quiet mt-3"
          disabled={act.isPending}
          onClick={remove}
        >
          Take this alarm away
        </button>
      )}
    </Dialog>
  );
}
