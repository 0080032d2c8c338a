import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useOpenedRow } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import type { FiscalYear } from "../budget.model.ts";
import { fiscalYearDays } from "./fiscal-year.model.ts";

type Values = { year: string; startsOn: string; endsOn: string; status: "open" | "planned" };

const daysOf = (y: FiscalYear): Values => ({
  year: String(y.year),
  startsOn: y.startsOn,
  endsOn: y.endsOn,
  status: "open",
});

/** Opens a fiscal year with its days (`row` null), or corrects the days of one. */
export function YearDialog({
  row,
  next,
  onClose,
}: {
  row: FiscalYear | null;
  next: number;
  onClose: () => void;
}) {
  const { me } = useAuth();
  const month = me?.org?.fiscalYearStartMonth ?? 7;
  const send = useMutationAction("fiscal-years", "budget-lines");
  const opened = useOpenedRow(
    row,
    async ({ id }) =>
      (await api<{ items: FiscalYear[] }>("/api/v1/fiscal-years")).items.find((y) => y.id === id) ??
      null,
  );
  const year = opened.record;
  const save = async (values: Values) => {
    await send.mutateAsync(
      year
        ? {
            method: "PATCH",
            path: `/api/v1/fiscal-years/${year.id}`,
            body: { startsOn: values.startsOn, endsOn: values.endsOn },
            version: year.version,
          }
        : { path: "/api/v1/fiscal-years", body: values },
    );
    onClose();
  };
  return (
    <FormDialog<Values>
      title={year ? `Days of fiscal year ${year.year}` : "Open a fiscal year"}
      {...(year
        ? {
            description:
              "What is charged to the year stays charged to it. New requisitions and orders go by the corrected days.",
          }
        : {})}
      defaultValues={
        year ? daysOf(year) : { year: String(next), ...fiscalYearDays(next, month), status: "open" }
      }
      conflict={opened.conflictOf(daysOf)}
      submitLabel={year ? "Save the days" : "Open the year"}
      onSubmit={save}
      onClose={onClose}
    >
      {!year && (
        <TextField
          name="year"
          label="Fiscal year"
          hint="Named after the calendar year in which it ends."
          required
          maxLength={4}
        />
      )}
      {!year && (
        <SelectField
          name="status"
          label="How it begins"
          required
          options={[
            { value: "open", label: "Open: it takes lines and charges" },
            { value: "planned", label: "Planned: a budget cycle prepares it" },
          ]}
        />
      )}
      <FormRow>
        <DateField name="startsOn" label="First day" required />
        <DateField name="endsOn" label="Last day" required />
      </FormRow>
    </FormDialog>
  );
}
