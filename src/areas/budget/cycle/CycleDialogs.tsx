import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, MoneyField, PercentField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import type { FiscalYear, Segment } from "../budget.model.ts";
import { categories, type Category } from "../chart.labels.ts";
import type { CycleDetail } from "./cycle.model.ts";

type Step = { title: string; dueOn: string; ownerId: string };
type Values = {
  fiscalYearId: string;
  message: string;
  inflation: Record<Category, string>;
  steps: Step[];
};
type Member = { id: string; name: string };

const blankInflation = { personnel: "", operating: "", capital: "", debt: "" };
const toHundredths = (values: Values["inflation"]) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === "" ? [] : [[name, Math.round(Number(value) * 100)]],
    ),
  );

const stepColumns = (steps: CycleDetail["steps"]): readonly LineColumn[] => [
  { name: "title", label: "What is due", kind: "text", required: true },
  { name: "dueOn", label: "On", kind: "date", required: true },
  {
    name: "ownerId",
    label: "Whose task",
    kind: "lookup",
    path: "/api/v1/members",
    itemLabel: (m: Member) => m.name,
    current: (id) => steps.find((s) => s.ownerId === id)?.owner ?? null,
  },
];

function Fields({ steps = [] }: { steps?: CycleDetail["steps"] }) {
  return (
    <>
      <FormRow>
        {Object.entries(categories).map(([name, label]) => (
          <PercentField key={name} name={`inflation.${name}`} label={`Inflation, ${label}`} />
        ))}
      </FormRow>
      <TextArea name="message" label="Message of the book" rows={5} maxLength={20_000} />
      <LineItems
        name="steps"
        label="Dated steps"
        blank={() => ({ title: "", dueOn: "", ownerId: "" })}
        columns={stepColumns(steps)}
      />
    </>
  );
}

/** Begins the cycle of a planned fiscal year. */
export function BeginDialog({ onClose }: { onClose: () => void }) {
  const save = useMutationAction("budget-cycles");
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years");
  const planned = (years.data?.items ?? []).filter((y) => y.status === "planned");
  return (
    <FormDialog<Values>
      title="Begin a budget cycle"
      description="It prepares a fiscal year that is planned. Plan one under Funds and accounts."
      defaultValues={{ fiscalYearId: "", message: "", inflation: blankInflation, steps: [] }}
      submitLabel="Begin the cycle"
      onSubmit={async (values) => {
        await save.mutateAsync({
          path: "/api/v1/budget-cycles",
          body: { ...values, inflation: toHundredths(values.inflation) },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        name="fiscalYearId"
        label="Fiscal year"
        required
        options={[
          { value: "", label: planned.length ? "Choose a year" : "No year is planned" },
          ...planned.map((y) => ({ value: y.id, label: String(y.year) })),
        ]}
      />
      <Fields />
    </FormDialog>
  );
}

/** Changes message, inflation and dated steps. */
export function ChangeDialog({ cycle, onClose }: { cycle: CycleDetail; onClose: () => void }) {
  const save = useMutationAction("budget-cycles");
  const said = Object.entries(cycle.inflation).map(([name, value]) => [
    name,
    String((value ?? 0) / 100),
  ]);
  return (
    <FormDialog<Omit<Values, "fiscalYearId">>
      title={`Change ${cycle.number}`}
      description="Inflation counts when the base is built again."
      defaultValues={{
        message: cycle.message,
        inflation: { ...blankInflation, ...Object.fromEntries(said) },
        steps: cycle.steps.map(({ title, dueOn, ownerId }) => ({
          title,
          dueOn,
          ownerId: ownerId ?? "",
        })),
      }}
      submitLabel="Save"
      onSubmit={async (values) => {
        await save.mutateAsync({
          method: "PATCH",
          path: `/api/v1/budget-cycles/${cycle.id}`,
          body: {
            ...values,
            inflation: toHundredths(values.inflation as Values["inflation"]),
          },
          version: cycle.version,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Fields steps={cycle.steps} />
    </FormDialog>
  );
}

/** Sets what a department is to stay within in a fund. */
export function TargetDialog({ cycle, onClose }: { cycle: CycleDetail; onClose: () => void }) {
  const save = useMutationAction("budget-cycles");
  const funds = useGet<{ items: Segment[] }>("segments", "/api/v1/segments?kind=fund");
  return (
    <FormDialog<{ departmentId: string; fundId: string; cents: number | null }>
      title="Set a target"
      description="Asking beyond it is shown to everybody and not refused."
      defaultValues={{ departmentId: "", fundId: "", cents: null }}
      submitLabel="Set the target"
      onSubmit={async (values) => {
        await save.mutateAsync({
          method: "PUT",
          path: `/api/v1/budget-cycles/${cycle.id}/targets`,
          body: values,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        name="departmentId"
        label="Department"
        required
        options={[
          { value: "", label: "Choose a department" },
          ...cycle.departments.map((d) => ({ value: d.departmentId, label: d.department })),
        ]}
      />
      <SelectField
        name="fundId"
        label="Fund"
        required
        options={[
          { value: "", label: "Choose a fund" },
          ...(funds.data?.items ?? []).map((f) => ({
            value: f.id,
            label: `${f.code} ${f.name}`,
          })),
        ]}
      />
      <MoneyField name="cents" label="Target" required />
    </FormDialog>
  );
}
