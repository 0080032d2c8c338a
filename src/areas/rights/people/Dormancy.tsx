import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";

type Rule = {
  days: number | null;
  fromDay: string | null;
  next: { days: number | null; fromDay: Day } | null;
};
type Fields = { days: string; fromDay: string };

const inWords = (days: number | null) =>
  days === null
    ? "Memberships do not end for lack of use."
    : `A membership ends after ${days} days without a sign-in; the person is told by letter seven days before.`;

/** After how many days without a sign-in memberships end, from a day on. */
export function Dormancy() {
  const rule = useGet<Rule>("dormancy", "/api/v1/dormancy");
  const set = useMutationAction<Rule>("dormancy", "people");
  if (rule.isPending) return <TableSkeleton columns={2} />;
  if (rule.isError)
    return <ErrorPanel error={rule.error} what="The rule" onRetry={() => void rule.refetch()} />;
  const { days, next } = rule.data;
  const save = async (values: Fields) => {
    await set.mutateAsync({
      method: "PUT",
      path: "/api/v1/dormancy",
      body: { days: values.days ? Number(values.days) : null, fromDay: values.fromDay },
    });
    notify.done("Rule set", `From ${formatDate(day(values.fromDay))} on.`);
  };
  return (
    <Panel title="Unused accounts">
      <p className="max-w-[70ch] text-t2">{inWords(days)}</p>
      {next && (
        <p className="mt-2 text-t2">
          From {formatDate(next.fromDay)} on: {inWords(next.days)}
        </p>
      )}
      <div className="mt-4 max-w-[640px]">
        <Form<Fields>
          formKey={null}
          defaultValues={{ days: days === null ? "" : String(days), fromDay: "" }}
          submitLabel="Set the rule"
          onSubmit={save}
        >
          <FormRow>
            <TextField
              name="days"
              label="Days without a sign-in"
              hint="30 to 730; empty: none end."
            />
            <DateField name="fromDay" label="From" required />
          </FormRow>
        </Form>
      </div>
    </Panel>
  );
}
