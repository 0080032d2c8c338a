import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { plainDecimal, shownPrice } from "#kernel/quantity.ts";
import {
  FormRow,
  FormSection,
  InstantField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { approvedHows } from "../emergency.labels.ts";
import type { Kit, Preparation } from "../preparation/preparation.model.ts";
import type { PurchaseInput } from "./purchase.model.ts";

/** The fields of the one screen; quantities by the line of the kit. */
export type OrderForm = Omit<PurchaseInput, "quantities" | "approvedHow"> & {
  approvedHow: string;
  quantities: Record<string, string>;
};

/** The quantities with which a kit begins. */
export const quantitiesOf = (kit: Kit | undefined): Record<string, string> =>
  Object.fromEntries((kit?.lines ?? []).map((line) => [line.id, plainDecimal(line.quantity)]));

function Quantities({ kit }: { kit: Kit | undefined }) {
  if (!kit) return <p className="text-t2">Choose a kit; its items stand here.</p>;
  return (
    <div className="grid gap-3">
      {kit.lines.map((line) => (
        <QuantityField
          key={line.id}
          name={`quantities.${line.id}`}
          label={line.description}
          unit={line.unit}
          hint={`$${shownPrice(line.unitPrice)} per ${line.unit}${line.contractLineId ? ", the contract's price" : line.rateCode ? " or the rate of the quantity" : ""}`}
        />
      ))}
    </div>
  );
}

const kitLabel = (kit: Kit) =>
  kit.why
    ? `${kit.name} (cannot be ordered)`
    : `${kit.name} · ${kit.vendor} · ${formatCents(kit.left)} left`;

/** Declaration, kit, quantities, account, need with the verbal approval. */
export function OrderFields({ prepared }: { prepared: Preparation }) {
  const { setValue, getValues } = useFormContext<OrderForm>();
  const kitId = useWatch<OrderForm>({ name: "kitId" }) as string;
  const kit = prepared.kits.find((each) => each.id === kitId);
  // Another kit begins with its own quantities.
  useEffect(() => {
    if (kit && kit.lines.every((line) => !getValues("quantities")[line.id]))
      setValue("quantities", quantitiesOf(kit));
  }, [kit, getValues, setValue]);
  return (
    <>
      <FormSection title="1. Declaration">
        <SelectField
          name="declarationId"
          label="Declaration in force"
          required
          options={prepared.declarations.map((d) => ({
            value: d.id,
            label: `${d.number} · ${d.title}`,
          }))}
        />
      </FormSection>
      <FormSection title="2. Kit">
        <SelectField
          name="kitId"
          label="Kit"
          required
          options={prepared.kits.map((each) => ({ value: each.id, label: kitLabel(each) }))}
          {...(kit?.why && { hint: kit.why })}
        />
      </FormSection>
      <FormSection title="3. Quantities">
        <Quantities kit={kit} />
      </FormSection>
      <FormSection title="4. Account">
        <SelectField
          name="accountId"
          label="Charged to"
          required
          options={prepared.accounts.map((account) => ({
            value: account.id,
            label: `${account.department} · ${account.code} · ${formatCents(account.available)}`,
          }))}
        />
      </FormSection>
      <FormSection title="5. Need and verbal approval">
        <TextArea
          name="need"
          label="What is needed, and why it cannot wait"
          required
          rows={3}
          maxLength={4000}
        />
        <FormRow>
          <SelectField
            name="approverId"
            label="Approved by"
            required
            options={prepared.approvers
              .filter((each) => each.now)
              .map((each) => ({
                value: each.personId,
                label: [
                  each.name,
                  each.amountLimit === null ? "" : `up to ${formatCents(each.amountLimit)}`,
                  each.telephone,
                ]
                  .filter(Boolean)
                  .join(" · "),
              }))}
          />
          <SelectField name="approvedHow" label="How" required options={options(approvedHows)} />
        </FormRow>
        <FormRow>
          <InstantField name="approvedAt" label="When" required />
          <TextField name="deliverTo" label="Deliver to" maxLength={300} />
        </FormRow>
      </FormSection>
    </>
  );
}
