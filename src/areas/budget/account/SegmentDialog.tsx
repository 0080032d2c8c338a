import { Form } from "../../../web/kit/form/Form.tsx";
import { CheckboxField, DateField, FormRow, SelectField, TextField } from "../../../web/kit/form/fields.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import type { Segment } from "../budget.model.ts";
import { kinds, type Kind } from "./segment.labels.ts";

type Values = { code: string; name: string; stop: "hard" | "soft"; federal: boolean; assistanceListing: string; startsOn: string; endsOn: string; active: boolean };

/** A fund, account, project or award: a new one (`segment` null) or a change. */
export function SegmentDialog({ kind, segment, onClose }: { kind: Kind; segment: Segment | null; onClose: () => void }) {
  const send = useMutationAction("segments", "account-strings");
  const save = async (v: Values) => {
    const body = { ...v, assistanceListing: v.assistanceListing || null, startsOn: v.startsOn || null, endsOn: v.endsOn || null };
    await send.mutateAsync(segment ? { method: "PATCH", path: `/api/v1/segments/${segment.id}`, body, version: segment.version } : { path: "/api/v1/segments", body: { ...body, kind } });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={segment ? `${segment.code} ${segment.name}` : `Add to ${kinds[kind].toLowerCase()}`}>
      <Form<Values> formKey={null} defaultValues={{ code: segment?.code ?? "", name: segment?.name ?? "", stop: segment?.stop ?? "hard", federal: segment?.federal ?? false, assistanceListing: segment?.assistanceListing ?? "", startsOn: segment?.startsOn ?? "", endsOn: segment?.endsOn ?? "", active: segment?.active ?? true }} submitLabel="Save" onCancel={onClose} onSubmit={save}>
        <FormRow><TextField name="code" label="Code" required maxLength={20} /><TextField name="name" label="Name" required maxLength={120} /></FormRow>
        {kind === "fund" && <SelectField name="stop" label="When a commitment exceeds what is available" options={[{ value: "hard", label: "Refuse it (hard stop)" }, { value: "soft", label: "Let it pass and show it (soft stop)" }]} />}
        {(kind === "fund" || kind === "award") && <CheckboxField name="federal" label="Federal assistance" />}
        {kind === "award" && <TextField name="assistanceListing" label="Assistance listing" hint="97.036" maxLength={6} />}
        <FormRow><DateField name="startsOn" label="From" /><DateField name="endsOn" label="Until" /></FormRow>
        <CheckboxField name="active" label="In use" />
      </Form>
    </Dialog>
  );
}
