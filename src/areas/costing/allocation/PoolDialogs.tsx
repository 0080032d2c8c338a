import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { bases } from "./allocation.labels.ts";
import type { PoolRow } from "./allocation.model.ts";

type Props = { of: PoolRow | null; onClose: () => void };
type Values = {
  code: string;
  name: string;
  accountStringId: string;
  basis: string;
  targets: { accountStringId: string; share: string }[];
};

/** A pool: whose cost is shared out, by which basis, among whom. */
export function PoolDialog({ onClose }: Props) {
  const save = useMutationAction("allocation-pools");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Add a pool">
      <Form<Values>
        formKey={null}
        defaultValues={{
          code: "",
          name: "",
          accountStringId: "",
          basis: "percent",
          targets: [{ accountStringId: "", share: "" }],
        }}
        submitLabel="Add the pool"
        onCancel={onClose}
        onSubmit={async (values) => {
          await save.mutateAsync({
            path: "/api/v1/allocation-pools",
            body: {
              ...values,
              targets: values.targets.map((t) => ({
                accountStringId: t.accountStringId,
                share: Math.round(Number(t.share || 0) * 100),
              })),
            },
          });
          onClose();
        }}
      >
        <FormRow>
          <TextField name="code" label="Code" required maxLength={20} />
          <TextField name="name" label="Name" required maxLength={120} />
          <SelectField name="basis" label="Shared by" required options={options(bases)} />
        </FormRow>
        <Combobox<AccountString>
          name="accountStringId"
          label="Account whose cost is shared out"
          required
          path="/api/v1/account-strings"
          itemLabel={(a) => `${a.code} · ${a.label}`}
        />
        <LineItems
          name="targets"
          label="Who gets a part"
          blank={() => ({ accountStringId: "", share: "" })}
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
      </Form>
    </Dialog>
  );
}

/** Shares out a month; the journal is posted by another person, and can be reversed. */
export function RunDialog({ of, onClose }: Props) {
  const run = useMutationAction<{ journal: string }>("allocation-pools", "journals");
  if (!of) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Share out ${of.name}`}
      description="Once for each month. Another person posts the journal, and can reverse it."
    >
      <Form<{ period: string }>
        formKey={null}
        defaultValues={{ period: "" }}
        submitLabel="Share it out"
        onCancel={onClose}
        onSubmit={async (values) => {
          const made = await run.mutateAsync({
            path: `/api/v1/allocation-pools/${of.id}/runs`,
            body: values,
          });
          notify.done("Sent to be posted", made.journal);
          onClose();
        }}
      >
        <TextField name="period" label="Month" hint="Such as 2027-03" required maxLength={7} />
      </Form>
    </Dialog>
  );
}
