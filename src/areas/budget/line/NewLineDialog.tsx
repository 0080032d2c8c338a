import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import type { FiscalYear, Segment } from "../budget.model.ts";

type Values = {
  fiscalYearId: string;
  fundId: string;
  departmentId: string;
  accountId: string;
  projectId: string;
  awardId: string;
  original: number | null;
  note: string;
};

/** Adopts a line: the account string is found or made from its segments. */
export function NewLineDialog({ onClose }: { onClose: () => void }) {
  const segments = useGet<{ items: Segment[] }>("segments", "/api/v1/segments");
  const departments = useGet<{ items: { id: string; code: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  );
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years");
  const send = useMutationAction<{ id: string }>("budget-lines", "account-strings");
  const of = (kind: Segment["kind"]) =>
    (segments.data?.items ?? [])
      .filter((s) => s.kind === kind && s.active)
      .map((s) => ({ value: s.id, label: `${s.code} ${s.name}` }));
  const save = async ({ fiscalYearId, original, note, ...parts }: Values) => {
    const account = await send.mutateAsync({
      path: "/api/v1/account-strings",
      body: { ...parts, projectId: parts.projectId || null, awardId: parts.awardId || null },
    });
    await send.mutateAsync({
      path: "/api/v1/budget-lines",
      body: { fiscalYearId, accountStringId: account.id, original, note },
    });
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Adopt a budget line"
      defaultValues={{
        fiscalYearId: "",
        fundId: "",
        departmentId: "",
        accountId: "",
        projectId: "",
        awardId: "",
        original: null,
        note: "",
      }}
      submitLabel="Adopt line"
      onSubmit={save}
      onClose={onClose}
    >
      <FormRow>
        <SelectField
          name="fiscalYearId"
          label="Fiscal year"
          required
          options={(years.data?.items ?? [])
            .filter((y) => y.status !== "closed")
            .map((y) => ({ value: y.id, label: String(y.year) }))}
        />
        <SelectField name="fundId" label="Fund" required options={of("fund")} />
      </FormRow>
      <FormRow>
        <SelectField
          name="departmentId"
          label="Department"
          required
          options={(departments.data?.items ?? []).map((d) => ({
            value: d.id,
            label: `${d.code} ${d.name}`,
          }))}
        />
        <SelectField name="accountId" label="Account" required options={of("account")} />
      </FormRow>
      <FormRow>
        <SelectField name="projectId" label="Project" options={of("project")} />
        <SelectField name="awardId" label="Award" options={of("award")} />
      </FormRow>
      <MoneyField
        name="original"
        label="Adopted budget"
        hint="$0.00 only opens the account: a fund that stops hard takes no charge on it"
        required
      />
      <TextField name="note" label="Note" maxLength={500} />
    </FormDialog>
  );
}
