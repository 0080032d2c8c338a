import { useFormContext, useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { DepartmentField, PlaceField } from "#areas/organization/organization.ui.tsx";
import { BudgetEffect, type BudgetEffectRow } from "#areas/budget/budget.ui.tsx";
import { VendorPicker } from "#areas/vendors/vendors.ui.tsx";
import { MethodChoice } from "../method/MethodChoice.tsx";
import { useSettled } from "../price/PriceHint.tsx";
import { LineEditor } from "./LineEditor.tsx";
import type { RequisitionDetail } from "./requisition.model.ts";
import {
  accountsOf,
  blankLine,
  likeOf,
  toInput,
  toLineValues,
  totalOf,
  type RequisitionValues,
} from "./requisitionForm.ts";

/** An empty form. */
export const blankRequisition = (departmentId: string): RequisitionValues => ({
  title: "",
  justification: "",
  departmentId,
  neededOn: "",
  placeId: null,
  deliverTo: "",
  vendorId: null,
  vendorName: null,
  method: "",
  methodReason: "",
  emergency: false,
  lines: [blankLine()],
  files: [],
});

/** A stored requisition as the form's values. */
export const toForm = (r: RequisitionDetail): RequisitionValues => ({
  ...formOf(blankRequisition(r.departmentId), r),
  vendorName: r.vendor,
  lines: toLineValues(r.lines),
});

/**
 * A requisition asked for anew: what the old one said, without its day; the method is chosen for
 * today.
 */
export const toCopy = (r: RequisitionDetail): RequisitionValues => ({
  ...toForm(r),
  neededOn: "",
  method: "",
  methodReason: "",
});

/** The form of a requisition. */
export const requisitionForm = {
  path: "/api/v1/requisitions",
  blank: (known: object = {}): RequisitionValues => ({ ...blankRequisition(""), ...known }),
  toForm,
  toInput,
};

const useValues = (): RequisitionValues => useWatch<RequisitionValues>() as RequisitionValues;

function MethodSection() {
  const values = useValues();
  return (
    <MethodChoice
      purchase={{
        amount: totalOf(values.lines),
        departmentId: values.departmentId,
        like: likeOf(values.lines),
      }}
    />
  );
}

/** Total and budget effect, beside the form while it is typed. */
export function RequisitionRail() {
  const values = useValues();
  const amounts = useSettled([...accountsOf(values.lines)]);
  const ids = amounts.map(([id]) => id).toSorted();
  const effects = useGet<{ items: BudgetEffectRow[]; fiscalYear: number | null }>(
    "budget-lines",
    `/api/v1/budget-effects?ids=${ids.join(",")}`,
    { enabled: ids.length > 0 },
  );
  const byId = new Map(amounts);
  const rows = (effects.data?.items ?? [])
    .filter((row) => byId.has(row.accountStringId))
    .map((row) => ({
      ...row,
      amount: byId.get(row.accountStringId) ?? 0,
      before: row.available,
      after: row.available - (byId.get(row.accountStringId) ?? 0),
    }));
  return (
    <aside className="form-rail" aria-label="Total and budget effect">
      <Panel title="Total">
        <p className="text-28 font-semibold">{formatCents(totalOf(values.lines))}</p>
        <p className="text-13 text-t3">{counted(values.lines.length, "line")}</p>
      </Panel>
      <Panel
        title="Budget effect"
        aside={effects.data?.fiscalYear ? `fiscal year ${effects.data.fiscalYear}` : undefined}
      >
        {ids.length === 0 ? (
          <p className="text-13 text-t3">
            Appears when a line has a price and an account. Submitting reserves the money.
          </p>
        ) : effects.data ? (
          <BudgetEffect rows={rows} />
        ) : (
          <div className="skeleton h-24" role="status" aria-label="Reading the budget" />
        )}
      </Panel>
    </aside>
  );
}

/** The fields of a requisition, for a new one and for a change. */
export function RequisitionFields({ isNew }: { isNew: boolean }) {
  const { setValue } = useFormContext<RequisitionValues>();
  const { me } = useAuth();
  const vendorName = useWatch<RequisitionValues>({ name: "vendorName" }) as string | null;
  return (
    <>
      <FormSection title="What, for whom, by when">
        <TextField
          name="title"
          label="What is needed"
          required
          maxLength={200}
          hint="A short name that approvers recognise: Culvert stone for County Road 14"
        />
        <FormRow>
          <DepartmentField
            name="departmentId"
            label="Department"
            required
            own={me?.department?.id ?? null}
          />
          <DateField name="neededOn" label="Date needed" required />
        </FormRow>
        <FormRow>
          <PlaceField name="placeId" label="Deliver to" />
          <TextField
            name="deliverTo"
            label="Delivery note"
            maxLength={300}
            hint="A gate, a dock, whom to ask for"
          />
        </FormRow>
        <CheckboxField
          name="emergency"
          label="Emergency"
          hint="A threat to life, health or property that does not permit the usual delay. Policies may send it another way."
        />
      </FormSection>
      <FormSection title="Lines and accounts">
        <LineEditor />
      </FormSection>
      <FormSection title="How it is bought">
        <VendorPicker
          name="vendorId"
          label="Suggested vendor"
          currentLabel={vendorName}
          onPick={(vendor) => setValue("vendorName", vendor.name)}
          hint="The buyer decides; a suggestion helps."
        />
        <MethodSection />
      </FormSection>
      <FormSection title="Why">
        <TextArea
          name="justification"
          label="Why it is needed"
          rows={4}
          maxLength={4000}
          hint="What happens without it. Approvers decide on this."
        />
        {isNew && (
          <FileDrop
            name="files"
            label="Attachments"
            hint="Quotes, specifications, drawings; up to 25 MB each"
          />
        )}
      </FormSection>
    </>
  );
}
