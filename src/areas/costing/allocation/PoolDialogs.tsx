import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { bases } from "./allocation.labels.ts";
import type { PoolRow } from "./allocation.model.ts";
import { blankTarget, poolForm } from "./pool.form.ts";

type Props = { of: PoolRow | null; onClose: () => void };

/** A pool: whose cost is shared out, by which basis, among whom. */
export function PoolDialog({ onClose }: Props) {
  return (
    <RecordDialog form={poolForm} title="Add a pool" submitLabel="Add the pool" onClose={onClose}>
      <FormRow>
        <TextField name="code" label="Code" required maxLength={20} />
        <TextField name="name" label="Name" required maxLength={120} />
        <SelectField name="basis" label="Allocation basis" required options={options(bases)} />
      </FormRow>
      <Combobox<AccountString>
        name="accountStringId"
        label="Account allocated"
        required
        path="/api/v1/account-strings"
        itemLabel={(a) => `${a.code} · ${a.label}`}
      />
      <LineItems
        name="targets"
        label="Receiving centers"
        blank={blankTarget}
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
          { name: "share", label: "Percent, where stated", kind: "decimal" },
        ]}
      />
    </RecordDialog>
  );
}

/** Shares out a month; the journal is posted by another person, and can be reversed. */
export function RunDialog({ of, onClose }: Props) {
  const run = useMutationAction<{ journal: string }>("allocation-pools", "journals");
  if (!of) return null;
  return (
    <FormDialog<{ period: string }>
      title={`Share out ${of.name}`}
      description="Once for each month. Another person posts the journal, and can reverse it."
      defaultValues={{ period: "" }}
      submitLabel="Allocate"
      onSubmit={async (values) => {
        const made = await run.mutateAsync({
          path: `/api/v1/allocation-pools/${of.id}/runs`,
          body: values,
        });
        notify.done("Sent to be posted", made.journal);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="period" label="Month" hint="Such as 2027-03" required maxLength={7} />
    </FormDialog>
  );
}
