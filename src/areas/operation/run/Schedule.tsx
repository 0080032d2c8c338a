import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { CheckboxField, SelectField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ScheduleRow } from "./run.model.ts";

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

function ScheduleForm({ now }: { now: ScheduleRow }) {
  const { timeZone } = useAgency();
  const save = useMutationAction<ScheduleRow>("check-schedules");
  return (
    <Form
      formKey={null}
      defaultValues={{ nightly: now.nightly, hour: String(now.hour) }}
      submitLabel="Save"
      onSubmit={async ({ nightly, hour }) => {
        await save.mutateAsync({
          method: "PUT",
          path: "/api/v1/check-schedule",
          body: { nightly, hour: Number(hour) },
          version: now.version,
        });
        notify.done(nightly ? `The checks run every night at ${hour}:00` : "No nightly checks");
      }}
    >
      <CheckboxField name="nightly" label="Run all checks every night" />
      <SelectField name="hour" label={`At (${timeZone})`} options={hours} />
    </Form>
  );
}

/** Whether the checks run every night; administrators set it. */
export function Schedule() {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const read = useGet<ScheduleRow>("check-schedules", "/api/v1/check-schedule");
  if (read.isError)
    return (
      <ErrorPanel error={read.error} what="The schedule" onRetry={() => void read.refetch()} />
    );
  const now = read.data;
  return (
    <Panel title="Every night">
      <p className="mb-3 text-t2">
        Administrators are told once when a night finds something, and once when it is in order
        again.
      </p>
      {now && can("check.schedule") && <ScheduleForm key={now.version} now={now} />}
      {now && !can("check.schedule") && (
        <p>
          {now.nightly
            ? `The checks run every night at ${now.hour}:00 (${timeZone}).`
            : "No nightly checks. An administrator can begin them."}
        </p>
      )}
    </Panel>
  );
}
