import { options } from "#kernel/labels.ts";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpenedRow } from "#web/kit/form/opened.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Segment } from "../budget.model.ts";
import { accountClasses, categories, type AccountClass, type Category } from "../chart.labels.ts";
import { kinds, type Kind } from "./segment.labels.ts";

type Values = {
  code: string;
  name: string;
  stop: "hard" | "soft";
  federal: boolean;
  assistanceListing: string;
  startsOn: string;
  endsOn: string;
  active: boolean;
  class: AccountClass;
  category: Category;
};
const valuesOf = (s: Segment | null): Values => ({
  code: s?.code ?? "",
  name: s?.name ?? "",
  stop: s?.stop ?? "hard",
  federal: s?.federal ?? false,
  assistanceListing: s?.assistanceListing ?? "",
  startsOn: s?.startsOn ?? "",
  endsOn: s?.endsOn ?? "",
  active: s?.active ?? true,
  class: s?.class ?? "expenditure",
  category: s?.category ?? "operating",
});

/** A fund, account, project or award: a new one (`segment` null) or a change. */
export function SegmentDialog({
  kind,
  segment: row,
  onClose,
}: {
  kind: Kind;
  segment: Segment | null;
  onClose: () => void;
}) {
  const send = useMutationAction("segments", "account-strings");
  const opened = useOpenedRow(
    row,
    async ({ id }) =>
      (await api<{ items: Segment[] }>("/api/v1/segments")).items.find((s) => s.id === id) ?? null,
  );
  const segment = opened.record;
  const save = async (v: Values) => {
    const body = {
      ...v,
      assistanceListing: v.assistanceListing || null,
      startsOn: v.startsOn || null,
      endsOn: v.endsOn || null,
    };
    await send.mutateAsync(
      segment
        ? {
            method: "PATCH",
            path: `/api/v1/segments/${segment.id}`,
            body,
            version: segment.version,
          }
        : { path: "/api/v1/segments", body: { ...body, kind } },
    );
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={segment ? `${segment.code} ${segment.name}` : `Add to ${kinds[kind].toLowerCase()}`}
    >
      <Form<Values>
        formKey={null}
        defaultValues={valuesOf(segment)}
        conflict={opened.conflictOf(valuesOf)}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={save}
      >
        <FormRow>
          <TextField name="code" label="Code" required maxLength={20} />
          <TextField name="name" label="Name" required maxLength={120} />
        </FormRow>
        {kind === "account" && (
          <FormRow>
            <SelectField name="class" label="Class" required options={options(accountClasses)} />
            <SelectField name="category" label="Category" required options={options(categories)} />
          </FormRow>
        )}
        {kind === "fund" && (
          <SelectField
            name="stop"
            label="When a commitment exceeds what is available"
            required
            options={[
              { value: "hard", label: "Refuse it (hard stop)" },
              { value: "soft", label: "Let it pass and show it (soft stop)" },
            ]}
          />
        )}
        {(kind === "fund" || kind === "award") && (
          <CheckboxField name="federal" label="Federal assistance" />
        )}
        {kind === "award" && (
          <TextField
            name="assistanceListing"
            label="Assistance listing"
            hint="97.036"
            maxLength={6}
          />
        )}
        <FormRow>
          <DateField name="startsOn" label="From" />
          <DateField name="endsOn" label="Until" />
        </FormRow>
        <CheckboxField name="active" label="In use" />
      </Form>
    </Dialog>
  );
}
