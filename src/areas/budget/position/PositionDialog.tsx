import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import {
  CheckboxField,
  FormRow,
  MoneyField,
  PercentField,
  QuantityField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import type { AccountString } from "../budget.model.ts";
import { costOf } from "./cost.model.ts";
import type { PositionRow } from "./position.model.ts";

type Values = {
  departmentId: string;
  number: string;
  title: string;
  annualPay: number | null;
  annualBenefits: number | null;
  fte: string;
  months: string;
  filled: boolean;
  raise: string;
  raiseFromMonth: string;
  splits: { accountStringId: string; part: "pay" | "benefits"; share: string }[];
};

const numbersOf = (v: Pick<Values, "fte" | "months" | "raise" | "raiseFromMonth">) => ({
  fteThousandths: Math.round(Number(v.fte || 0) * 1000),
  months: Number(v.months || 0),
  raiseHundredths: Math.round(Number(v.raise || 0) * 100),
  raiseFromMonth: Number(v.raiseFromMonth || 1),
});

function Cost() {
  const v = useWatch() as Values;
  const numbers = numbersOf(v);
  if (!numbers.fteThousandths || !numbers.months) return null;
  const { pay, benefits } = costOf({
    ...numbers,
    annualPay: v.annualPay ?? 0,
    annualBenefits: v.annualBenefits ?? 0,
  });
  return (
    <p role="status">
      In the year: {formatCents(pay)} pay and {formatCents(benefits)} benefits,{" "}
      {formatCents(pay + benefits)} together.
    </p>
  );
}

const valuesOf = (of: PositionRow | null): Values => ({
  departmentId: of?.departmentId ?? "",
  number: of?.number ?? "",
  title: of?.title ?? "",
  annualPay: of?.annualPay ?? null,
  annualBenefits: of?.annualBenefits ?? null,
  fte: of ? String(of.fteThousandths / 1000) : "1",
  months: String(of?.months ?? 12),
  filled: of?.filled ?? true,
  raise: of ? String(of.raiseHundredths / 100) : "0",
  raiseFromMonth: String(of?.raiseFromMonth ?? 1),
  splits: of?.splits.map(({ accountStringId, part, share }) => ({
    accountStringId,
    part,
    share: String(share / 100),
  })) ?? [
    { accountStringId: "", part: "pay", share: "100" },
    { accountStringId: "", part: "benefits", share: "100" },
  ],
});

function Fields() {
  return (
    <>
      <FormRow>
        <TextField name="number" label="Number" required maxLength={40} />
        <TextField name="title" label="Title" required maxLength={120} />
        <DepartmentField
          name="departmentId"
          label="Department"
          required
          placeholder="Choose a department"
        />
      </FormRow>
      <FormRow>
        <MoneyField name="annualPay" label="Annual pay" required />
        <MoneyField name="annualBenefits" label="Annual benefits" required />
      </FormRow>
      <FormRow>
        <QuantityField name="fte" label="FTE" decimals={3} required />
        <QuantityField name="months" label="Months" decimals={0} required />
        <PercentField name="raise" label="Raise" />
        <QuantityField name="raiseFromMonth" label="Raise from month" decimals={0} />
      </FormRow>
      <CheckboxField name="filled" label="Filled" />
    </>
  );
}

/** A position with its pay, its share of full time and the accounts that bear it. */
export function PositionDialog({
  cycleId,
  of,
  onClose,
}: {
  cycleId: string;
  of: PositionRow | null;
  onClose: () => void;
}) {
  const save = useMutationAction("budget-positions", "budget-proposals", "budget-cycles");
  return (
    <FormDialog<Values>
      title={of ? `Change ${of.number}` : "Add a position"}
      description="Names of people do not stand here."
      defaultValues={valuesOf(of)}
      submitLabel="Save"
      onSubmit={async (v) => {
        const { fte: _fte, raise: _raise, splits, ...rest } = v;
        await save.mutateAsync({
          ...(of
            ? {
                method: "PUT" as const,
                path: `/api/v1/budget-positions/${of.id}`,
                version: of.version,
              }
            : { path: `/api/v1/budget-cycles/${cycleId}/positions` }),
          body: {
            ...rest,
            ...numbersOf(v),
            packageId: of?.packageId ?? null,
            splits: splits.map((s) => ({ ...s, share: Math.round(Number(s.share) * 100) })),
          },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Fields />
      <LineItems
        name="splits"
        label="Which accounts bear it"
        blank={() => ({ accountStringId: "", part: "pay", share: "" })}
        columns={[
          {
            name: "accountStringId",
            label: "Account",
            kind: "lookup",
            required: true,
            path: "/api/v1/account-strings",
            itemLabel: (a: AccountString) => `${a.code} · ${a.label}`,
            current: () => null,
          },
          {
            name: "part",
            label: "Part",
            kind: "select",
            options: [
              { value: "pay", label: "Pay" },
              { value: "benefits", label: "Benefits" },
            ],
          },
          { name: "share", label: "Share, %", kind: "decimal", required: true },
        ]}
      />
      <Cost />
    </FormDialog>
  );
}
